package io.tidemark.plan;

/** What a change of the plan means for what a query has stored, from harmless to hopeless: of several the last one counts. */
public enum RestartVerdict {
    /** Nothing that matters changed. */
    SAME,
    /** State is right as it is, or can be moved into its new form. */
    COMPATIBLE,
    /** State was built under another rule, so somebody has to say what becomes of it. */
    NEEDS_DECISION,
    /** State cannot be used: it has to be built anew, or the operator gets another uid. */
    INCOMPATIBLE;

    /** The worse of two. */
    public RestartVerdict and(RestartVerdict other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
