package io.tidemark.metrics;

/**
 * Is told of the life and progress of a query. {@link #onQueryStarted} is called by the thread that starts the query, before that returns; all others on a thread of
 * the query's listeners, in order, and never on the engine thread. What a listener throws is logged and hurts nobody. A slow one loses progress and idle events,
 * which is counted, but not the last one.
 */
public interface StreamingQueryListener {
    /** The query is open. */
    default void onQueryStarted(QueryStartedEvent event) {}

    /** A sample in whose interval something was read or came out. */
    default void onQueryProgress(QueryProgressEvent event) {}

    /** Nothing was read and nothing came out; at most once in ten seconds. */
    default void onQueryIdle(QueryIdleEvent event) {}

    /** The query has ended, and all its files are closed. */
    default void onQueryTerminated(QueryTerminatedEvent event) {}

    /**
     * The query is open.
     *
     * @param id stays the same over restarts of a query with a directory
     * @param runId of this run
     * @param name name of the query
     * @param timestamp when, in UTC with milliseconds
     */
    record QueryStartedEvent(String id, String runId, String name, String timestamp) {}

    /**
     * A sample.
     *
     * @param progress the sample
     */
    record QueryProgressEvent(StreamingQueryProgress progress) {}

    /**
     * Nothing happened.
     *
     * @param id stays the same over restarts of a query with a directory
     * @param runId of this run
     * @param timestamp when, in UTC with milliseconds
     */
    record QueryIdleEvent(String id, String runId, String timestamp) {}

    /**
     * The end.
     *
     * @param id stays the same over restarts of a query with a directory
     * @param runId of this run
     * @param exception what ended it, or null
     * @param errorClassOnException code of the error, or name of the class of an exception that has none; or null
     */
    record QueryTerminatedEvent(String id, String runId, Throwable exception, String errorClassOnException) {}
}
