package io.tidemark.metrics;

/** Labels of counters: what of, which, unit, as in {@code operator bars: rows in (rows)}. */
final class CounterLabel {
    private static final int LONGEST_NAME = 200;

    private CounterLabel() {}

    static String text(String scope, String name, String figure, CounterUnit unit) {
        String shown = name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
        return scope + (shown.isEmpty() ? "" : " " + shown) + ": " + figure + " (" + unit.text() + ")";
    }
}
