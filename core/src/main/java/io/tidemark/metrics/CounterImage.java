package io.tidemark.metrics;

import java.lang.invoke.VarHandle;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * All counters of a query as they were at the end of one duty cycle.
 *
 * @param query by {@link QueryField}
 * @param sources for each source by {@link SourceField}
 * @param operators for each source and then each operator by {@link MetricField}, then by drop reason
 */
record CounterImage(long[] query, long[][] sources, long[][] operators) {
    private static final int TRIES = 1000;

    /** Takes the values; tries until no publication came in between. */
    static CounterImage of(AtomicCounter[] query, AtomicCounter[][] sources, AtomicCounter[][] operators) {
        CounterImage image = null;
        for (int i = 0; i < TRIES; i++) {
            long before = query[QueryField.PUBLISHED.ordinal()].get();
            image = new CounterImage(values(query), values(sources), values(operators));
            VarHandle.acquireFence();
            if ((before & 1) == 0 && before == query[QueryField.PUBLISHED.ordinal()].get()) {
                return image;
            }
            Thread.onSpinWait();
        }
        return image;
    }

    long query(QueryField field) {
        return query[field.ordinal()];
    }

    long source(int source, SourceField field) {
        return sources[source][field.ordinal()];
    }

    long operator(int operator, MetricField field) {
        return operators[operator][field.ordinal()];
    }

    private static long[][] values(AtomicCounter[][] counters) {
        long[][] values = new long[counters.length][];
        for (int i = 0; i < counters.length; i++) {
            values[i] = values(counters[i]);
        }
        return values;
    }

    private static long[] values(AtomicCounter[] counters) {
        long[] values = new long[counters.length];
        for (int i = 0; i < counters.length; i++) {
            values[i] = counters[i].get();
        }
        return values;
    }
}
