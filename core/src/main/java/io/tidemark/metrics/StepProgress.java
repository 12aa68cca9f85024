package io.tidemark.metrics;

/**
 * Duty cycles that did work in the interval, in a {@link StreamingQueryProgress}. All comes from the cycles whose time was taken, see {@link StepTimes}.
 *
 * @param stepNs their times
 * @param busyNs their time in all
 * @param snapshotNs of it that of checkpoints on the engine thread
 * @param sinkShare share of appends to the sink, 0 to 1, or null where none was timed
 * @param activeMs how long the cycle that runs now has been running, seen at samples; 0 where none was running at two samples
 */
public record StepProgress(Percentiles stepNs, long busyNs, long snapshotNs, Double sinkShare, long activeMs) {
    /** Share of checkpoints on the engine thread, 0 to 1. */
    public double snapshotShare() {
        return busyNs <= 0 ? 0 : Math.min(1, (double) snapshotNs / busyNs);
    }
}
