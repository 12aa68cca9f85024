package io.tidemark.tools.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.QueryInvoker;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.checkpoint.FileHook;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.offheap.ChronicleState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The n-th call on a checkpoint file fails, for every n of a run with some snapshots and merges. At most one checkpoint is not made, the next one is, and a
 * query that is left where it stands goes on exactly when it is started again.
 */
class FailingFilesTest {
    private static final int ROWS = 200;
    private static final int ROWS_PER_CHECKPOINT = 40;
    /** Reaching fewer calls than this would mean that hardly anything was tested. */
    private static final int LEAST_CALLS = 60;

    @TempDir
    private Path directory;

    /** Fails one call. */
    private static final class OneFailure implements FileHook {
        private final AtomicInteger calls = new AtomicInteger();
        private final int failing;

        OneFailure(int failing) {
            this.failing = failing;
        }

        @Override
        public void before(FileCall call, Path file) throws IOException {
            if (calls.incrementAndGet() == failing) {
                throw new IOException("call " + failing + " fails: " + call + " of " + file.getFileName());
            }
        }

        boolean failed() {
            return calls.get() >= failing;
        }
    }

    @Test
    void shouldMakeTheNextCheckpointWhicheverCallFails() throws IOException {
        failEach(CrashQuery.SLIDING, 1);
    }

    /** Three operators and two inputs; every tenth call, since the calls are the same. */
    @Test
    void shouldMakeTheNextCheckpointOfAChainToo() throws IOException {
        failEach(CrashQuery.CHAIN, 10);
    }

    private void failEach(CrashQuery query, int step) throws IOException {
        CrashPlan plan = new CrashPlan(query, 7, false, ROWS, ROWS / 5, true, 30, 0, 0);
        int last = 0;
        // The number of calls differs a little from run to run, since merges are made while nothing else is to do.
        int beyond = 0;
        for (int call = 1; beyond < 3; call += step) {
            boolean reached = trial(plan, call, directory.resolve("call-" + call));
            last = reached ? call : last;
            beyond = reached ? 0 : beyond + 1;
        }
        System.out.println(query + ": " + last + " calls");
        assertTrue(last >= LEAST_CALLS, "only " + last + " calls");
    }

    private boolean trial(CrashPlan plan, int failing, Path home) throws IOException {
        OneFailure hook = new OneFailure(failing);
        try {
            run(plan, hook, Files.createDirectories(home)).replace(home);
            restart(plan, home);
            DiskImage.delete(home);
            return hook.failed();
        } catch (RuntimeException | Error e) {
            throw new AssertionError("call " + failing + ": " + e.getMessage(), e);
        }
    }

    private static DiskImage run(CrashPlan plan, OneFailure hook, Path home) throws IOException {
        TrialHome trial = new TrialHome(home, plan, LifeStatus.in(home), Trap.none());
        try (trial) {
            List<ChronicleJournal> inputs = trial.openInputs(home);
            try (InputFeed feed = new InputFeed(plan, inputs, Trap.none());
                    QueryInvoker query = start(trial, inputs, hook)) {
                int failures = 0;
                long number = 0;
                for (int row = 0; row < ROWS * 4 / 5; row += ROWS_PER_CHECKPOINT) {
                    feed.append(ROWS_PER_CHECKPOINT, plan.held());
                    query.processAllAvailable();
                    try {
                        long next = query.checkpoint();
                        assertTrue(next > number, "checkpoint " + next + " after " + number);
                        number = next;
                    } catch (TidemarkException e) {
                        assertEquals(ErrorCode.IO_FAILED, e.code(), e.getMessage());
                        failures++;
                    }
                }
                assertTrue(failures <= 1, failures + " checkpoints failed");
                feed.append(15, plan.held() / 2);
                query.processAllAvailable();
                return DiskImage.of(home);
            }
        }
    }

    /** Opening reads and makes files too: where that fails nothing was begun, and it is opened again. */
    private static QueryInvoker start(TrialHome trial, List<ChronicleJournal> inputs, FileHook hook) {
        CheckpointSettings settings =
                CheckpointSettings.onDemand().withMergeBytes(0).withFiles(hook);
        try {
            return trial.writer(inputs, ChronicleState.withLimit(CrashLife.STATE_BYTES))
                    .directory(trial.directory().resolve(TrialHome.QUERY))
                    .checkpoints(settings)
                    .invoker();
        } catch (TidemarkException e) {
            assertEquals(ErrorCode.IO_FAILED, e.code(), e.getMessage());
            return start(trial, inputs, hook);
        }
    }

    private static void restart(CrashPlan plan, Path image) throws IOException {
        TrialHome trial = new TrialHome(image, plan, LifeStatus.in(image), Trap.none());
        try (trial) {
            List<ChronicleJournal> inputs = trial.openInputs(image);
            try (InputFeed feed = new InputFeed(plan, inputs, Trap.none())) {
                feed.append(plan.rows(), 0);
            }
            try (QueryInvoker query = start(trial, inputs, FileHook.NONE)) {
                query.processAllAvailable();
                query.drain();
                assertTrue(query.recovery().checkpoint() > 0, "it began from the start");
            }
        }
        UndisturbedRun reference = UndisturbedRun.of(plan, image);
        UndisturbedRun.assertSame(
                reference.output(), StoredRecord.readAll(image.resolve(TrialHome.OUTPUT)), TrialHome.OUTPUT);
        UndisturbedRun.assertSame(
                reference.drops(), StoredRecord.readAll(image.resolve(TrialHome.DROPS)), TrialHome.DROPS);
    }
}
