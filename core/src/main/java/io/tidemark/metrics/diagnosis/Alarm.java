package io.tidemark.metrics.diagnosis;

import java.util.Locale;

/** Something that can be reported about a query: a {@link Verdict} or a {@link Threshold}. */
public interface Alarm {
    /** The stable name. */
    String name();

    /** What it means, in a few words. */
    String meaning();

    /** What is safe to do. */
    String action();

    /** The page and section that explains it. */
    default String page() {
        return "docs/operations.md#" + name().toLowerCase(Locale.ROOT);
    }
}
