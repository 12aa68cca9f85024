package io.tidemark.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DirectoryLockTest {
    private static final long OWN_PID = ProcessHandle.current().pid();

    @TempDir
    private Path directory;

    /** Holds the lock on a directory until it is killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws InterruptedException {
            DirectoryLock.acquire(Path.of(args[0]));
            System.out.println("held");
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    @Test
    void shouldRefuseASecondQueryOfThisProcessAndKeepTheFirstLock() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolveSibling(directory.getFileName() + "-link"), directory);
        try (DirectoryLock lock = DirectoryLock.acquire(directory)) {
            for (Path same : new Path[] {directory, directory.resolve("."), link}) {
                TidemarkException e = assertThrows(TidemarkException.class, () -> DirectoryLock.acquire(same));
                assertEquals(ErrorCode.DIRECTORY_IN_USE, e.code());
                assertTrue(e.getMessage().contains("pid " + OWN_PID), e.getMessage());
            }
            assertEquals("refused " + OWN_PID, runForeign());
            assertEquals(directory, lock.directory());
        } finally {
            Files.delete(link);
        }
    }

    @Test
    void shouldNameTheProcessThatHoldsItAndOpenOnceThatIsKilled() throws Exception {
        Process holder = java(Holder.class.getName());
        try (BufferedReader out = holder.inputReader()) {
            assertEquals("held", out.readLine());
            TidemarkException e = assertThrows(TidemarkException.class, () -> DirectoryLock.acquire(directory));
            assertEquals(ErrorCode.DIRECTORY_IN_USE, e.code());
            assertTrue(e.getMessage().contains("process " + holder.pid()), e.getMessage());
        } finally {
            holder.destroyForcibly();
        }
        assertTrue(holder.waitFor(120, TimeUnit.SECONDS));
        try (DirectoryLock lock = DirectoryLock.acquire(directory)) {
            assertTrue(lock.wasUsedBefore());
            assertFalse(lock.lastStopWasClean());
            assertFalse(lock.machineMayHaveStopped());
        }
    }

    @Test
    void shouldBeFreeAfterClosing() {
        DirectoryLock first = DirectoryLock.acquire(directory);
        assertTrue(first.lastStopWasClean());
        assertFalse(first.wasUsedBefore());
        first.close();
        first.close();
        DirectoryLock second = DirectoryLock.acquire(directory);
        assertFalse(second.lastStopWasClean());
        second.markClean();
        second.close();
        try (DirectoryLock third = DirectoryLock.acquire(directory)) {
            assertTrue(third.lastStopWasClean());
            assertTrue(third.wasUsedBefore());
        }
    }

    @Test
    void shouldIgnoreAFileOfADeadProcessWithTheSamePid() throws IOException {
        write("format=1\npid=" + OWN_PID + "\nboot=" + LockRecord.currentBootId() + "\nclean=false\n");
        try (DirectoryLock lock = DirectoryLock.acquire(directory)) {
            assertFalse(lock.lastStopWasClean());
            assertFalse(lock.machineMayHaveStopped());
        }
    }

    @Test
    void shouldTellAStopOfTheMachine() throws IOException {
        write("format=1\npid=4\nboot=11111111-2222-3333-4444-555555555555\nclean=false\n");
        try (DirectoryLock lock = DirectoryLock.acquire(directory)) {
            assertTrue(lock.machineMayHaveStopped());
        }
        write("format=1\npid=4\nboot=11111111-2222-3333-4444-555555555555\nclean=true\n");
        try (DirectoryLock lock = DirectoryLock.acquire(directory)) {
            assertFalse(lock.machineMayHaveStopped());
        }
    }

    @Test
    void shouldTellAStopOfTheMachineUntilItsTailIsChecked() throws IOException {
        write("format=1\npid=4\nboot=11111111-2222-3333-4444-555555555555\nclean=false\n");
        for (int killedWhileItChecked = 0; killedWhileItChecked < 3; killedWhileItChecked++) {
            try (DirectoryLock lock = DirectoryLock.acquire(directory)) {
                assertTrue(lock.machineMayHaveStopped());
            }
        }
        try (DirectoryLock lock = DirectoryLock.acquire(directory)) {
            lock.markTailChecked();
        }
        try (DirectoryLock lock = DirectoryLock.acquire(directory)) {
            assertFalse(lock.machineMayHaveStopped());
            assertFalse(lock.lastStopWasClean());
        }
    }

    @Test
    void shouldBeSuspectAfterWritingFailedUntilItsTailIsChecked() {
        try (DirectoryLock lock = DirectoryLock.acquire(directory)) {
            lock.markSuspect();
            lock.markClean();
        }
        for (int killedWhileItChecked = 0; killedWhileItChecked < 2; killedWhileItChecked++) {
            try (DirectoryLock lock = DirectoryLock.acquire(directory)) {
                assertTrue(lock.machineMayHaveStopped());
                assertFalse(lock.lastStopWasClean());
            }
        }
        try (DirectoryLock lock = DirectoryLock.acquire(directory)) {
            lock.markTailChecked();
            lock.markClean();
        }
        try (DirectoryLock lock = DirectoryLock.acquire(directory)) {
            assertFalse(lock.machineMayHaveStopped());
            assertTrue(lock.lastStopWasClean());
        }
    }

    @Test
    void shouldWriteItsPidBootAndFlag() throws IOException {
        DirectoryLock lock = DirectoryLock.acquire(directory.resolve("new/deep"));
        Path file = directory.resolve("new/deep/engine.lock");
        lock.markClean();
        lock.close();
        assertEquals(
                "format=1\npid=" + OWN_PID + "\nboot=" + LockRecord.currentBootId() + "\nclean=true\n",
                Files.readString(file));
    }

    @Test
    void shouldTakeOverAFileWithOtherText() throws IOException {
        write("\u0000\u0000 not = a lock\npid=99999999999999999999999\n");
        try (DirectoryLock lock = DirectoryLock.acquire(directory)) {
            assertFalse(lock.wasUsedBefore());
        }
    }

    @Test
    void shouldSayWhenThePathIsNoDirectory() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x");
        TidemarkException e = assertThrows(TidemarkException.class, () -> DirectoryLock.acquire(file));
        assertEquals(ErrorCode.IO_FAILED, e.code());
        assertThrows(TidemarkException.class, () -> DirectoryLock.acquire(file.resolve("below")));
    }

    /** Tries to take the lock and says who holds it. */
    static final class Trier {
        private Trier() {}

        public static void main(String[] args) {
            try (DirectoryLock lock = DirectoryLock.acquire(Path.of(args[0]))) {
                System.out.println("acquired " + lock.directory());
            } catch (TidemarkException e) {
                System.out.println("refused " + e.getMessage().replaceAll(".*process (\\d+)\\..*", "$1"));
            }
        }
    }

    private String runForeign() throws IOException {
        Process process = java(Trier.class.getName());
        try (BufferedReader out = process.inputReader()) {
            return out.readLine();
        }
    }

    private Process java(String main) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main,
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private void write(String text) throws IOException {
        Files.writeString(directory.resolve("engine.lock"), text);
    }

    @Test
    void shouldNameALinkThatLeadsNowhere() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("gone"));
        for (Path place : List.of(link, link.resolve("query"))) {
            TidemarkException refused = assertThrows(TidemarkException.class, () -> DirectoryLock.acquire(place));
            assertEquals(ErrorCode.IO_FAILED, refused.code());
            assertEquals(
                    "'" + link + "' is a link to 'gone', which is not there.",
                    refused.problems().get(0).reason());
        }
    }
}
