package io.tidemark.metrics.diagnosis;

/** What can be said about a query, in the order in which it is looked for. A name, once released, keeps its meaning. */
public enum Verdict implements Alarm {
    /** Nothing arrives and nothing waits. */
    IDLE_SOURCE(
            "Nothing arrives.",
            "Check the producer. Do not restart the query and do not add capacity: there is nothing to do for it."),
    /** Rows arrive, none is consumed, and one step has been under way for far longer than usual. */
    STUCK_STEP(
            "One step does not end.",
            "Take a thread dump of the process, which names the operator or sink that hangs. Then stop the query; a restart goes on from"
                    + " the last checkpoint."),
    /** The backlog grows because reading is held back by a limit or by alignment. */
    THROTTLED_SOURCE(
            "Reading is held back by its own limit or by alignment.",
            "Raise the limit of the source while the step p95 stays within its budget. If it is paused for alignment, look at the"
                    + " slowest input instead."),
    /** The backlog grows and most of the time of a step is spent in sinks. */
    SLOW_SINK(
            "The sink takes most of the time.",
            "Look at the latency of the sink. Larger batches or conflation help; more computing power does not."),
    /** The backlog grows and most of the time goes into commits of state and removals. */
    STATE_BOUND(
            "Commits of state and removals take most of the time.",
            "Look at the size of state. Take snapshots less often, or shorten what is kept."),
    /** The backlog grows and few keys, or one shard, have most of the work. */
    SKEW("Few keys have most of the rows.", "Look at the keys that are named. Aggregate them ahead, or salt them."),
    /** The backlog grows because operators need more time than there is. */
    UNDER_CAPACITY(
            "More rows arrive than the operators can process.",
            "Spread the query over more processes, or make it simpler. The backlog will not shrink by waiting."),
    /** There is a backlog and it shrinks. */
    CATCHING_UP("The backlog shrinks.", "Wait until the time that is shown has passed."),
    /** State grows because an idle input holds the watermark back. */
    WATERMARK_STALLED(
            "An idle input holds the watermark back.",
            "Mend the input that is named, or declare for how long it may be silent. Do not delete the checkpoint."),
    /** State grows although the watermark moves. */
    STATE_GROWTH(
            "State grows although the watermark moves.",
            "Look at the oldest open group and at the keys with most rows: more keys than before, times in the future, or an operator"
                    + " without a bound. Never delete the checkpoint: it holds the only copy of what is open."),
    /** Times far in the future have moved the watermark, or are about to. */
    POISONED_CLOCK(
            "Times from the future have moved the watermark.",
            "Set the rows of the source that is named aside with the clock guard, then restore a checkpoint from before the jump."),
    /** More rows are late than the declared completeness allows. */
    LATE_LOSS(
            "More rows are late than the target allows.",
            "Look at the table of delays, tidemark lateness, and choose the next one."),
    /** Nothing waits, rows arrive, and results are still older than agreed. */
    WATERMARK_LAG(
            "Results wait for the watermark, by design.",
            "The service level must be at least delay + window size + step. Choose a smaller delay or window, cuts at shorter intervals,"
                    + " or another service level."),
    /** Steps take long though there is little to do. */
    FIXED_COST(
            "Steps take long though there are few rows.",
            "Look at what a step does without rows: start-up, planning, checkpoints, empty work. More computing power does not help."),
    /** None of the others, and results are as fresh as agreed. */
    HEALTHY("All is well.", "Nothing has to be done.");

    private final String meaning;
    private final String action;

    Verdict(String meaning, String action) {
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
