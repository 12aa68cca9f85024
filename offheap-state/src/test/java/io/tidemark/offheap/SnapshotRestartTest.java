package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.state.StateImage;
import io.tidemark.state.StateSnapshots;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** A backend that was loaded goes on as the one that was not interrupted. */
class SnapshotRestartTest {
    private static final long LIMIT = 64L << 20;
    private static final long SEED = 17;

    @Property(tries = 40)
    void shouldGoOnAsIfThereHadBeenNoRestart(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 4) int snapshots,
            @ForAll @IntRange(min = 1, max = 8_000) int before,
            @ForAll @IntRange(min = 1, max = 8_000) int after,
            @ForAll @IntRange(min = -60, max = 60) int moreMegabytes) {
        ScriptedState uninterrupted = open(LIMIT);
        StateSnapshots source = uninterrupted.backend().snapshots();
        RecordedSnapshots files = new RecordedSnapshots();
        Random random = new Random(seed);
        for (int snapshot = 1; snapshot < snapshots; snapshot++) {
            uninterrupted.run(random, before);
            files.take(source);
        }
        uninterrupted.run(random, before);
        StateImage expected = uninterrupted.backend().copy();
        files.start(source);
        ScriptedState restarted = open(LIMIT + ((long) Math.max(moreMegabytes, -30) << 20));
        restarted.holdBlocksOf(uninterrupted);

        uninterrupted.answers();
        Random steps = new Random(seed + 1);
        for (int part = 0; part < 10; part++) {
            uninterrupted.run(steps, after / 10);
            source.sweep(part * 20);
        }
        List<String> answers = uninterrupted.answers();
        while (!source.complete()) {
            source.sweep(1_000);
        }
        files.publish(source);

        files.load(restarted.backend().snapshots());
        assertIterableEquals(
                StateDump.of(expected), StateDump.of(restarted.backend().copy()));
        assertFalse(restarted.backend().snapshots().nextIsFull());
        Random again = new Random(seed + 1);
        for (int part = 0; part < 10; part++) {
            restarted.run(again, after / 10);
        }
        assertIterableEquals(answers, restarted.answers());
        uninterrupted.close();
        restarted.close();
    }

    private static ScriptedState open(long limit) {
        ChronicleBackend backend = Backends.open(limit, SEED, -1);
        backend.snapshots().track();
        return new ScriptedState(backend);
    }

    @Test
    void shouldTakeAFullSnapshotAfterAnImageWasRestored() {
        ScriptedState state = open(LIMIT);
        StateSnapshots snapshots = state.backend().snapshots();
        RecordedSnapshots files = new RecordedSnapshots();
        Random random = new Random(5);
        state.run(random, 4_000);
        StateImage image = state.backend().copy();
        files.take(snapshots);
        assertFalse(snapshots.nextIsFull());
        state.run(random, 3_000);
        files.start(snapshots);
        snapshots.sweep(10);
        state.backend().restore(image);
        assertTrue(snapshots.ready());
        assertTrue(snapshots.nextIsFull());
        RecordedSnapshots after = new RecordedSnapshots();
        after.take(snapshots);
        ScriptedState other = open(LIMIT);
        after.load(other.backend().snapshots());
        assertIterableEquals(
                StateDump.of(state.backend().copy()),
                StateDump.of(other.backend().copy()));
        state.close();
        other.close();
    }
}
