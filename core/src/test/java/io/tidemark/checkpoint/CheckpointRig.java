package io.tidemark.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.tidemark.state.MetaWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.agrona.concurrent.UnsafeBuffer;

/** Changes a {@link UnitModel} at random, writes snapshots of it through a writer that the test drives, and remembers what each checkpoint must hold. */
final class CheckpointRig implements AutoCloseable {
    static final CheckpointSettings SETTINGS =
            CheckpointSettings.DEFAULT.withRingBytes(1 << 17).withMerges(6 << 10, 100);
    static final int GRANULE = 64;
    private static final int UNITS = 30;

    final Path directory;
    final FileHook hook;
    final Random random;
    /** State by number of checkpoint, also of those that were not published. */
    final Map<Long, UnitModel> states = new HashMap<>();

    UnitModel model = new UnitModel();
    CheckpointSettings settings = SETTINGS;
    CheckpointStore store;
    CheckpointWriter writer;
    /** What is done while the engine waits; a writer with a thread of its own needs nothing. */
    Runnable step = () -> writer.doWork();

    private final UnsafeBuffer scratch = new UnsafeBuffer(ByteBuffer.allocateDirect(UnitModel.UNIT_BYTES));
    private final TreeSet<Integer> dirty = new TreeSet<>();
    private final MetaWriter rest = new MetaWriter();
    private boolean full = true;
    private long attempts;

    CheckpointRig(Path directory, FileHook hook, long seed) {
        this.directory = directory;
        this.hook = hook;
        this.random = new Random(seed);
    }

    /** Opens store and writer as an engine does at its start, and loads the newest checkpoint. */
    CheckpointRig open() {
        store = CheckpointStore.open(directory, hook);
        CheckpointStore.Loadable newest = store.newest(manifest -> true);
        model = new UnitModel();
        dirty.clear();
        full = newest == null;
        if (newest != null) {
            newest.load(model);
        }
        attempts = store.nextNumber() - 1;
        writer = store.writer("rig", "print", UnitModel.FORMAT, UnitModel.UNIT_BYTES, newest, settings);
        return this;
    }

    void change() {
        for (int i = random.nextInt(12); i >= 0; i--) {
            int unit = random.nextInt(UNITS);
            int first = random.nextInt(UnitModel.UNIT_BYTES / GRANULE);
            int end = Math.min(UnitModel.UNIT_BYTES / GRANULE, first + 1 + random.nextInt(3));
            byte[] bytes = new byte[(end - first) * GRANULE];
            random.nextBytes(bytes);
            System.arraycopy(bytes, 0, model.unit(unit), first * GRANULE, bytes.length);
            for (int granule = first; granule < end; granule++) {
                dirty.add(unit * 1000 + granule);
            }
        }
        model.rest = "rest " + random.nextInt();
    }

    void restart(boolean isFull) {
        full |= isFull;
    }

    /** Stages all that changed; false when the ring is full. */
    boolean stage() {
        writer.begin(full);
        for (int unit : model.units.keySet()) {
            for (int granule = 0; granule < UnitModel.UNIT_BYTES / GRANULE; granule++) {
                if (full || dirty.contains(unit * 1000 + granule)) {
                    scratch.putBytes(0, model.unit(unit), granule * GRANULE, GRANULE);
                    if (!writer.stage().put(unit, granule * GRANULE, scratch.addressOffset(), GRANULE)) {
                        return false;
                    }
                }
            }
        }
        rest.clear();
        if (model.hasRest) {
            rest.putBytes(model.rest.getBytes(StandardCharsets.UTF_8));
        }
        return true;
    }

    Commit commit() {
        return new Commit(
                List.of(random.nextLong(), -1L),
                new Commit.Mark(random.nextLong(), 7),
                Commit.Mark.NONE,
                List.of(new Commit.Mark(1, 2)),
                random.nextBoolean() ? null : new Commit.LastRow(1, random.nextLong(), 3),
                List.of(List.of(1L, 2L), List.of()));
    }

    /** A whole snapshot: what became of it. */
    CheckpointWriter.Outcome snapshot() {
        assertEquals(true, stage());
        return finish(commit());
    }

    CheckpointWriter.Outcome finish(Commit commit) {
        // The number that this attempt gets; a writer takes the next one for each attempt.
        attempts++;
        states.put(attempts, model.copy());
        while (!writer.finish(commit, rest)) {
            step.run();
        }
        while (writer.outcome() == CheckpointWriter.Outcome.WRITING) {
            step.run();
        }
        CheckpointWriter.Outcome outcome = writer.outcome();
        if (outcome == CheckpointWriter.Outcome.PUBLISHED) {
            assertEquals(attempts, writer.publishedNumber());
            dirty.clear();
            full = false;
        }
        writer.acknowledge();
        return outcome;
    }

    /** The same where attempts that were abandoned took numbers or did not. */
    CheckpointWriter.Outcome finishUnnumbered() {
        while (!writer.finish(commit(), rest)) {
            step.run();
        }
        while (writer.outcome() == CheckpointWriter.Outcome.WRITING) {
            step.run();
        }
        CheckpointWriter.Outcome outcome = writer.outcome();
        assertEquals(CheckpointWriter.Outcome.PUBLISHED, outcome, () -> "failed: " + writer.failure());
        states.put(writer.publishedNumber(), model.copy());
        dirty.clear();
        full = false;
        writer.acknowledge();
        return outcome;
    }

    /** An attempt that never ended took a number. */
    void attemptLost() {
        attempts++;
    }

    MetaWriter rest() {
        return rest;
    }

    void idle() {
        while (writer.doWork() > 0) {}
    }

    /** Loads the newest checkpoint of a directory and compares it with what was written under its number. */
    CheckpointStore.Loadable reload(Path from) {
        CheckpointStore read = CheckpointStore.openReadOnly(from);
        CheckpointStore.Loadable newest = read.newest(manifest -> true);
        assertNotNull(newest, () -> "no checkpoint can be read: " + read.faults());
        assertLoads(newest);
        return newest;
    }

    void assertLoads(CheckpointStore.Loadable loadable) {
        UnitModel loaded = new UnitModel();
        UnitModel expected = states.get(loadable.manifest().number());
        loaded.hasRest = expected.hasRest;
        loadable.load(loaded);
        assertEquals(
                "",
                expected.difference(loaded),
                () -> "checkpoint " + loadable.manifest().number());
    }

    @Override
    public void close() {
        writer.close();
    }
}
