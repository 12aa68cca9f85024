package io.tidemark.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Merges whose units need several windows, compared with a model to which the same parts are applied. */
class BaseMergeTest {
    private static final int UNITS = 9000;

    @TempDir
    Path temp;

    private final UnitModel model = new UnitModel();
    private final List<Manifest.StateFile> chain = new ArrayList<>();
    private CheckpointFolder folder;
    private Random random;
    private long number;

    @BeforeEach
    void open() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        random = new Random(seed);
        folder = new CheckpointFolder(temp, FileHook.NONE);
    }

    @Test
    void shouldHoldTheSameUnitsWhenTheyNeedSeveralWindows() throws IOException {
        delta(3000, 0, UNITS - 4000);
        delta(500, 0, UNITS - 4000);
        Manifest.StateFile base = merge();
        assertReads(List.of(base));
        chain.clear();
        chain.add(base);
        // More units than the base has, and none in between.
        delta(400, 0, 1000);
        delta(400, UNITS - 100, UNITS);
        Manifest.StateFile second = merge();
        assertReads(List.of(second));
        assertReads(chain);
        assertFalse(model.units.containsKey(UNITS - 2000), "a window without units");
    }

    @Test
    void shouldMakeABaseWhenThereAreNoUnits() throws IOException {
        delta(0, 0, 1);
        delta(0, 0, 1);
        assertReads(List.of(merge()));
        assertEquals(0, model.units.size());
    }

    @Test
    void shouldLeaveNoFileWhenItIsAbandonedAfterAnyStep() throws IOException {
        delta(300, 0, UNITS);
        chain.set(0, merge());
        delta(300, 0, UNITS);
        int before = temp.toFile().list().length;
        boolean more = true;
        for (int steps = 0; more; steps++) {
            BaseMerge merge = new BaseMerge(folder, chain, number, UnitModel.UNIT_BYTES, UnitModel.FORMAT, 1);
            for (int step = 0; step < steps; step++) {
                more = merge.step();
            }
            merge.abandon();
            assertEquals(before, temp.toFile().list().length, "after step " + steps);
        }
    }

    @Test
    void shouldRefuseADeltaWhenItIsDamaged() throws IOException {
        delta(300, 0, UNITS);
        delta(300, 0, UNITS);
        Path file = temp.resolve("delta-2");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 2;
        Files.write(file, bytes);
        BaseMerge merge = new BaseMerge(folder, chain, number, UnitModel.UNIT_BYTES, UnitModel.FORMAT, 1);
        DamagedFileException damaged = assertThrows(DamagedFileException.class, () -> {
            while (merge.step()) {}
        });
        assertTrue(damaged.getMessage().startsWith("delta-2 is damaged at byte "), damaged::getMessage);
        merge.abandon();
    }

    private void delta(int parts, int first, int end) throws IOException {
        number++;
        DeltaWriter writer = new DeltaWriter(folder, UnitModel.UNIT_BYTES, UnitModel.FORMAT);
        writer.begin(number, number == 1);
        for (int i = 0; i < parts; i++) {
            byte[] bytes = new byte[1 + random.nextInt(200)];
            random.nextBytes(bytes);
            int unit = first + random.nextInt(end - first);
            int offset = random.nextInt(UnitModel.UNIT_BYTES - bytes.length);
            writer.part(unit, offset, new UnsafeBuffer(bytes), 0, bytes.length);
            System.arraycopy(bytes, 0, model.unit(unit), offset, bytes.length);
        }
        chain.add(writer.finish(new UnsafeBuffer(new byte[] {1, 2, (byte) number}), 3));
        writer.close();
    }

    private Manifest.StateFile merge() throws IOException {
        BaseMerge merge = new BaseMerge(folder, chain, number, UnitModel.UNIT_BYTES, UnitModel.FORMAT, 1);
        while (merge.step()) {}
        return merge.result();
    }

    private void assertReads(List<Manifest.StateFile> files) throws IOException {
        UnitModel read = new UnitModel();
        try (ChainReader reader = new ChainReader(folder)) {
            for (Manifest.StateFile file : files) {
                reader.read(file, (unit, offset, part) -> {
                    int bytes = part.remaining();
                    part.get(read.unit(unit), offset, bytes);
                });
            }
        }
        assertEquals("", model.difference(read));
    }
}
