package io.tidemark.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.tidemark.QueryInvoker;
import io.tidemark.StreamingQuery;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.metrics.StreamingQueryProgress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Shows queries in registries of Micrometer; the names and units are those of docs/metrics.md. All figures are of the last sample that the query's monitor took, and
 * reading them takes none. Queries may be added before and after {@link #bindTo}, to any number of registries.
 *
 * <p>A query that has ended stays readable with its last figures until it is removed, this is closed, or a new run of the same name is added, which takes its place. Any
 * thread.
 */
public final class TidemarkMetrics implements MeterBinder, AutoCloseable {
    private final List<MeterRegistry> registries = new ArrayList<>();
    private final Map<String, Entry> queries = new LinkedHashMap<>();

    private record Entry(WatchedQuery watched, BooleanSupplier ended) {}

    /** Shows nothing yet. */
    public TidemarkMetrics() {}

    /**
     * Shows a query.
     *
     * @return this
     * @throws TidemarkException {@code QUERY_STATE_INVALID} when another query of that name is shown and has not ended
     */
    public TidemarkMetrics add(StreamingQuery query) {
        return add(query::lastProgress, () -> query.state().ended());
    }

    /**
     * Shows a query that is polled from the user's own loop.
     *
     * @return this
     * @throws TidemarkException {@code QUERY_STATE_INVALID} when another query of that name is shown and has not ended
     */
    public TidemarkMetrics add(QueryInvoker query) {
        return add(query::lastProgress, () -> query.state().ended());
    }

    private TidemarkMetrics add(Supplier<StreamingQueryProgress> progress, BooleanSupplier ended) {
        StreamingQueryProgress now = progress.get();
        if (now == null) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "The query has ended and no sample of it was ever taken, so that there is nothing to show.",
                    "Add a query while it runs; the log says why its last sample was not taken.");
        }
        String name = now.name();
        synchronized (queries) {
            Entry before = queries.get(name);
            if (before != null && !before.ended.getAsBoolean()) {
                throw new TidemarkException(
                        ErrorCode.QUERY_STATE_INVALID,
                        "A query of the name '" + name + "' is shown and has not ended; its meters would be mixed up.",
                        "Give each query a name of its own with queryName(...), or remove the other one first.");
            }
            removeNow(name);
            WatchedQuery watched = new WatchedQuery(name, progress);
            queries.put(name, new Entry(watched, ended));
            registries.forEach(watched::bindTo);
        }
        return this;
    }

    /** Shows all queries in one more registry, those that are added later too. */
    @Override
    public void bindTo(MeterRegistry registry) {
        synchronized (queries) {
            registries.add(registry);
            queries.values().forEach(entry -> entry.watched.bindTo(registry));
        }
    }

    /** Takes the meters of a query out of all registries. Does nothing where there is none of that name. */
    public void remove(String name) {
        synchronized (queries) {
            removeNow(name);
        }
    }

    private void removeNow(String name) {
        Entry entry = queries.remove(name);
        if (entry != null) {
            entry.watched.remove();
        }
    }

    /** Takes the meters of all queries out of all registries. */
    @Override
    public void close() {
        synchronized (queries) {
            queries.values().forEach(entry -> entry.watched.remove());
            queries.clear();
            registries.clear();
        }
    }
}
