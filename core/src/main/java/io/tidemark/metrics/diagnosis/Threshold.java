package io.tidemark.metrics.diagnosis;

/** What a {@link ServiceLevel} can bound. A name, once released, keeps its meaning. */
public enum Threshold implements Alarm {
    /** Results are older than agreed. */
    FRESHNESS(
            "Results are older than agreed.",
            "Read the verdict that stands beside it: it says whether rows are missing, waiting, or held back by the watermark."),
    /** Steps take longer than agreed. */
    STEP_P95("Steps take longer than agreed.", "Look at the shares of the step time, and begin with the greatest."),
    /** More rows are lost in a second than agreed. */
    DROPPED_RATE(
            "More rows a second are dropped than agreed.",
            "Look at the counts by reason and at the journals of dropped rows. Nothing is lost that went to a journal."),
    /** A greater part of the rows is lost than agreed. */
    DROPPED_SHARE(
            "A greater part of the rows is dropped than agreed.",
            "Look at the counts by reason and at the journals of dropped rows. Nothing is lost that went to a journal."),
    /** State is greater than agreed. */
    STATE_SIZE(
            "State is greater than agreed.",
            "Look at the state of each operator. Raise the limit before it is reached; never delete the checkpoint."),
    /** The oldest row that waits has waited for longer than agreed. */
    BACKLOG_AGE(
            "The oldest waiting row is older than agreed.",
            "Read the verdict that stands beside it: it says why rows wait."),
    /** Fewer rows than agreed came in time. */
    COMPLETENESS(
            "Fewer rows than agreed are in the results.",
            "Look at the table of delays, tidemark lateness, and choose the next one.");

    private final String meaning;
    private final String action;

    Threshold(String meaning, String action) {
        this.meaning = meaning;
        this.action = action;
    }

    @Override
    public String meaning() {
        return meaning;
    }

    @Override
    public String action() {
        return action;
    }
}
