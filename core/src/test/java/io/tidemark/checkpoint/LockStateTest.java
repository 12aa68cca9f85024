package io.tidemark.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockStateTest {
    private static final String FILE = DirectoryLock.FILE_NAME;

    @TempDir
    Path directory;

    @Test
    void shouldSayThatNobodyEverHeldIt() throws IOException {
        assertEquals(new LockState(false, -1, true), LockState.of(directory, FILE));
        assertFalse(Files.exists(directory.resolve(FILE)));
    }

    @Test
    void shouldNameThisProcessAndLeaveItsLockAlone() throws IOException, InterruptedException {
        long me = ProcessHandle.current().pid();
        try (DirectoryLock lock = DirectoryLock.acquire(directory)) {
            assertEquals(new LockState(true, me, false), LockState.of(directory, FILE));
            assertEquals(new LockState(true, me, false), LockState.of(directory, FILE));
            lock.markClean();
        }
        assertEquals(new LockState(false, me, true), LockState.of(directory, FILE));
    }

    /** The file names a process that runs and no clean stop, but nobody has a lock on it. */
    @Test
    void shouldNotTakeAProcessForTheHolderThatRunsOn() throws IOException {
        DirectoryLock.acquire(directory).close();
        LockState state = LockState.of(directory, FILE);
        assertEquals(ProcessHandle.current().pid(), state.pid());
        assertFalse(state.clean());
        assertEquals(
                !Files.isReadable(Path.of("/proc/locks"))
                        || Files.readAllLines(Path.of("/proc/locks")).isEmpty(),
                state.holding());
    }

    /** A process that began after the file was written only has the number of the holder. */
    @Test
    void shouldNotTakeALaterProcessForTheHolder() throws IOException {
        Process later = new ProcessBuilder("sleep", "60").start();
        try {
            write(later.pid());
            Files.setLastModifiedTime(
                    directory.resolve(FILE),
                    java.nio.file.attribute.FileTime.from(System.currentTimeMillis() / 1000 - 3_600, TimeUnit.SECONDS));
            assertEquals(new LockState(false, later.pid(), false), LockState.of(directory, FILE));
        } finally {
            later.destroy();
        }
    }

    @Test
    void shouldNotTakeAProcessOfAnotherBootForTheHolder() throws IOException {
        Files.writeString(
                directory.resolve(FILE),
                "format=1\npid=" + ProcessHandle.current().pid() + "\nboot=another\nclean=false\n");
        assertFalse(LockState.of(directory, FILE).holding());
    }

    private void write(long pid) throws IOException {
        Files.writeString(
                directory.resolve(FILE),
                "format=1\npid=" + pid + "\nboot=" + LockRecord.currentBootId() + "\nclean=false\n");
        assertTrue(Files.exists(directory.resolve(FILE)));
    }
}
