package io.tidemark.metrics;

/** Is handed every sample of a query, also those of intervals in which nothing happened, on the monitor's thread. It must be quick: all queries of a process share that thread. */
@FunctionalInterface
public interface ProgressWatcher {
    /** A sample was taken. An exception is logged and hurts nobody else. */
    void onSample(StreamingQueryProgress progress);
}
