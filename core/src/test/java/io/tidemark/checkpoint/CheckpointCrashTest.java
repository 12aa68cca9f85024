package io.tidemark.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Before each call on a file the folder is copied, as a process would leave it that dies there, and the copy is opened. */
class CheckpointCrashTest {
    @TempDir
    Path temp;

    private final Map<FileHook.FileCall, Integer> crashes = new EnumMap<>(FileHook.FileCall.class);
    private CheckpointRig rig;
    private int copies;
    private int renamed;
    private int goneOn;

    @Test
    void shouldFindTheLastPublishedStateWhenTheProcessDiesAtAnyCall() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        for (int trial = 0; trial < 3; trial++) {
            Path directory = temp.resolve("trial-" + trial);
            rig = new CheckpointRig(directory, this::crash, seed + trial);
            rig.settings = CheckpointRig.SETTINGS.withMerges(2 << 10, 4);
            rig.open();
            for (int i = 0; i < 10; i++) {
                rig.change();
                rig.restart(i == 6);
                assertEquals(CheckpointWriter.Outcome.PUBLISHED, rig.snapshot());
                rig.idle();
            }
            rig.close();
            rig = null;
        }
        System.out.println("crashes " + crashes + ", behind the rename " + renamed);
        assertTrue(crashes.get(FileHook.FileCall.RENAME) >= 30);
        assertTrue(crashes.get(FileHook.FileCall.DELETE) >= 30);
        assertTrue(renamed >= 20);
        assertTrue(goneOn >= 20);
    }

    private void crash(FileHook.FileCall call, Path file) throws IOException {
        if (rig == null || rig.writer == null) {
            return;
        }
        crashes.merge(call, 1, Integer::sum);
        Path copy = temp.resolve("copy-" + copies++);
        copy(rig.directory, copy);
        CheckpointStore store = CheckpointStore.openReadOnly(copy);
        CheckpointStore.Loadable newest = store.newest(manifest -> true);
        assertEquals(List.of(), store.faults());
        long number = newest == null ? 0 : newest.manifest().number();
        // Between the rename and the news of it the checkpoint that is under way counts already.
        long published = rig.writer.publishedNumber();
        boolean named = number == published + 1 && (call == FileHook.FileCall.FORCE_DIRECTORY);
        assertTrue(number == published || named, () -> call + " of " + file + ": " + number + " after " + published);
        renamed += named ? 1 : 0;
        if (newest != null) {
            rig.assertLoads(newest);
        }
        if (copies % 5 == 0) {
            goOn(copy);
        }
        delete(copy);
    }

    /** A start after the crash writes the next checkpoint, and nothing is left over. */
    private void goOn(Path copy) throws IOException {
        CheckpointRig next = new CheckpointRig(copy, FileHook.NONE, 1).open();
        for (int i = 0; i < 3; i++) {
            next.change();
            assertEquals(CheckpointWriter.Outcome.PUBLISHED, next.snapshot());
        }
        next.idle();
        next.close();
        assertEquals(next.writer.publishedNumber(), next.reload(copy).manifest().number());
        assertEquals(2, CheckpointStore.openReadOnly(copy).manifests().size());
        goneOn++;
    }

    static void copy(Path from, Path to) throws IOException {
        Path folder = to.resolve(CheckpointStore.FOLDER);
        Files.createDirectories(folder);
        try (Stream<Path> files = Files.list(from.resolve(CheckpointStore.FOLDER))) {
            for (Path file : files.toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
    }

    static void delete(Path directory) throws IOException {
        Path folder = directory.resolve(CheckpointStore.FOLDER);
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
        Files.delete(directory);
    }
}
