package io.tidemark.offheap;

import io.tidemark.state.ScalarState;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StateImage;
import io.tidemark.state.StateSnapshots;
import io.tidemark.state.TableSpec;
import io.tidemark.state.heap.HeapState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * One backend under random work, with snapshots at random points, slow sweeps, abandoned ones, stages with little room, and crashes after which it goes
 * on from what was published, in a new backend. Everything is compared with the model, which goes back with it.
 */
final class SnapshotTrial implements AutoCloseable {
    /** A moment at which a snapshot began. */
    private record Mark(StatePair.Moment tables, EntryPair.Moment entries, long[] scalars, StateImage image) {}

    private static final long INITIAL = -1;

    private final Random random;
    private final long limitBytes;
    private final int mask;
    private final int scalarCount;
    private final StatePair tables;
    private final EntryPair entries;
    private final RandomWork tableWork;
    private final EntryWork entryWork;
    private StateBackend backend;
    private StateSnapshots snapshots;
    private RecordedSnapshots files = new RecordedSnapshots();
    private final List<ScalarState> scalars = new ArrayList<>();
    private final long[] values;
    private Mark started;
    private Mark published;
    private Mark kept;
    private int crashes;
    private int crashesInSnapshot;
    private int overflows;
    private int abandoned;
    private int publishedCount;

    /**
     * A trial.
     *
     * @param scalarCount scalars beside those of the tables; 2 048 fill a page
     * @param keys number of keys; few of them make scattered updates, many make growth
     */
    SnapshotTrial(long seed, long limitBytes, int mask, int scalarCount, int keys) {
        random = new Random(seed);
        this.limitBytes = limitBytes;
        this.mask = mask;
        this.scalarCount = scalarCount;
        values = new long[scalarCount];
        Arrays.fill(values, INITIAL);
        List<TableSpec> specs = List.of(
                new TableSpec("a", "fixed", 8 * random.nextInt(12), 16),
                new TableSpec("a", "texts", 8 * random.nextInt(6), TableSpec.VARIABLE),
                new TableSpec("b", "wide", 1_000, 40));
        TableSpec spec = new TableSpec("a", "seen", 8 * random.nextInt(20), random.nextBoolean() ? 16 : -1);
        openBackend();
        tables = new StatePair(HeapState.withLimit(1L << 30), () -> backend, specs);
        entries = new EntryPair(HeapState.withLimit(1L << 30), () -> backend, spec);
        openScalars();
        int panes = 1 + random.nextInt(8);
        tableWork = new RandomWork(tables, specs, random.nextLong(), keys, panes).forwardOnly();
        EntryWork.DueTimes[] dues = EntryWork.DueTimes.values();
        entryWork = new EntryWork(
                        entries,
                        spec,
                        random.nextLong(),
                        keys,
                        random.nextInt(2_000),
                        dues[random.nextInt(dues.length)])
                .forwardOnly();
    }

    private void openBackend() {
        backend = Backends.open(limitBytes, random.nextLong(), mask);
        snapshots = backend.snapshots();
        snapshots.track();
    }

    private void openScalars() {
        scalars.clear();
        for (int index = 0; index < scalarCount; index++) {
            scalars.add(backend.openScalar("trial", "scalar" + index, INITIAL));
        }
    }

    void run(int operations) {
        for (int operation = 0; operation < operations; operation++) {
            work(operation);
            if (random.nextInt(4) == 0) {
                snapshots.sweep(1 + random.nextInt(20));
            }
            if (random.nextInt(200) == 0) {
                event();
            }
        }
        crash();
        tables.compare();
        entries.compare();
    }

    private void work(int operation) {
        if (random.nextBoolean()) {
            tableWork.step();
        } else {
            entryWork.step(operation / 2_000 % 2 == 0 ? 70 : 25);
        }
        if (scalarCount > 0 && random.nextInt(50) == 0) {
            int index = random.nextInt(scalarCount);
            values[index] = random.nextLong();
            scalars.get(index).set(values[index]);
        }
    }

    private void event() {
        int choice = random.nextInt(100);
        if (started != null && snapshots.overflowed()) {
            overflows++;
            abandon();
        } else if (choice < 40 && started == null && snapshots.ready()) {
            files.start(snapshots);
            started = mark(null);
            if (random.nextInt(4) == 0) {
                files.limitTo(1 + random.nextInt(1 << 16));
            }
        } else if (choice < 70 && started != null) {
            finish();
        } else if (choice < 75 && started != null) {
            abandon();
        } else if (choice < 80) {
            crash();
        } else if (choice < 82) {
            goBackInMemory();
        }
    }

    private Mark mark(StateImage image) {
        return new Mark(tables.mark(), entries.mark(), values.clone(), image);
    }

    private void finish() {
        while (!snapshots.complete() && snapshots.sweep(1 + random.nextInt(100)) > 0) {
            work(random.nextInt(2_000));
        }
        if (snapshots.complete()) {
            files.publish(snapshots);
            published = started;
            started = null;
            publishedCount++;
        }
    }

    private void abandon() {
        snapshots.abandon();
        started = null;
        abandoned++;
        if (random.nextBoolean()) {
            while (!snapshots.ready()) {
                snapshots.sweep(50);
            }
        }
    }

    private void goBackInMemory() {
        if (kept == null || random.nextBoolean()) {
            kept = mark(backend.copy());
            return;
        }
        backend.restore(kept.image());
        tables.goBackWith(kept.tables());
        entries.goBackWith(kept.entries());
        System.arraycopy(kept.scalars(), 0, values, 0, scalarCount);
        requireScalars();
        started = null;
        tables.compare();
        entries.compare();
    }

    private void crash() {
        if (published == null) {
            return;
        }
        crashes++;
        crashesInSnapshot += started == null ? 0 : 1;
        backend.close();
        files = files.fork();
        started = null;
        kept = null;
        openBackend();
        boolean loadFirst = random.nextBoolean();
        if (loadFirst) {
            files.loadParts(snapshots);
        }
        tables.attach(published.tables(), backend);
        entries.attach(published.entries(), backend);
        openScalars();
        if (!loadFirst) {
            files.loadParts(snapshots);
        }
        files.loadRest(snapshots);
        System.arraycopy(published.scalars(), 0, values, 0, scalarCount);
        requireScalars();
        tables.compare();
        entries.compare();
    }

    private void requireScalars() {
        for (int index = 0; index < scalarCount; index++) {
            if (scalars.get(index).get() != values[index]) {
                throw new AssertionError("scalar " + index);
            }
        }
    }

    String figures() {
        return crashes + " crashes, " + crashesInSnapshot + " in a snapshot, " + publishedCount + " published, "
                + abandoned + " abandoned, " + overflows + " overflows";
    }

    int crashesInSnapshot() {
        return crashesInSnapshot;
    }

    int overflows() {
        return overflows;
    }

    int abandoned() {
        return abandoned;
    }

    @Override
    public void close() {
        tableWork.close();
        entryWork.close();
        tables.close();
        entries.close();
    }
}
