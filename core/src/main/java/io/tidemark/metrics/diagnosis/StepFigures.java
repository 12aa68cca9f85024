package io.tidemark.metrics.diagnosis;

/**
 * What the steps of the engine did. What is not known is {@link Sample#UNKNOWN}, for a share {@code NaN}. The five shares are parts
 * of the step time in the interval, each 0 to 1.
 *
 * @param busyNs time in steps that did something, in the interval
 * @param p95Ns 95th percentile of the time of a step
 * @param activeSinceNs observer's time at which the step under way began; unknown as well if none is under way
 * @param source share of reading and decoding
 * @param operator share of operators, without removals
 * @param stateCommit share of making snapshots of state
 * @param removal share of removing what the watermark has passed
 * @param sink share of writing
 */
public record StepFigures(
        long busyNs,
        long p95Ns,
        long activeSinceNs,
        double source,
        double operator,
        double stateCommit,
        double removal,
        double sink) {
    /** Nothing is known. */
    public static final StepFigures NONE = new StepFigures(
            Sample.UNKNOWN, Sample.UNKNOWN, Sample.UNKNOWN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** The same with times. */
    public StepFigures withTimes(long newBusyNs, long newP95Ns, long newActiveSinceNs) {
        return new StepFigures(newBusyNs, newP95Ns, newActiveSinceNs, source, operator, stateCommit, removal, sink);
    }

    /** The same with shares. */
    public StepFigures withShares(
            double newSource, double newOperator, double newStateCommit, double newRemoval, double newSink) {
        return new StepFigures(
                busyNs, p95Ns, activeSinceNs, newSource, newOperator, newStateCommit, newRemoval, newSink);
    }
}
