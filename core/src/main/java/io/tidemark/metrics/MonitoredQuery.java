package io.tidemark.metrics;

/** What a monitor sees of a query that was opened. Any thread. */
public interface MonitoredQuery {
    /** A UUID that stays the same over restarts of a query with a directory. */
    String id();

    /** A UUID of this run. */
    String runId();

    /** What does not change while it runs. */
    QueryShape shape();

    /** Its counters. */
    QueryCounters counters();

    /** Where it is in its life, such as {@code RUNNING}. */
    String life();

    /** Whether it does nothing any more. */
    boolean ended();

    /** What ended it, or null. */
    Throwable failure();

    /** The sink on whose disk there is no room, so that it waits, or null. */
    String waitsFor();
}
