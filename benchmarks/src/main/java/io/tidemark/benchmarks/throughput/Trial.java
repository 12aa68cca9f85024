package io.tidemark.benchmarks.throughput;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.metrics.QueryProgress;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs one workload at one scale between two ends: as a query or by hand, all rows once, the first quarter as warm-up. This thread does everything. */
final class Trial {
    private static final int POLL_LIMIT = 256;
    private static final long SLICE = 4096;

    private final Workload workload;
    private final Scale scale;
    private final Ends ends;
    private final Schema results;

    Trial(Workload workload, Scale scale, Ends ends) {
        this.workload = workload;
        this.scale = scale;
        this.ends = ends;
        results = results(workload, scale, !ends.loopsMakeEvents());
    }

    /** Columns of the results of a workload. */
    static Schema results(Workload workload, Scale scale, boolean wide) {
        List<JournalSource> sources = new ArrayList<>();
        workload.rows(scale, wide).forEach(rows -> sources.add(new GeneratorSource("rows-" + sources.size(), rows)));
        return workload.query(sources).schema();
    }

    /**
     * Runs the query.
     *
     * @param checkpointEvery null for none, and no directory
     */
    Measured query(Duration checkpointEvery) throws IOException {
        ends.open();
        Meter meter = new Meter();
        QueryProgress progress;
        try (ChronicleJournal order = checkpointEvery != null && ends.sources().size() > 1
                        ? ChronicleJournal.create(ends.scratch().resolve("order"), Tidemark.orderSchema())
                        : null;
                QueryInvoker query = writer(meter, checkpointEvery, order).invoker()) {
            query.processAllAvailable();
            progress = query.progress();
            query.drain();
            meter.end();
        }
        return measured(meter, progress.stateUsedBytes());
    }

    private StreamWriter writer(Meter meter, Duration checkpointEvery, ChronicleJournal order) {
        StreamWriter writer = workload.query(marked(meter))
                .writeStream()
                .queryName("workload")
                .state(ChronicleState.withLimit(scale.stateBytes()))
                .to(ends.sink());
        if (checkpointEvery == null) {
            return writer;
        }
        writer.directory(ends.scratch().resolve("query")).checkpoints(CheckpointSettings.every(checkpointEvery));
        return order == null ? writer : writer.order(order);
    }

    /** Runs the loop over {@code HashMap}. */
    Measured loop() throws IOException {
        ends.open();
        LoopOutput out = ends.loopOutput(results);
        return byHand(workload.loop(scale, out), out);
    }

    /** Runs the loop over arrays, which takes events that it makes itself; null where there is none. */
    Measured arrays() throws IOException {
        ends.open();
        LoopOutput out = ends.loopOutput(results);
        HandLoop arrays = ends.loopsMakeEvents() ? workload.arrays(scale, out) : null;
        return arrays == null ? null : byHand(arrays, out);
    }

    /** Reads the rows and does nothing with them. Its checksum is none of the results. */
    Measured source() throws IOException {
        ends.open();
        Meter meter = new Meter();
        read(new SourceLoop(new LoopOutput.ToChecksum(new Checksum()), false), meter);
        meter.end();
        return measured(meter, 0);
    }

    private Measured byHand(HandLoop loop, LoopOutput out) throws IOException {
        Meter meter = new Meter();
        try (out) {
            if (ends.loopsMakeEvents()) {
                make(loop, 0, scale.warmUp());
                meter.begin();
                make(loop, scale.warmUp(), scale.rows());
            } else {
                read(loop, meter);
            }
            loop.finish();
            meter.end();
        }
        return measured(meter, 0);
    }

    private static void make(HandLoop loop, long from, long to) {
        for (long start = from; start < to; start += SLICE) {
            loop.events(start, Math.min(to, start + SLICE));
        }
    }

    private void read(HandLoop loop, Meter meter) {
        List<JournalReader> readers =
                marked(meter).stream().map(JournalSource::openReader).toList();
        List<RowTaker> takers = new ArrayList<>();
        readers.forEach(reader -> takers.add(new RowTaker(loop, takers.size())));
        int read;
        do {
            read = 0;
            for (int i = 0; i < takers.size(); i++) {
                read += readers.get(i).poll(takers.get(i), POLL_LIMIT);
            }
        } while (read > 0);
        readers.forEach(JournalReader::close);
    }

    /** The sources, of which the first tells the meter when a quarter of its rows is read. */
    private List<JournalSource> marked(Meter meter) {
        List<JournalSource> sources = new ArrayList<>(ends.sources());
        sources.set(0, new MarkedSource(sources.get(0), scale.warmUp() / sources.size(), meter));
        return sources;
    }

    private Measured measured(Meter meter, long stateBytes) throws IOException {
        Checksum checksum = ends.finish();
        return new Measured(
                checksum.rows(),
                checksum.sum(),
                meter.cpuNs(),
                meter.processNs(),
                meter.wallNs(),
                meter.bytes(),
                stateBytes);
    }
}
