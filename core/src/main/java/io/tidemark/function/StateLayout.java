package io.tidemark.function;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The values that a {@link KeyedFunction} keeps for each key: named, typed, and unset until they are set. Declared once, while the function is made; the
 * handles that come back are used ever after.
 *
 * <pre>
 *   private final StateLayout state = new StateLayout();
 *   private final StateLayout.LongValue orders = state.longValue("orders");
 *   private final StateLayout.BytesValue venue = state.bytesValue("venue");
 * </pre>
 */
public final class StateLayout {
    /** Greatest number of values. */
    public static final int MAX_VALUES = 64;

    private final List<String> texts = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private long bytesValues;

    /** A layout without values. */
    public StateLayout() {}

    /**
     * Handle of a long, or of a time in nanoseconds since 1970.
     *
     * @param index place in the layout
     */
    public record LongValue(int index) {}

    /**
     * Handle of a double.
     *
     * @param index place in the layout
     */
    public record DoubleValue(int index) {}

    /**
     * Handle of a text in UTF-8 or of bytes.
     *
     * @param index place in the layout
     */
    public record BytesValue(int index) {}

    /** Declares a long, or a time in nanoseconds since 1970. */
    public LongValue longValue(String name) {
        return new LongValue(add(name, "long"));
    }

    /** Declares a double. */
    public DoubleValue doubleValue(String name) {
        return new DoubleValue(add(name, "double"));
    }

    /** Declares a text or bytes of any length up to a state page. */
    public BytesValue bytesValue(String name) {
        int index = add(name, "bytes");
        bytesValues |= 1L << index;
        return new BytesValue(index);
    }

    /** Number of values. */
    public int size() {
        return texts.size();
    }

    /** A bit for each value that is text or bytes. */
    public long bytesValues() {
        return bytesValues;
    }

    /** Names and types in order. */
    @Override
    public String toString() {
        return texts.toString();
    }

    private int add(String name, String type) {
        if (texts.size() == MAX_VALUES || !names.add(name)) {
            throw new IllegalArgumentException(
                    texts.size() == MAX_VALUES ? "at most " + MAX_VALUES + " values" : "two values named " + name);
        }
        texts.add(name + " " + type);
        return texts.size() - 1;
    }
}
