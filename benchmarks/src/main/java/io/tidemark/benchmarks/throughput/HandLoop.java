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

/** W1 as a user would write it: a map of windows, each a {@code HashMap} of accumulators. No recovery, no checks, no counters. */
final class HandLoop implements RecordHandler {
    private static final long MINUTE = 60_000_000_000L;
    private static final long DELAY = 5_000_000_000L;

    private final Schema output;
    private final JournalWriter writer;
    private final RowWriter row = new RowWriter();
    private final TreeMap<Long, Map<Long, Accumulator>> windows = new TreeMap<>();
    private Map<Long, Accumulator> current;
    private long currentStart = Long.MIN_VALUE;
    private long watermark = Long.MIN_VALUE;
    private long sequence;
    private long late;

    private HandLoop(Schema output, JournalSink sink) {
        this.output = output;
        this.writer = sink.openWriter(output);
    }

    /** Runs over all rows and returns the number of rows that came out. */
    static long run(JournalSource source, JournalSink sink, Schema output) {
        HandLoop loop = new HandLoop(output, sink);
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
        long start = time - Math.floorMod(time, MINUTE);
        if (start + MINUTE <= watermark) {
            late++;
            return;
        }
        if (start != currentStart) {
            current = windows.computeIfAbsent(start, ignored -> new HashMap<>());
            currentStart = start;
        }
        long key = in.getLong(1);
        Accumulator accumulator = current.get(key);
        if (accumulator == null) {
            accumulator = new Accumulator();
            current.put(key, accumulator);
        }
        accumulator.add(in.getDouble(2));
        if (time - DELAY > watermark) {
            watermark = time - DELAY;
            if (windows.firstKey() + MINUTE <= watermark) {
                close(watermark);
            }
        }
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        throw new IllegalStateException(reason);
    }

    private void close(long upTo) {
        while (!windows.isEmpty() && windows.firstKey() + MINUTE <= upTo) {
            Map.Entry<Long, Map<Long, Accumulator>> window = windows.pollFirstEntry();
            for (Map.Entry<Long, Accumulator> group : window.getValue().entrySet()) {
                Accumulator accumulator = group.getValue();
                row.start(output);
                row.setLong(0, window.getKey());
                row.setLong(1, window.getKey() + MINUTE);
                row.setLong(2, group.getKey());
                row.setLong(3, accumulator.count);
                row.setDouble(4, accumulator.sum);
                row.setDouble(5, accumulator.min);
                row.setDouble(6, accumulator.max);
                writer.append(row.finish().origin(0, RowView.NO_INGEST_TIME, RowKind.INSERT), sequence++);
            }
        }
        currentStart = Long.MIN_VALUE;
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
    }
}
