package io.tidemark.benchmarks.throughput;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** W2 as a careful user would write it: panes of 5 s, each a {@code HashMap}, merged into a further one for each window. */
final class SlidingHandLoop implements RecordHandler {
    private static final long PANE = 5_000_000_000L;
    private static final long SIZE = 60_000_000_000L;
    private static final long DELAY = 5_000_000_000L;

    private final Schema output;
    private final JournalWriter writer;
    private final RowWriter row = new RowWriter();
    private final TreeMap<Long, Map<Long, Accumulator>> panes = new TreeMap<>();
    private Map<Long, Accumulator> current;
    private long currentStart = Long.MIN_VALUE;
    private long watermark = Long.MIN_VALUE;
    private long nextEnd = Long.MAX_VALUE;
    private long sequence;
    private long late;

    private SlidingHandLoop(Schema output, JournalSink sink) {
        this.output = output;
        this.writer = sink.openWriter(output);
    }

    static long run(JournalSource source, JournalSink sink, Schema output) {
        SlidingHandLoop loop = new SlidingHandLoop(output, sink);
        try (JournalReader reader = source.openReader()) {
            while (reader.poll(loop, 256) > 0) {
                // Reads to the end.
            }
        }
        loop.close(Long.MAX_VALUE);
        loop.writer.close();
        loop.row.close();
        return loop.sequence;
    }

    @Override
    public void onRow(RowView in) {
        long time = in.getLong(0);
        long start = time - Math.floorMod(time, PANE);
        if (start + SIZE <= watermark) {
            late++;
            return;
        }
        if (start != currentStart) {
            current = panes.computeIfAbsent(start, ignored -> new HashMap<>());
            currentStart = start;
            nextEnd = Math.min(nextEnd, Math.max(start + PANE, watermark - Math.floorMod(watermark, PANE) + PANE));
        }
        current.computeIfAbsent(in.getLong(1), ignored -> new Accumulator()).add(in.getDouble(2));
        if (time - DELAY > watermark) {
            watermark = time - DELAY;
            if (nextEnd <= watermark) {
                close(watermark);
            }
        }
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        throw new IllegalStateException(reason);
    }

    private void close(long upTo) {
        while (!panes.isEmpty() && nextEnd <= upTo) {
            emit(nextEnd);
            panes.headMap(nextEnd - SIZE, true).clear();
            nextEnd = panes.isEmpty() ? Long.MAX_VALUE : Math.max(nextEnd, panes.firstKey()) + PANE;
        }
        currentStart = Long.MIN_VALUE;
    }

    private void emit(long end) {
        Map<Long, Accumulator> window = new HashMap<>();
        for (Map<Long, Accumulator> pane :
                panes.subMap(end - SIZE, true, end, false).values()) {
            pane.forEach((key, value) ->
                    window.computeIfAbsent(key, ignored -> new Accumulator()).merge(value));
        }
        for (Map.Entry<Long, Accumulator> group : window.entrySet()) {
            Accumulator accumulator = group.getValue();
            row.start(output);
            row.setLong(0, end - SIZE);
            row.setLong(1, end);
            row.setLong(2, group.getKey());
            row.setLong(3, accumulator.count);
            row.setDouble(4, accumulator.sum);
            row.setDouble(5, accumulator.min);
            row.setDouble(6, accumulator.max);
            writer.append(row.finish().origin(0, RowView.NO_INGEST_TIME, RowKind.INSERT), sequence++);
        }
    }

    private static final class Accumulator {
        private long count;
        private double sum;
        private double min = Double.POSITIVE_INFINITY;
        private double max = Double.NEGATIVE_INFINITY;

        void add(double amount) {
            count++;
            sum += amount;
            min = Math.min(min, amount);
            max = Math.max(max, amount);
        }

        void merge(Accumulator other) {
            count += other.count;
            sum += other.sum;
            min = Math.min(min, other.min);
            max = Math.max(max, other.max);
        }
    }
}
