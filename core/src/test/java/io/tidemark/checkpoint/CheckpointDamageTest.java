package io.tidemark.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two checkpoints on a base with a fallback; one file is damaged, and what must be found follows from the manifests alone. */
class CheckpointDamageTest {
    private static final int PAGE = 4096;

    @TempDir
    Path temp;

    private CheckpointRig rig;
    private Path folder;
    private List<Manifest> manifests;
    private int fallbacks;
    private int before;
    private int none;

    @BeforeEach
    void write() {
        rig = new CheckpointRig(temp, FileHook.NONE, 5).open();
        folder = temp.resolve(CheckpointStore.FOLDER);
        do {
            rig.change();
            rig.snapshot();
            rig.idle();
            manifests = CheckpointStore.openReadOnly(temp).manifests();
        } while (manifests.size() < 2
                || manifests.get(1).fallback().isEmpty()
                || manifests.get(0).chain().size() < 4);
        rig.close();
    }

    @Test
    void shouldFindAnotherWayWhenAFileIsTruncated() throws IOException {
        for (String name : names()) {
            int length = (int) Files.size(folder.resolve(name));
            for (int left : new int[] {0, 1, 17, 40, length / 3, length / 2, length - 24, length - 1}) {
                damage(name, bytes -> Arrays.copyOf(bytes, Math.max(0, left)), true);
            }
            damage(name, bytes -> Arrays.copyOf(bytes, bytes.length + 1), true);
        }
        assertAllWays();
    }

    @Test
    void shouldFindAnotherWayWhenAPageIsZeroed() throws IOException {
        for (String name : names()) {
            for (long at = 0; at < Files.size(folder.resolve(name)); at += PAGE) {
                int from = (int) at;
                damage(
                        name,
                        bytes -> {
                            Arrays.fill(bytes, from, Math.min(bytes.length, from + PAGE), (byte) 0);
                            return bytes;
                        },
                        true);
            }
        }
        assertAllWays();
    }

    @Test
    void shouldFindAnotherWayWhenAByteIsFlipped() throws IOException {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (String name : names()) {
            for (int i = 0; i < 60; i++) {
                damage(
                        name,
                        bytes -> {
                            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                            return bytes;
                        },
                        true);
            }
        }
        assertAllWays();
    }

    @Test
    void shouldFindAnotherWayWhenAFileIsMissing() throws IOException {
        for (String name : names()) {
            // A manifest that is gone leaves no trace.
            damage(name, bytes -> null, !name.startsWith("manifest"));
        }
        assertAllWays();
    }

    @Test
    void shouldSayWhichByteWhenOneUnitOfABaseIsDamaged() throws IOException {
        String base = manifests.get(0).chain().get(0).name();
        int at = PAGE + 3 * UnitModel.UNIT_BYTES + 7;
        byte[] bytes = Files.readAllBytes(folder.resolve(base));
        bytes[at] ^= 1;
        Files.write(folder.resolve(base), bytes);
        CheckpointStore store = CheckpointStore.openReadOnly(temp);
        assertTrue(store.newest(manifest -> true).usesFallback());
        assertEquals(
                List.of(base + " is damaged at byte " + (PAGE + 3 * UnitModel.UNIT_BYTES)
                        + ": unit 3 has another checksum."),
                store.faults());
    }

    @Test
    void shouldNameTheFormatWhenAFileIsOfALaterVersion() throws IOException {
        String delta = manifests.get(0).chain().get(1).name();
        byte[] bytes = Files.readAllBytes(folder.resolve(delta));
        bytes[8] = 2;
        Files.write(folder.resolve(delta), bytes);
        CheckpointStore store = CheckpointStore.openReadOnly(temp);
        assertNull(store.newest(manifest -> true));
        assertEquals(
                List.of(delta + " is damaged at byte 8: its format version is 2 and this version of Tidemark reads 1."),
                store.faults());
    }

    @Test
    void shouldNameTheFormatWhenAManifestIsOfALaterVersion() throws IOException {
        Path file = folder.resolve("manifest-" + manifests.get(0).number() + ".json");
        String text = Files.readString(file).replace("\"format\" : 1", "\"format\" : 2");
        String covered = text.substring(0, text.lastIndexOf(",\n"));
        CRC32C checksum = new CRC32C();
        checksum.update(covered.getBytes(StandardCharsets.UTF_8));
        String digits = HexFormat.of().toHexDigits((int) checksum.getValue());
        Files.writeString(file, covered + ",\n  \"checksum\" : \"" + digits + "\"\n}\n");
        CheckpointStore store = CheckpointStore.openReadOnly(temp);
        assertEquals(
                manifests.get(1).number(),
                store.newest(manifest -> true).manifest().number());
        assertTrue(store.faults().get(0).contains("its format is 2"), store.faults()::toString);
    }

    @Test
    void shouldGoOnFromTheFallbackWhenTheBaseIsDamaged() throws IOException {
        String base = manifests.get(0).chain().get(0).name();
        Files.write(folder.resolve(base), new byte[10]);
        rig.open();
        for (int i = 0; i < 4; i++) {
            rig.change();
            assertEquals(CheckpointWriter.Outcome.PUBLISHED, rig.snapshot());
            CheckpointStore.Loadable newest = rig.reload(temp);
            assertEquals(rig.writer.publishedNumber(), newest.manifest().number());
            assertFalse(newest.usesFallback());
        }
        rig.idle();
        rig.close();
        assertFalse(Files.exists(folder.resolve(base)));
    }

    @Test
    void shouldGoOnFromTheOneBeforeWhenTheNewestManifestIsDamaged() throws IOException {
        long damaged = manifests.get(0).number();
        Files.write(folder.resolve("manifest-" + damaged + ".json"), new byte[4096]);
        rig.open();
        assertEquals(manifests.get(1).number(), rig.writer.publishedNumber());
        rig.change();
        assertEquals(CheckpointWriter.Outcome.PUBLISHED, rig.snapshot());
        rig.idle();
        rig.close();
        assertEquals(damaged + 1, rig.reload(temp).manifest().number());
        CheckpointStore store = CheckpointStore.openReadOnly(temp);
        assertEquals(
                List.of(damaged + 1, damaged - 1),
                store.manifests().stream().map(Manifest::number).toList());
        assertEquals(List.of(), store.faults());
    }

    private interface Damage {
        /** The bytes to write, or null for no file. */
        byte[] apply(byte[] bytes);
    }

    private TreeSet<String> names() {
        return new TreeSet<>(Arrays.asList(folder.toFile().list()));
    }

    private void damage(String name, Damage damage, boolean named) throws IOException {
        Path file = folder.resolve(name);
        byte[] whole = Files.readAllBytes(file);
        byte[] bytes = damage.apply(whole.clone());
        if (Arrays.equals(bytes, whole)) {
            return;
        }
        if (bytes == null) {
            Files.delete(file);
        } else {
            Files.write(file, bytes);
        }
        CheckpointStore store = CheckpointStore.openReadOnly(temp);
        CheckpointStore.Loadable newest = store.newest(manifest -> true);
        assertExpected(name, newest);
        boolean needed = named
                && (name.startsWith("manifest")
                        || manifests.get(0).chain().stream()
                                .anyMatch(each -> each.name().equals(name)));
        if (needed) {
            assertEquals(1, store.faults().size(), () -> name + " " + store.faults());
            assertTrue(store.faults().get(0).startsWith(name + " "), store.faults()::toString);
        }
        Files.write(file, whole);
    }

    private void assertExpected(String name, CheckpointStore.Loadable found) {
        List<Object> expected = new ArrayList<>();
        for (Manifest manifest : manifests) {
            if (expected.isEmpty() && !name.equals("manifest-" + manifest.number() + ".json")) {
                if (manifest.chain().stream().noneMatch(file -> file.name().equals(name))) {
                    expected.addAll(List.of(manifest.number(), false));
                } else if (manifest.fallback().stream()
                        .noneMatch(file -> file.name().equals(name))) {
                    expected.addAll(List.of(manifest.number(), true));
                }
            }
        }
        if (expected.isEmpty()) {
            none++;
            assertNull(found, name);
            return;
        }
        assertEquals(expected, List.of(found.manifest().number(), found.usesFallback()), name);
        rig.assertLoads(found);
        fallbacks += found.usesFallback() ? 1 : 0;
        before += found.manifest().number() == manifests.get(1).number() ? 1 : 0;
    }

    private void assertAllWays() {
        System.out.println("fallback " + fallbacks + ", one before " + before + ", none " + none);
        assertTrue(fallbacks > 0 && before > 0 && none > 0);
    }
}
