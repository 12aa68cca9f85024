package io.tidemark.operator;

/** Spans of time as people write them: {@code 5m}, {@code 1h30m}, {@code 250ms}. */
public final class SpanText {
    private static final String[] UNITS = {"d", "h", "m", "s", "ms", "us", "ns"};
    private static final long[] NANOS = {
        86_400_000_000_000L, 3_600_000_000_000L, 60_000_000_000L, 1_000_000_000L, 1_000_000L, 1_000L, 1L
    };

    private SpanText() {}

    /** The text of a span in nanoseconds. */
    public static String of(long spanNs) {
        if (spanNs == 0) {
            return "0s";
        }
        StringBuilder text = new StringBuilder(spanNs < 0 ? "-" : "");
        // Work with negative numbers, which hold every magnitude.
        long rest = spanNs < 0 ? spanNs : -spanNs;
        for (int i = 0; i < NANOS.length; i++) {
            long count = -(rest / NANOS[i]);
            rest += count * NANOS[i];
            if (count != 0) {
                text.append(count).append(UNITS[i]);
            }
        }
        return text.toString();
    }
}
