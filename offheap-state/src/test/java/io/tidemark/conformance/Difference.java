package io.tidemark.conformance;

import java.util.Locale;

/**
 * Something that came out other than the case expects.
 *
 * @param aspect what kind of thing
 * @param text what was expected and what came
 */
record Difference(Aspect aspect, String text) {
    /** What may differ. */
    enum Aspect {
        /** An error, or none, where the other was expected. */
        ERROR,
        /** Names or types of the output. */
        COLUMNS,
        /** Which batches ran by themselves. */
        BATCHES,
        /** The watermark of a batch. */
        WATERMARK,
        /** Rows of a batch. */
        ROWS,
        /** Operators with state. */
        OPERATORS,
        /** Entries in state. */
        TOTAL,
        /** Entries that a batch wrote. */
        UPDATED,
        /** Entries that the watermark removed. */
        REMOVED,
        /** Late input. */
        DROPPED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public String toString() {
        return aspect + ": " + text;
    }
}
