package io.tidemark.probes;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.Trigger;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.metrics.QueryProgress;
import io.tidemark.operator.DropReason;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A query that is fed in batches as {@link ProbeRun} describes, and that can be stopped or killed between and within them. Its order and its cuts are in a
 * journal, so that batches are the same after a restart.
 */
final class RestartRun implements AutoCloseable {
    private final Path directory;
    private final Function<StreamFrame, StreamWriter> plan;
    private final MemoryJournal source =
            MemoryJournal.withIngestTime("probe", Schema.parse("ts timestamp, k string, v long"));
    private final MemoryJournal order = MemoryJournal.output("order");
    private final MemoryJournal result = MemoryJournal.output("result");
    private final MemoryJournal late = MemoryJournal.output("late");
    final CrashingSink sink = new CrashingSink(result);
    CheckpointSettings checkpoints = CheckpointSettings.onDemand();
    private QueryInvoker query;

    RestartRun(Path directory, Function<StreamFrame, StreamWriter> plan) {
        this.directory = directory;
        this.plan = plan;
        start();
    }

    /** Begins the next life. */
    RestartRun start() {
        query = plan.apply(Tidemark.stream("probe", source))
                .time(ProbeRun.PROBES)
                .trigger(Trigger.manual())
                .queryName("probe")
                .directory(directory)
                .checkpoints(checkpoints)
                .order(order)
                .to(sink)
                .dropped(DropReason.LATE, late)
                .invoker();
        return this;
    }

    RestartRun row(String key, double seconds, long value) {
        source.appendValuesAt(0, ProbeRun.at(seconds), key, value);
        return this;
    }

    RestartRun row(String key, double seconds) {
        return row(key, seconds, 0);
    }

    /** Ends the batch and lets batches without rows run; what came out. */
    List<String> batch() {
        long before = result.size();
        cutAll();
        return since(before);
    }

    /** Ends the batch; the next one follows at once. */
    List<String> batchAtOnce() {
        long before = result.size();
        query.processAllAvailable();
        query.cut();
        return since(before);
    }

    private void cutAll() {
        query.processAllAvailable();
        query.cut();
        while (query.cutDue()) {
            query.cut();
        }
    }

    long checkpoint() {
        return query.checkpoint();
    }

    /** An orderly stop and the next life. */
    RestartRun restart() {
        query.close();
        return start();
    }

    /** The query dies when it puts out this row, and lives again. */
    RestartRun killAt(long sequence, boolean taken) {
        sink.crashAt(sequence, taken);
        assertThrows(TidemarkException.class, this::cutAll);
        query.close();
        return start();
    }

    /** The query dies while it is drained, at this row, and lives again until the drain is done. */
    void killInDrainAt(long sequence, boolean taken) {
        sink.crashAt(sequence, taken);
        assertThrows(TidemarkException.class, query::drain);
        query.close();
        start().query.processAllAvailable();
    }

    /** Rows that were stored as late ones. */
    long lateStored() {
        return late.size();
    }

    List<String> flush() {
        long before = result.size();
        query.drain();
        return since(before);
    }

    QueryInvoker query() {
        return query;
    }

    QueryProgress progress() {
        return query.progress();
    }

    long late() {
        return progress().dropped(DropReason.LATE);
    }

    /** All that came out. */
    List<String> all() {
        return since(0);
    }

    private List<String> since(long before) {
        List<String> lines = new ArrayList<>();
        List<List<Object>> rows = result.rows();
        for (List<Object> row : rows.subList((int) before, rows.size())) {
            lines.add(ProbeRun.text(row));
        }
        return lines;
    }

    @Override
    public void close() {
        query.close();
        source.close();
        order.close();
        late.close();
        result.close();
    }
}
