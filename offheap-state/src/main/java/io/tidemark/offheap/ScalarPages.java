package io.tidemark.offheap;

import io.tidemark.state.ScalarState;
import io.tidemark.state.StateErrors;
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
        return scalar;
    }

    List<String> paths() {
        return List.copyOf(scalars.keySet());
    }

    long[] copy() {
        return scalars.values().stream().mapToLong(ScalarState::get).toArray();
    }

    void restore(long[] values) {
        int index = 0;
        for (ScalarState scalar : scalars.values()) {
            scalar.set(values[index++]);
        }
    }
}
