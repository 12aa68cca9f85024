package io.tidemark.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.checkpoint.CheckpointWriter.Outcome;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.Journal;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointWriterTest {
    @TempDir
    Path temp;

    private final UnsafeBuffer part = new UnsafeBuffer(ByteBuffer.allocateDirect(UnitModel.UNIT_BYTES));

    @Test
    void shouldGoOnWhenTheRingOverflowsAndTheSnapshotIsAbandoned() {
        CheckpointRig rig = new CheckpointRig(temp, FileHook.NONE, 3);
        rig.settings = CheckpointRig.SETTINGS.withRingBytes(1 << 14);
        rig.open();
        rig.change();
        assertEquals(Outcome.PUBLISHED, rig.snapshot());

        rig.writer.begin(false);
        boolean hadNoRoom = false;
        while (put(rig, 3)) {
            hadNoRoom |= !rig.writer.stage().hasRoom();
        }
        assertTrue(hadNoRoom, "the last quarter is for first writes");
        assertEquals(Outcome.WRITING, rig.writer.outcome());
        rig.writer.abandon();
        assertEquals(Outcome.NONE, rig.writer.outcome());
        rig.writer.begin(false);
        assertFalse(put(rig, 3), "what was abandoned still lies in the ring");
        rig.writer.abandon();
        rig.idle();

        rig.change();
        assertEquals(Outcome.PUBLISHED, rig.snapshot());
        assertEquals(2, rig.reload(temp).manifest().number());
        rig.close();
    }

    @Test
    void shouldThrowAwayADeltaWhenItIsAbandonedInTheMiddle() {
        CheckpointRig rig = new CheckpointRig(temp, FileHook.NONE, 4).open();
        rig.change();
        rig.snapshot();
        rig.writer.begin(true);
        put(rig, 3);
        rig.writer.doWork();
        Path delta = temp.resolve(CheckpointStore.FOLDER).resolve("delta-2");
        assertTrue(Files.exists(delta));
        put(rig, 4);
        rig.writer.abandon();
        rig.writer.doWork();
        assertFalse(Files.exists(delta));
        rig.attemptLost();
        rig.change();
        assertEquals(Outcome.PUBLISHED, rig.snapshot());
        assertEquals(3, rig.reload(temp).manifest().number());
        rig.close();
    }

    @Test
    void shouldNotPublishWhenASnapshotIsAbandonedAfterItsEndWasStaged() {
        CheckpointRig rig = new CheckpointRig(temp, FileHook.NONE, 4).open();
        rig.change();
        rig.stage();
        assertTrue(rig.writer.finish(rig.commit(), rig.rest()));
        rig.writer.abandon();
        rig.stage();
        assertFalse(rig.writer.finish(rig.commit(), rig.rest()), "the writer holds the rest of the one before");
        rig.writer.doWork();
        assertEquals(0, rig.writer.publishedNumber());
        assertEquals(Outcome.PUBLISHED, rig.finish(rig.commit()));
        assertEquals(1, rig.reload(temp).manifest().number());
        rig.close();
    }

    @Test
    void shouldRefuseCallsInTheWrongOrder() {
        CheckpointRig rig = new CheckpointRig(temp, FileHook.NONE, 4).open();
        assertCode(ErrorCode.QUERY_STATE_INVALID, () -> rig.writer.finish(rig.commit(), rig.rest()));
        rig.writer.begin(true);
        assertCode(ErrorCode.QUERY_STATE_INVALID, () -> rig.writer.begin(true));
        rig.close();
        CheckpointStore readOnly = CheckpointStore.openReadOnly(temp);
        assertCode(
                ErrorCode.QUERY_STATE_INVALID,
                () -> readOnly.writer("q", "f", UnitModel.FORMAT, 512, null, CheckpointSettings.DEFAULT));
        CheckpointStore store = CheckpointStore.open(temp, FileHook.NONE);
        assertCode(
                ErrorCode.SETTING_INVALID,
                () -> store.writer(
                        "q", "f", UnitModel.FORMAT, 512, null, CheckpointSettings.DEFAULT.withRingBytes(4096)));
    }

    @Test
    void shouldFailWhenTheFirstSnapshotIsNotFull() {
        CheckpointRig rig = new CheckpointRig(temp, FileHook.NONE, 4).open();
        rig.writer.begin(false);
        rig.writer.finish(rig.commit(), rig.rest());
        rig.idle();
        assertEquals(Outcome.FAILED, rig.writer.outcome());
        assertTrue(rig.writer.failure().getMessage().contains("is not full"));
        assertTrue(CheckpointStore.openReadOnly(temp).isEmpty());
        rig.close();
    }

    @Test
    void shouldRemoveLeftoversWhenAWriterBegins() throws IOException {
        CheckpointRig rig = new CheckpointRig(temp, FileHook.NONE, 4).open();
        rig.change();
        rig.snapshot();
        rig.close();
        Path folder = temp.resolve(CheckpointStore.FOLDER);
        for (String name : List.of("delta-99", "base-50", "manifest-77.tmp", "notes.txt", "delta-x")) {
            Files.writeString(folder.resolve(name), "leftover");
        }
        rig.open();
        assertEquals(100, rig.store.nextNumber());
        rig.idle();
        rig.close();
        assertEquals(
                List.of("delta-1", "delta-x", "manifest-1.json", "notes.txt"),
                List.copyOf(files(folder).keySet()));
    }

    @Test
    void shouldWriteNothingWhenOpenedToRead() throws IOException {
        Path missing = temp.resolve("missing");
        CheckpointStore none = CheckpointStore.openReadOnly(missing);
        assertTrue(none.isEmpty());
        assertNull(none.newest(manifest -> true));
        assertFalse(Files.exists(missing));

        CheckpointRig rig = new CheckpointRig(temp, FileHook.NONE, 4).open();
        rig.change();
        rig.snapshot();
        rig.close();
        Path folder = temp.resolve(CheckpointStore.FOLDER);
        Files.writeString(folder.resolve("manifest-9.tmp"), "leftover");
        Map<String, FileTime> before = files(folder);
        rig.reload(temp);
        assertEquals(before, files(folder));
    }

    @Test
    void shouldLoadWhenTheRestIsEmptyOrLong() {
        CheckpointRig rig = new CheckpointRig(temp, FileHook.NONE, 4).open();
        rig.model.hasRest = false;
        assertEquals(Outcome.PUBLISHED, rig.snapshot());
        rig.reload(temp);
        rig.model.hasRest = true;
        rig.model.rest = "0123456789".repeat(300_000);
        assertEquals(Outcome.PUBLISHED, rig.snapshot());
        rig.reload(temp);
        rig.close();
    }

    @Test
    void shouldForceJournalsBeforeTheManifestWhenTheMachineMayStop() {
        List<String> events = new ArrayList<>();
        CheckpointRig rig = new CheckpointRig(temp, (call, file) -> note(events, call, file), 4);
        List<Journal> journals = List.of(journal("input", events), journal("order", events), journal("output", events));
        rig.settings = CheckpointRig.SETTINGS.withDurability(Durability.MACHINE, journals);
        rig.open();
        events.clear();
        assertEquals(Outcome.PUBLISHED, rig.snapshot());
        assertEquals(
                List.of(
                        "input",
                        "order",
                        "output",
                        "FORCE delta-1",
                        "FORCE manifest-1.tmp",
                        "RENAME manifest-1.json",
                        "FORCE_DIRECTORY checkpoint"),
                events);
        rig.close();
        rig.settings = CheckpointRig.SETTINGS.withDurability(Durability.PROCESS, journals);
        rig.open();
        events.clear();
        assertEquals(Outcome.PUBLISHED, rig.snapshot());
        assertEquals("FORCE delta-2", events.get(0));
        rig.close();
    }

    @Test
    void shouldFailTheSnapshotWhenAJournalCannotBeForced() {
        CheckpointRig rig = new CheckpointRig(temp, FileHook.NONE, 4);
        TidemarkException full = new TidemarkException(ErrorCode.IO_FAILED, "The disk is full.", "Make room.");
        rig.settings = CheckpointRig.SETTINGS.withDurability(Durability.MACHINE, List.of(new Journal() {
            @Override
            public String name() {
                return "output";
            }

            @Override
            public void force() {
                throw full;
            }
        }));
        rig.open();
        assertEquals(Outcome.FAILED, rig.snapshot());
        assertEquals(full, rig.writer.failure());
        assertEquals(Map.of(), files(temp.resolve(CheckpointStore.FOLDER)));
        rig.close();
    }

    @Test
    void shouldNotCarryDamageOnWhenAnOldBaseIsMerged() throws IOException {
        CheckpointRig rig = new CheckpointRig(temp, FileHook.NONE, 8).open();
        String base;
        do {
            rig.change();
            rig.snapshot();
            rig.idle();
            base = rig.reload(temp).manifest().chain().get(0).name();
        } while (!base.startsWith("base"));
        Path file = temp.resolve(CheckpointStore.FOLDER).resolve(base);
        int damaged = rig.states
                .get(FileName.parse(base).number())
                .units
                .keySet()
                .iterator()
                .next();
        byte[] bytes = Files.readAllBytes(file);
        bytes[4096 + damaged * UnitModel.UNIT_BYTES] ^= 4;
        Files.write(file, bytes);
        for (int i = 0; i < 40; i++) {
            // No unit changes any more.
            rig.model.rest = "x".repeat(600);
            assertEquals(Outcome.PUBLISHED, rig.snapshot());
            rig.idle();
        }
        Manifest newest = CheckpointStore.openReadOnly(temp).manifests().get(0);
        assertEquals(base, newest.chain().get(0).name());
        assertTrue(newest.chain().size() > 40, "a merge was due");
        rig.close();
        assertTrue(CheckpointStore.openReadOnly(temp).newest(manifest -> true).usesFallback());
    }

    @Test
    void shouldPublishAndAbandonWhenTheWriterHasItsThread() throws InterruptedException {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        CheckpointRig rig = new CheckpointRig(temp, FileHook.NONE, seed).open();
        rig.step = Thread::onSpinWait;
        CheckpointThread thread = CheckpointThread.start(rig.writer);
        Thread running = Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().equals("tidemark-checkpoint-rig"))
                .findFirst()
                .orElseThrow();
        int published = 0;
        for (int i = 0; i < 150; i++) {
            rig.change();
            if (rig.random.nextInt(3) == 0) {
                rig.stage();
                if (rig.random.nextBoolean()) {
                    Thread.yield();
                }
                rig.writer.abandon();
                continue;
            }
            assertTrue(rig.stage());
            assertEquals(Outcome.PUBLISHED, rig.finishUnnumbered());
            rig.reload(temp);
            published++;
        }
        assertTrue(published > 50);
        thread.close();
        assertFalse(running.isAlive());
        rig.reload(temp);
    }

    @Test
    void shouldAllocateLittleWhenASnapshotIsWritten() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        CheckpointRig rig = new CheckpointRig(temp, FileHook.NONE, 4);
        rig.settings = CheckpointRig.SETTINGS.withRingBytes(1 << 24).withMerges(16 << 20, 100);
        rig.open();
        rig.change();
        rig.snapshot();
        long most = 0;
        for (int i = 0; i < 30; i++) {
            rig.writer.begin(false);
            for (int unit = 0; unit < 20_000; unit++) {
                assertTrue(put(rig, unit));
            }
            Commit commit = rig.commit();
            assertTrue(rig.writer.finish(commit, rig.rest()));
            long before = threads.getCurrentThreadAllocatedBytes();
            while (rig.writer.outcome() == Outcome.WRITING) {
                rig.writer.doWork();
            }
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertEquals(Outcome.PUBLISHED, rig.writer.outcome());
            rig.writer.acknowledge();
            most = i < 15 ? 0 : Math.max(most, allocated);
        }
        System.out.println("bytes allocated for a snapshot of 20 000 parts: " + most);
        assertTrue(most < 200_000, "allocated: " + most);
        rig.close();
    }

    private boolean put(CheckpointRig rig, int unit) {
        return rig.writer.stage().put(unit, 64, part.addressOffset(), 64);
    }

    private static void assertCode(ErrorCode code, org.junit.jupiter.api.function.Executable call) {
        assertEquals(code, assertThrows(TidemarkException.class, call).code());
    }

    private static void note(List<String> events, FileHook.FileCall call, Path file) {
        if (call.name().startsWith("FORCE") || call == FileHook.FileCall.RENAME) {
            events.add(call + " " + file.getFileName());
        }
    }

    private static Journal journal(String name, List<String> events) {
        return new Journal() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public void force() {
                events.add(name);
            }
        };
    }

    private static Map<String, FileTime> files(Path folder) {
        Map<String, FileTime> times = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                times.put(file.getFileName().toString(), Files.getLastModifiedTime(file));
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return times;
    }
}
