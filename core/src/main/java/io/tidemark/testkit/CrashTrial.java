package io.tidemark.testkit;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamWriter;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.engine.OrderJournal;
import io.tidemark.engine.QuerySpec;
import io.tidemark.engine.QueryState;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.DropReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One run of a query over its whole input, in several lives. Its journals outlive each of them, as files do. */
final class CrashTrial implements AutoCloseable {
    private static final int QUIET_CYCLES = 2;

    private final TestQuery query;
    private final List<CrashInput> rows;
    private final Path directory;
    private final boolean checkpoints;
    private final Map<String, MemoryJournal> inputs;
    private final MemoryJournal output = MemoryJournal.output("output");
    private final MemoryJournal dropped = MemoryJournal.output("dropped");
    private final MemoryJournal order = MemoryJournal.output("order");
    private final List<String> lives = new ArrayList<>();
    private int stops;
    private int resumed;

    /**
     * A run that has not begun.
     *
     * @param rows rows of all inputs in the order in which they are read
     * @param directory does not exist yet
     */
    CrashTrial(TestQuery query, List<CrashInput> rows, Path directory, boolean checkpoints) {
        this.query = query;
        this.rows = rows;
        this.directory = directory;
        this.checkpoints = checkpoints;
        inputs = query.open();
        long base = new ManualClock(query.base()).epochNanos();
        rows.forEach(one -> one.row().appendTo(inputs.get(one.input()), base));
    }

    /** The same in one life that nothing stops. */
    CrashTrial undisturbed() {
        live(null, 1, 0);
        return this;
    }

    /**
     * Starts the query and lets it live until it is stopped or has read everything and closed its windows.
     *
     * @param point where it is stopped, or null
     * @param pollLimit records that a cycle reads of each input
     * @param checkpointEvery cycles between two checkpoints, 0 for none
     * @return whether it came to its end
     */
    boolean live(CrashPoint point, int pollLimit, int checkpointEvery) {
        KillSwitch kill = new KillSwitch(point);
        String how = "polls of " + pollLimit
                + (checkpointEvery > 0 ? ", a checkpoint every " + checkpointEvery + " cycles" : "");
        lives.add(point == null ? how + ", to the end" : how + ", stop " + point);
        try (QueryInvoker invoker = writer(kill, pollLimit).invoker()) {
            resumed += invoker.recovery().checkpoint() > 0 ? 1 : 0;
            readAll(invoker, kill, checkpointEvery);
            if (invoker.state() == QueryState.RUNNING) {
                invoker.drain();
            }
            return true;
        } catch (TidemarkException e) {
            if (!kill.fired()) {
                throw e;
            }
            stops++;
            return false;
        }
    }

    private void readAll(QueryInvoker invoker, KillSwitch kill, int checkpointEvery) {
        int quiet = 0;
        for (long cycle = 0; quiet < QUIET_CYCLES && invoker.state() == QueryState.RUNNING; cycle++) {
            kill.cycle(cycle);
            quiet = invoker.invoke() > 0 ? 0 : quiet + 1;
            if (checkpointEvery > 0 && (cycle + 1) % checkpointEvery == 0 && invoker.state() == QueryState.RUNNING) {
                invoker.checkpoint();
            }
        }
    }

    private StreamWriter writer(KillSwitch kill, int pollLimit) {
        Map<String, JournalSource> sources = new LinkedHashMap<>();
        inputs.forEach((name, journal) -> sources.put(name, new StoppingSource(journal, kill)));
        StreamWriter writer = query.build(sources, new ManualClock(query.base()))
                .to(new StoppingSink(output, kill))
                .directory(directory)
                .order(order)
                .pollLimit(pollLimit)
                .checkpoints(checkpoints ? CheckpointSettings.onDemand() : CheckpointSettings.none());
        for (DropReason reason : DropReason.values()) {
            writer.dropped(reason, dropped);
        }
        if (lives.size() == 1) {
            QuerySpec spec = writer.build();
            TestQuery.requireAllRead(spec, sources);
            prescribe(spec.sources(), sources);
        }
        return writer;
    }

    /** What comes out of a query with several inputs depends on the order in which they are read: it is the one in which the rows were given. */
    private void prescribe(List<JournalSource> planned, Map<String, JournalSource> sources) {
        if (planned.size() == 1) {
            return;
        }
        long[] read = new long[planned.size()];
        int[] ordinals = new int[rows.size()];
        long[] positions = new long[rows.size()];
        for (int i = 0; i < ordinals.length; i++) {
            ordinals[i] = planned.indexOf(sources.get(rows.get(i).input()));
            positions[i] = read[ordinals[i]]++;
        }
        OrderJournal.prescribe(order, ordinals, positions);
    }

    /** The rows that came out in all lives together. */
    List<OutputRow> output() {
        return OutputRow.read(output, 0);
    }

    /** The rows that went no further in all lives together, as text. */
    List<String> dropped() {
        return DroppedRow.read(dropped).stream().map(DroppedRow::toString).toList();
    }

    /** Rows in the output so far. */
    long rowsOut() {
        return output.size();
    }

    /** What was done, one entry per life. */
    List<String> lives() {
        return lives;
    }

    /** Lives that were stopped. */
    int stops() {
        return stops;
    }

    /** Lives that went on from a checkpoint. */
    int resumed() {
        return resumed;
    }

    @Override
    public void close() {
        inputs.values().forEach(MemoryJournal::close);
        output.close();
        dropped.close();
        order.close();
    }
}
