package io.tidemark.metrics.diagnosis;

/**
 * What was agreed about a query. It changes nothing of what the query does; crossing it is an event. A bound that is not declared is
 * {@link Sample#UNKNOWN}, for a share or rate {@code NaN}, and is never crossed.
 *
 * @param freshnessNs greatest age of what was published last
 * @param stepP95Ns greatest 95th percentile of the time of a step
 * @param droppedPerSecond greatest number of lost rows a second
 * @param droppedShare greatest part of the rows that may be lost, 0 to 1
 * @param stateBytes greatest size of state
 * @param backlogAgeNs greatest age of the oldest row that waits
 * @param completeness least part of the rows that comes in time, 0 to 1
 */
public record ServiceLevel(
        long freshnessNs,
        long stepP95Ns,
        double droppedPerSecond,
        double droppedShare,
        long stateBytes,
        long backlogAgeNs,
        double completeness) {
    /** Nothing was agreed. */
    public static final ServiceLevel NONE = builder().build();

    /** A service level, no bound of which is declared before it is set. */
    public static ServiceLevelBuilder builder() {
        return new ServiceLevelBuilder();
    }
}
