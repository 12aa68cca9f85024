package io.tidemark.testkit;

import io.tidemark.StreamWriter;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.state.StateBackendFactory;
import io.tidemark.state.StateSnapshots;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * A query that lives several times. In each life snapshots begin at random rows and are handed over while rows go on, some are given up, and it ends at a
 * random row; the next life loads the last one that was whole. The last life reads to the end.
 */
final class SnapshotLives {
    private final Function<List<JournalSource>, StreamWriter> query;
    private final ContractInput input;
    private final StateBackendFactory backend;
    private final Random random;
    private final ContractSnapshot snapshot = new ContractSnapshot();

    SnapshotLives(
            Function<List<JournalSource>, StreamWriter> query,
            ContractInput input,
            StateBackendFactory backend,
            Random random) {
        this.query = query;
        this.input = input;
        this.backend = backend;
        this.random = random;
    }

    /**
     * Lives so many times.
     *
     * @param rows rows of the input
     * @return what came out in all lives together
     */
    List<List<Object>> run(MemoryJournal sink, int lives, long rows) {
        for (int life = 1; life < lives; life++) {
            try (ContractRun run = open(sink)) {
                long end = rows * life / lives + random.nextLong(rows / lives + 1);
                while (run.rowsRead() < end && run.step()) {
                    snapshots(run);
                }
            }
            loseOutputBehindSnapshot(sink);
        }
        try (ContractRun run = open(sink)) {
            while (run.step()) {
                snapshots(run);
            }
            run.drain();
            return run.rows();
        }
    }

    private ContractRun open(MemoryJournal sink) {
        ContractRun run = ContractRun.withSnapshots(query, input, sink, backend, 1 + random.nextInt(3));
        snapshot.crash();
        if (snapshot.published() != null) {
            run.load(snapshot);
        }
        return run;
    }

    /** What was put out after the snapshot may be lost or not. */
    private void loseOutputBehindSnapshot(MemoryJournal sink) {
        if (random.nextBoolean()) {
            long kept = snapshot.published() == null
                    ? 0
                    : snapshot.published().output().sequence() + 1;
            sink.truncate(kept + random.nextLong(sink.size() - kept + 1));
        }
    }

    private void snapshots(ContractRun run) {
        StateSnapshots state = run.snapshots();
        state.sweep(random.nextInt(4));
        if (!snapshot.underWay()) {
            if (state.ready() && random.nextInt(3) == 0) {
                snapshot.roomFor(random.nextInt(8) == 0 ? random.nextInt(20) : Long.MAX_VALUE);
                run.start(snapshot);
            }
        } else if (state.overflowed() || random.nextInt(20) == 0) {
            snapshot.abandon(state);
        } else if (state.complete()) {
            snapshot.publish(state);
        } else if (random.nextInt(6) == 0) {
            state.sweep(1_000);
        }
    }

    /** Snapshots over all lives that were whole. */
    int snapshots() {
        return snapshot.count();
    }
}
