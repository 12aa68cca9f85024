package io.tidemark.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointRoundTripTest {
    @TempDir
    Path temp;

    @Test
    void shouldLoadWhatWasWrittenWhenSnapshotsMergesAndRestartsFollowAtRandom() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        int onBase = 0;
        int onFallback = 0;
        for (int trial = 0; trial < 12; trial++) {
            Path directory = temp.resolve("trial-" + trial);
            CheckpointRig rig = new CheckpointRig(directory, FileHook.NONE, seed + trial).open();
            for (int i = 0; i < 40; i++) {
                rig.change();
                rig.restart(rig.random.nextInt(25) == 0);
                assertEquals(CheckpointWriter.Outcome.PUBLISHED, rig.snapshot());
                for (int steps = rig.random.nextInt(30); steps > 0; steps--) {
                    rig.writer.doWork();
                }
                CheckpointStore.Loadable newest = rig.reload(directory);
                assertEquals(rig.writer.publishedNumber(), newest.manifest().number());
                assertFalse(newest.usesFallback());
                onBase += newest.manifest().chain().get(0).name().startsWith("base") ? 1 : 0;
                if (!newest.manifest().fallback().isEmpty()) {
                    rig.assertLoads(new CheckpointStore.Loadable(newest.store(), newest.manifest(), true));
                    onFallback++;
                }
                if (rig.random.nextInt(8) == 0) {
                    rig.close();
                    rig.open();
                }
            }
            rig.idle();
            rig.close();
            assertOnlyNeededFiles(directory);
        }
        assertTrue(onBase > 5, "on a base: " + onBase);
        assertTrue(onFallback > 5, "with fallback: " + onFallback);
    }

    @Test
    void shouldKeepTwoCheckpointsWhenMoreWereWritten() {
        CheckpointRig rig = new CheckpointRig(temp, FileHook.NONE, 1).open();
        for (int i = 0; i < 5; i++) {
            rig.change();
            rig.snapshot();
        }
        rig.idle();
        rig.close();
        CheckpointStore store = CheckpointStore.openReadOnly(temp);
        assertEquals(
                List.of(5L, 4L),
                store.manifests().stream().map(Manifest::number).toList());
        CheckpointStore.Loadable before = store.newest(manifest -> manifest.number() < 5);
        assertEquals(4, before.manifest().number());
        rig.assertLoads(before);
        assertEquals(6, store.nextNumber());
        assertEquals(List.of(), store.faults());
    }

    @Test
    void shouldReadBackAllFieldsOfAManifest() throws Exception {
        Manifest manifest = new Manifest(
                Long.MAX_VALUE,
                "name \"quoted\" \u00e4\n",
                "fingerprint",
                "format",
                5,
                new Commit(
                        List.of(1L, Long.MIN_VALUE),
                        Commit.Mark.NONE,
                        new Commit.Mark(3, 4),
                        Map.of(),
                        new Commit.LastRow(2, 3, 4),
                        List.of(List.of(), List.of(-7L))),
                List.of(new Manifest.StateFile("base-1", 1L << 40, -1), new Manifest.StateFile("delta-2", 0, 15)),
                List.of());
        byte[] text = ManifestJson.encode(manifest);
        assertEquals(manifest, ManifestJson.decode("m", text));
    }

    private static void assertOnlyNeededFiles(Path directory) {
        Set<String> needed = new TreeSet<>();
        for (Manifest manifest : CheckpointStore.openReadOnly(directory).manifests()) {
            needed.add("manifest-" + manifest.number() + ".json");
            manifest.chain().forEach(file -> needed.add(file.name()));
            manifest.fallback().forEach(file -> needed.add(file.name()));
        }
        Set<String> there = new TreeSet<>(
                Arrays.asList(directory.resolve(CheckpointStore.FOLDER).toFile().list()));
        assertEquals(needed, there);
    }
}
