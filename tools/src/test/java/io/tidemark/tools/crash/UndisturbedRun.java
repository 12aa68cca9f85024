package io.tidemark.tools.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.QueryInvoker;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.state.heap.HeapState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a query gives that nobody disturbs: on another state backend, without checkpoints, over the same inputs and with the recorded order of the run that it is
 * compared with, drained at last.
 */
record UndisturbedRun(long rowsRead, List<StoredRecord> output, List<StoredRecord> drops, List<StoredRecord> order) {
    private static final long STATE_BYTES = 1 << 30;

    /**
     * Runs it in the directory {@code reference} of a trial.
     *
     * @param home where inputs and order are
     */
    static UndisturbedRun of(CrashPlan plan, Path home) throws IOException {
        Path reference = Files.createDirectories(home.resolve("reference"));
        if (plan.query().ordered()) {
            copy(home.resolve(TrialHome.ORDER), reference.resolve(TrialHome.ORDER));
        }
        long rowsRead = run(plan, home, reference);
        return new UndisturbedRun(
                rowsRead,
                StoredRecord.readAll(reference.resolve(TrialHome.OUTPUT)),
                StoredRecord.readAll(reference.resolve(TrialHome.DROPS)),
                StoredRecord.readAll(reference.resolve(TrialHome.ORDER)));
    }

    /** State of an undisturbed run that was stopped in order after the same inputs, in the same recorded order; with checkpoints and state off-heap. */
    static List<String> state(CrashPlan plan, Path home) throws IOException {
        Path reference = Files.createDirectories(home.resolve("reference-state"));
        if (plan.query().ordered()) {
            copy(home.resolve(TrialHome.ORDER), reference.resolve(TrialHome.ORDER));
        }
        TrialHome trial = new TrialHome(reference, plan, LifeStatus.in(reference), Trap.none());
        try (trial) {
            List<ChronicleJournal> inputs = trial.openInputs(home);
            try (QueryInvoker query = trial.crashing(
                            inputs, ChronicleState.withLimit(CrashLife.STATE_BYTES), CheckpointSettings.onDemand())
                    .invoker()) {
                query.processAllAvailable();
            }
        }
        return StateText.of(reference.resolve(TrialHome.QUERY));
    }

    private static long run(CrashPlan plan, Path home, Path reference) throws IOException {
        TrialHome trial = new TrialHome(reference, plan, LifeStatus.in(reference), Trap.none());
        try (trial) {
            List<ChronicleJournal> inputs = trial.openInputs(home);
            try (QueryInvoker query =
                    trial.writer(inputs, HeapState.withLimit(STATE_BYTES)).invoker()) {
                query.processAllAvailable();
                query.drain();
                return query.progress().rowsRead();
            }
        }
    }

    /** Compares record by record, so that a message shows the first difference and not all records. */
    static void assertSame(List<StoredRecord> expected, List<StoredRecord> found, String journal) {
        for (int i = 0; i < Math.min(expected.size(), found.size()); i++) {
            assertEquals(expected.get(i), found.get(i), "record " + i + " of " + journal);
        }
        assertEquals(expected.size(), found.size(), "number of records of " + journal);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }
}
