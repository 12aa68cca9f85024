package io.tidemark.tools.lives;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamWriter;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.checkpoint.Durability;
import io.tidemark.checkpoint.FileHook;
import io.tidemark.checkpoint.RecoveryReport;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.DropReason;
import io.tidemark.state.StateBackendFactory;
import io.tidemark.state.heap.HeapState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** One query over random input that lives several times, and what an undisturbed run of it gives. */
final class LivesTrial {
    private static final long SECOND = 1_000_000_000L;
    private static final int POLL_LIMIT = 5;

    /** Figures over all lives. */
    static final class Figures {
        int failures;
        int failedCheckpoints;
        int checkpoints;
        long skipped;
        long rowsAgain;
    }

    private final LivesQuery query;
    private final Random random;
    private final Path directory;
    private final StateBackendFactory state;
    private final Supplier<LivesJournals> journals;
    private final Figures figures;
    private final Durability durability;
    private volatile int failEvery;
    private int calls;
    private long time = 1_000;
    private long rowsAtCheckpoint;
    private long checkpoint;
    private long rowsBefore;

    LivesTrial(
            LivesQuery query,
            Random random,
            Path directory,
            StateBackendFactory state,
            Supplier<LivesJournals> journals,
            Figures figures) {
        this.query = query;
        this.random = random;
        this.directory = directory;
        this.state = state;
        this.journals = journals;
        this.figures = figures;
        durability = random.nextBoolean() ? Durability.MACHINE : Durability.PROCESS;
    }

    void run(int lives) {
        for (int life = 1; life < lives; life++) {
            live(false);
        }
        live(true);
        compare();
    }

    private void live(boolean last) {
        long known = checkpoint;
        long rowsKnown = rowsAtCheckpoint;
        try (LivesJournals open = journals.get();
                QueryInvoker running = writer(open).invoker()) {
            open.output().failAfter(Long.MAX_VALUE);
            open.late().failAfter(Long.MAX_VALUE);
            open.order().failAfter(Long.MAX_VALUE);
            try {
                steps(open, running, last);
            } catch (TidemarkException e) {
                requireWanted(e);
            } finally {
                Trip.callsLeft = Long.MAX_VALUE;
                failEvery = random.nextInt(4) == 0 ? failEvery : 0;
            }
            if (last) {
                running.processAllAvailable();
                running.drain();
            }
            checkReport(running, known, rowsKnown);
            rowsBefore = Math.max(rowsBefore, running.progress().rowsRead());
        } finally {
            failEvery = 0;
        }
    }

    private StreamWriter writer(LivesJournals open) {
        StreamWriter writer = query.over(sources(open))
                .directory(directory)
                .state(state)
                .pollLimit(POLL_LIMIT)
                .pinned(false)
                .checkpoints(settings())
                .dropped(DropReason.LATE, open.late())
                .to(open.output());
        return query.needsOrder() ? writer.order(open.order()) : writer;
    }

    private List<JournalSource> sources(LivesJournals open) {
        return IntStream.range(0, query.inputs()).mapToObj(open::source).toList();
    }

    private CheckpointSettings settings() {
        CheckpointSettings settings = random.nextBoolean()
                ? CheckpointSettings.onDemand()
                : CheckpointSettings.everyRows(1 + random.nextInt(40));
        return settings.withDurability(durability)
                .withStageBytes(random.nextInt(4) == 0 ? 512 << 10 : 1 << 20)
                .withMergeBytes(random.nextInt(1 << 14))
                .withFiles(this::beforeCall);
    }

    private void beforeCall(FileHook.FileCall call, Path file) throws IOException {
        int every = failEvery;
        if (every > 0 && ++calls % every == 0) {
            throw new IOException(call + " of " + file.getFileName() + " was made to fail");
        }
    }

    private void steps(LivesJournals open, QueryInvoker running, boolean last) {
        int steps = 5 + random.nextInt(40);
        int failing = last ? -1 : random.nextInt(steps);
        for (int step = 0; step < steps; step++) {
            append(open);
            if (step == failing) {
                fail(open);
            }
            for (int cycle = random.nextInt(4); cycle > 0; cycle--) {
                running.invoke();
            }
            if (random.nextInt(5) == 0) {
                running.requestCheckpoint();
            }
            if (random.nextInt(12) == 0) {
                failEvery = random.nextInt(3) == 0 ? 1 + random.nextInt(12) : 0;
            }
            if (random.nextInt(8) == 0) {
                checkpoint(running);
            }
        }
    }

    private void checkpoint(QueryInvoker running) {
        try {
            long number = running.checkpoint();
            require(number >= checkpoint, "checkpoint " + number + " after " + checkpoint);
            checkpoint = number;
            rowsAtCheckpoint = running.progress().rowsRead();
            figures.checkpoints++;
        } catch (TidemarkException e) {
            if (e.code() != ErrorCode.IO_FAILED) {
                throw e;
            }
            figures.failedCheckpoints++;
        }
    }

    private void append(LivesJournals open) {
        for (int i = random.nextInt(12); i > 0; i--) {
            time += random.nextInt(3) == 0 ? 1 : 0;
            long second = time - (random.nextInt(8) == 0 ? random.nextInt(25) : random.nextInt(4));
            open.append(
                    random.nextInt(query.inputs()), second * SECOND, "key-" + random.nextInt(4), random.nextInt(60));
        }
    }

    private void fail(LivesJournals open) {
        switch (random.nextInt(5)) {
            case 0 -> open.output().failAfter(random.nextInt(6));
            case 1 -> open.late().failAfter(random.nextInt(3));
            case 2 -> open.order().failAfter(random.nextInt(6));
            case 3 -> Trip.callsLeft = random.nextInt(20);
            default -> {
                // It is stopped in order.
            }
        }
    }

    private void requireWanted(TidemarkException e) {
        if (!(e.getCause() instanceof Trip.TrippedException)
                && !(e.getCause() instanceof FailingJournal.RefusedException)) {
            throw e;
        }
        figures.failures++;
    }

    /** A query goes on from no older checkpoint than the last one that was answered for, and reads no more again than what followed it. */
    private void checkReport(QueryInvoker running, long known, long rowsKnown) {
        RecoveryReport report = running.recovery();
        RecoveryReport.Replayed again = report.replayed();
        require(report.checkpoint() >= known, "checkpoint " + report.checkpoint() + ", not " + known);
        require(again.skipped() == again.compared(), again.toString());
        require(report.faults().isEmpty() && report.repairs().isEmpty(), report.toString());
        if (report.complete()) {
            long most = rowsBefore - rowsKnown + (long) POLL_LIMIT * query.inputs();
            require(again.rows() <= most, again + " of at most " + most);
        }
        figures.skipped += again.skipped();
        figures.rowsAgain += again.rows();
    }

    private void compare() {
        try (LivesJournals open = journals.get();
                MemoryJournal output = MemoryJournal.output("out");
                MemoryJournal late = MemoryJournal.output("late");
                MemoryJournal order = query.needsOrder() ? LivesJournals.copyOrder(open.order()) : null) {
            StreamWriter writer = query.over(sources(open))
                    .state(HeapState.withLimit(64 << 20))
                    .dropped(DropReason.LATE, late)
                    .to(output);
            try (QueryInvoker undisturbed = (order == null ? writer : writer.order(order)).invoker()) {
                undisturbed.processAllAvailable();
                undisturbed.drain();
            }
            same("output", LivesJournals.rows(output), LivesJournals.rows(open.output()));
            same("late rows", LivesJournals.rows(late), LivesJournals.rows(open.late()));
            require(output.size() > 0, "the input says nothing");
        }
    }

    private static void same(String what, List<String> expected, List<String> rows) {
        List<String> shared = new ArrayList<>(expected);
        for (int i = 0; i < Math.min(shared.size(), rows.size()); i++) {
            require(shared.get(i).equals(rows.get(i)), what + " " + i + ": " + rows.get(i) + ", not " + shared.get(i));
        }
        require(expected.size() == rows.size(), what + ": " + rows.size() + " rows, not " + expected.size());
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
