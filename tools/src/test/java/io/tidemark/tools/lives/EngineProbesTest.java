package io.tidemark.tools.lives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.QueryInvoker;
import io.tidemark.chronicle.RowAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.impl.single.TableStoreWriteLock;
import net.openhft.chronicle.queue.impl.table.Metadata;
import net.openhft.chronicle.queue.impl.table.SingleTableBuilder;
import net.openhft.chronicle.threads.BusyTimedPauser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults of whole engines in whole processes that users met in neighbouring engines; the names carry the ids of the probes. */
class EngineProbesTest {
    private static final String TMPFS = "mkdir -p \"$0\" && mount -t tmpfs -o size=64m none \"$0\" && exec \"$@\"";

    @TempDir
    private Path directory;

    @Test
    void o10ShouldRefuseASecondEngineWithThePidAndLeaveTheFirstUnharmed() throws Exception {
        try (EngineMain engine = new EngineMain(directory, directory);
                RowAppender appender = engine.source().openAppender();
                QueryInvoker first = engine.start()) {
            engine.append(appender, 500);
            first.processAllAvailable();
            ChildJvm second = ChildJvm.run(directory, List.of(), EngineMain.class, "open", directory, directory);
            assertTrue(second.text().contains("refused: DIRECTORY_IN_USE"), second.text());
            assertTrue(
                    second.text().contains("process " + ProcessHandle.current().pid()), second.text());
            engine.append(appender, 500);
            first.processAllAvailable();
            assertTrue(first.checkpoint() > 0);
            first.drain();
            engine.compare();
        }
    }

    /** As in a container that is started again: the second process has the pid of the first, which died in the middle of an append. */
    @Test
    void shouldGoOnUnderTheSamePidInANamespace() throws Exception {
        assumeTrue(ChildJvm.works(directory, "unshare", "-rfp", "--mount-proc", "true"), "no PID namespaces here");
        List<String> namespace = List.of("unshare", "-rfp", "--mount-proc");
        ChildJvm first = ChildJvm.run(directory, namespace, EngineMain.class, "halt-in-append", directory, directory);
        assertEquals(9, first.exitCode(), first.text());
        assertTrue(first.text().contains("pid 1\n"), first.text());
        ChildJvm second = ChildJvm.run(directory, namespace, EngineMain.class, "go-on", directory, directory);
        assertTrue(second.text().contains("pid 1\n"), second.text());
        assertTrue(second.text().contains("equal true"), second.text());
    }

    /** What a dead process of this very pid leaves: all lock files, and the lock in the queues. */
    @Test
    void shouldGoOnWhereAllLocksNameTheOwnPid() throws IOException {
        Path dead = directory.resolve("dead");
        try (EngineMain engine = new EngineMain(directory.resolve("first"), directory.resolve("first"));
                RowAppender appender = engine.source().openAppender();
                QueryInvoker query = engine.start()) {
            engine.append(appender, 700);
            query.processAllAvailable();
            query.checkpoint();
            engine.append(appender, 700);
            query.processAllAvailable();
            copy(directory.resolve("first"), dead);
        }
        for (String journal : List.of("left", "out", "order")) {
            lock(dead.resolve(journal));
        }
        String pid = "pid=" + ProcessHandle.current().pid();
        assertTrue(Files.readString(dead.resolve("query/engine.lock")).contains(pid));
        assertTrue(Files.readString(dead.resolve("out/writer.lock")).contains(pid));
        try (EngineMain engine = new EngineMain(dead, dead);
                RowAppender appender = engine.source().openAppender();
                QueryInvoker query = engine.start()) {
            engine.append(appender, 700);
            query.processAllAvailable();
            assertEquals(1, query.recovery().checkpoint());
            assertEquals(2_100, query.progress().rowsRead());
            query.drain();
            engine.compare();
        }
    }

    private static void lock(Path journal) {
        SingleChronicleQueueBuilder.addAliases();
        try (var table = SingleTableBuilder.binary(journal.resolve("metadata.cq4t"), Metadata.NoMeta.INSTANCE)
                        .readOnly(false)
                        .build();
                var lock = new TableStoreWriteLock(table, BusyTimedPauser::new, 0L)) {
            lock.lock();
            assertEquals(ProcessHandle.current().pid(), lock.lockedBy() & 0xFFFF_FFFFL);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    @Test
    void k07ShouldWaitWhileTheDiskIsFullAndGoOn() throws Exception {
        assumeTrue(tmpfsWorks(), "no file system of a small size here");
        ChildJvm child = onSmallDisk("fill-and-wait");
        assertTrue(child.text().contains("waits for "), child.text());
        assertTrue(child.text().contains("no checkpoint: IO_FAILED"), child.text());
        assertTrue(child.text().contains("equal true"), child.text());
        assertEquals(0, child.exitCode(), child.text());
    }

    @Test
    void k07ShouldSayAtTheStartThatTheDiskIsFullAndGoOnLater() throws Exception {
        assumeTrue(tmpfsWorks(), "no file system of a small size here");
        ChildJvm child = onSmallDisk("fill-and-halt", "start-when-full");
        assertTrue(child.text().contains("waits for "), child.text());
        assertTrue(child.text().contains("refused when full: DISK_SPACE_LOW"), child.text());
        assertTrue(child.text().contains("equal true"), child.text());
        assertEquals(0, child.exitCode(), child.text());
    }

    private boolean tmpfsWorks() throws IOException, InterruptedException {
        return ChildJvm.works(
                directory,
                "unshare",
                "-rm",
                "sh",
                "-c",
                TMPFS,
                directory.resolve("disk").toString(),
                "true");
    }

    /** Does tasks one after the other with outputs on one small file system, and says how the last one ended. */
    private ChildJvm onSmallDisk(String... tasks) throws IOException, InterruptedException {
        Path disk = directory.resolve("disk");
        StringBuilder script =
                new StringBuilder("mkdir -p '" + disk + "' && mount -t tmpfs -o size=64m none '" + disk + "'\n");
        for (String task : tasks) {
            List<String> command = ChildJvm.command(EngineMain.class, task, directory.resolve("in"), disk);
            script.append("'").append(String.join("' '", command)).append("'\n");
        }
        return ChildJvm.run(directory, List.of("unshare", "-rm", "sh", "-c", script.toString()));
    }
}
