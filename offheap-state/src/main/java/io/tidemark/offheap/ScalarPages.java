package io.tidemark.offheap;

import io.tidemark.state.MetaReader;
import io.tidemark.state.MetaWriter;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StateErrors;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Scalars, 8 bytes each, in pages of their own that are never freed; the first one is page 0. Scalars are copied whole with every
 * snapshot, so their writes pass no barrier.
 */
final class ScalarPages {
    private static final String STORE = "tidemark";

    private final PageStore store;
    private final Map<String, ScalarState> scalars = new LinkedHashMap<>();
    private final List<ScalarState> inOrder = new ArrayList<>();
    private final List<byte[]> encodedPaths = new ArrayList<>();
    private long page;

    ScalarPages(PageStore store) {
        this.store = store;
        addPage(STORE, "scalars");
    }

    private void addPage(String owner, String name) {
        page = store.addresses().of(store.take(owner, name));
        Page.own(page, Page.SCALARS, 0, 0, 0, 0);
    }

    ScalarState open(String owner, String name, long initial) {
        String path = owner + "/" + name;
        if (scalars.containsKey(path)) {
            throw StateErrors.openedTwice(owner, name);
        }
        if (Page.used(page) == Page.PAYLOAD_BYTES) {
            addPage(owner, name);
        }
        int offset = Page.used(page);
        Page.setUsed(page, offset + Long.BYTES);
        ScalarState scalar = new ScalarState(page + Page.PAYLOAD + offset);
        scalar.set(initial);
        scalars.put(path, scalar);
        inOrder.add(scalar);
        encodedPaths.add(path.getBytes(StandardCharsets.UTF_8));
        return scalar;
    }

    List<String> paths() {
        return List.copyOf(scalars.keySet());
    }

    long[] copy() {
        return scalars.values().stream().mapToLong(ScalarState::get).toArray();
    }

    void restore(long[] values) {
        for (int index = 0; index < values.length; index++) {
            inOrder.get(index).set(values[index]);
        }
    }

    /** Writes paths and values; makes no object. */
    void write(MetaWriter rest) {
        rest.putInt(inOrder.size());
        for (int index = 0; index < inOrder.size(); index++) {
            rest.putBytes(encodedPaths.get(index));
            rest.putLong(inOrder.get(index).get());
        }
    }

    /** Reads values back; nothing has changed when the paths differ. */
    void read(MetaReader rest) {
        List<String> paths = new ArrayList<>();
        int count = rest.getInt();
        long[] values = new long[Math.min(count, inOrder.size())];
        for (int index = 0; index < count; index++) {
            paths.add(rest.getText());
            long value = rest.getLong();
            if (index < values.length) {
                values[index] = value;
            }
        }
        if (!paths.equals(paths())) {
            throw StateErrors.imageMismatch("The snapshot holds scalars " + paths + ", open are " + paths() + ".");
        }
        restore(values);
    }

    /** Sets those scalars that are open; an empty path is none. */
    void adopt(List<String> paths, long[] newValues) {
        for (int i = 0; i < newValues.length; i++) {
            ScalarState scalar = scalars.get(paths.get(i));
            if (scalar != null) {
                scalar.set(newValues[i]);
            }
        }
    }
}
