package io.tidemark.metrics;

/**
 * The main figures of a query in JMX, of its last sample: {@code io.tidemark:type=Query,name=<name>}. What each means stands in docs/progress.md. A number that is not
 * known is -1, a moment that is not there is 0, a text that is not there is empty.
 */
public interface QueryMXBean {
    /** Name of the query. */
    String getName();

    /** Stays the same over restarts of a query with a directory. */
    String getId();

    /** Of this run. */
    String getRunId();

    /** Where it is in its life, such as {@code RUNNING}; now, not at the last sample. */
    String getState();

    /** What ended it. */
    String getException();

    /** The sink on whose disk there is no room, so that it waits. */
    String getWaitsFor();

    /** When the last sample was taken, milliseconds since 1970. */
    long getSampledAtMs();

    /** Records read, those of earlier runs included. */
    long getInputRowsTotal();

    /** Records read in the last interval, by wall time. */
    double getInputRowsPerSecond();

    /** By the time in which the engine worked. */
    double getProcessedRowsPerSecond();

    /** Records that were not read. */
    long getBacklogRows();

    /** Rows put out, by this and earlier runs. */
    long getOutputRowsTotal();

    /** Rows dropped by all sources and operators for whatever reason, over all runs. */
    long getDroppedRowsTotal();

    /** Age of the greatest event time that came out. */
    long getFreshnessMs();

    /** Time until the backlog is worked off. */
    long getCatchUpEtaMs();

    /** Watermark, milliseconds since 1970. */
    long getWatermarkMs();

    /** Name of the source that holds the watermark back. */
    String getHeldBackBy();

    /** State in use. */
    long getStateUsedBytes();

    /** Share of its limit, 0 to 1. */
    double getStateFill();

    /** Rows in state. */
    long getStateRows();

    /** 99 of 100 duty cycles of the last interval took no longer. */
    long getStepP99Ns();

    /** The longest that was timed. */
    long getStepMaxNs();

    /** Number of the newest checkpoint, 0 for none. */
    long getCheckpointNumber();

    /** Its age. */
    long getCheckpointAgeMs();

    /** The whole sample. */
    String getLastProgressJson();
}
