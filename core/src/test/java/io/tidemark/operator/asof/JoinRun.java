package io.tidemark.operator.asof;

import io.tidemark.StreamFrame;
import io.tidemark.engine.Pipeline;
import io.tidemark.engine.QuerySpec;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.metrics.QueryCounters;
import io.tidemark.metrics.QueryProgress.OperatorProgress;
import io.tidemark.operator.asof.JoinInput.Arrival;
import io.tidemark.state.EntryTable;
import io.tidemark.time.TimeSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;

/** A run of a join over rows of two sides in the order of their arrival, driven by hand. */
final class JoinRun implements AutoCloseable {
    private final List<Arrival> arrivals;
    private final Random random;
    private final MemoryJournal left = MemoryJournal.of("left", JoinInput.LEFT);
    private final MemoryJournal right = MemoryJournal.of("right", JoinInput.RIGHT);
    private final MemoryJournal order = MemoryJournal.output("order");
    private final MemoryJournal result = MemoryJournal.output("out");
    private QueryCounters counters;
    private Pipeline pipeline;

    JoinRun(List<Arrival> arrivals, long seed) {
        this.arrivals = arrivals;
        this.random = new Random(seed);
        JoinInput.append(arrivals, left, right, order);
    }

    /** Opens a query over both sides. */
    void open(TimeSettings time, BiFunction<JournalSource, JournalSource, StreamFrame> query) {
        QuerySpec spec = query.apply(left, right)
                .writeStream()
                .queryName("q")
                .time(time)
                .order(order)
                .to(result)
                .pinned(false)
                .build();
        counters = new QueryCounters(
                spec.name(), spec.plan().steps().size() + spec.plan().sources().size());
        pipeline = new Pipeline(spec, counters, true);
    }

    /** Reads everything, now and then doing a part of the pending work, and at the end all of it. */
    void readAll() {
        while (pipeline.poll(1 + random.nextInt(4)) > 0) {
            if (random.nextInt(3) == 0) {
                pipeline.work(1 + random.nextInt(3));
            }
        }
        pipeline.workOff();
    }

    void drain() {
        pipeline.drain();
    }

    OperatorProgress operator(String uid) {
        pipeline.publish();
        return counters.progress().operators().stream()
                .filter(one -> one.uid().equals(uid))
                .findFirst()
                .orElseThrow();
    }

    MemoryJournal result() {
        return result;
    }

    /** Each row: number of the arrival that caused it, kind, id of the left row, last column but one of the right row. */
    List<String> rows() {
        List<List<Object>> rows = result.rows();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            lines.add(step(result.causeSource(i), result.cause(i)) + " " + result.kind(i) + " "
                    + rows.get(i).get(2) + " " + rows.get(i).get(5));
        }
        return lines;
    }

    /** Number of the arrival at a position of a source. */
    int step(int source, long position) {
        long seen = -1;
        for (int i = 0; i < arrivals.size(); i++) {
            if (arrivals.get(i).left() == (source == 0) && ++seen == position) {
                return i;
            }
        }
        throw new AssertionError("no arrival " + position + " of source " + source);
    }

    /** Right rows in state. */
    long keptRightRows() {
        RightRows rows = parts().right();
        long count = 0;
        for (long entry = rows.keys().next(EntryTable.NONE);
                entry != EntryTable.NONE;
                entry = rows.keys().next(entry)) {
            count += rows.chain().size(rows.head(entry));
        }
        return count;
    }

    /** Entries, blocks and records in state. */
    long remainingState() {
        JoinParts parts = parts();
        long waiting = parts.waiting() == null || parts.waiting().isEmpty() ? 0 : 1;
        return parts.keys().rowCount()
                + parts.keys().blockCount()
                + parts.right().trims().size()
                + waiting;
    }

    private JoinParts parts() {
        return pipeline.operators().stream()
                .filter(AsOfOperator.class::isInstance)
                .map(AsOfOperator.class::cast)
                .findFirst()
                .orElseThrow()
                .parts();
    }

    @Override
    public void close() {
        if (pipeline != null) {
            pipeline.close();
        }
        left.close();
        right.close();
        order.close();
        result.close();
    }
}
