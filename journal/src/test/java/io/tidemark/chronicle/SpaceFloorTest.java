package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.row.Schema;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.queue.RollCycles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** K07: a journal stops before the disk is full, and goes on once there is room. */
final class SpaceFloorTest {
    private static final Schema ROWS = Schema.parse("n long, note string");
    private static final String NOTE = "x".repeat(200);
    private static final int ROW_BYTES = 40 + 8 + 16 + 200;
    private static final long FLOOR = 1 << 20;

    @TempDir
    private Path directory;

    private long usable = 10 * FLOOR;
    private int questions;

    private ChronicleJournal.Builder journal() {
        return ChronicleJournal.at(directory)
                .blockSizeBytes(1 << 20)
                .minFreeBytes(FLOOR)
                .usableBytes(() -> {
                    questions++;
                    return usable;
                });
    }

    private static void append(RowAppender appender, long n) {
        var row = appender.begin();
        row.setLong(0, n);
        row.setString(1, NOTE);
        appender.commit(n);
    }

    @Test
    void shouldRefuseToStartBelowTheFloor() {
        usable = FLOOR - 1;
        try (ChronicleJournal journal = journal().create(ROWS)) {
            String message = Fails.with(ErrorCode.DISK_SPACE_LOW, journal::openAppender);
            assertTrue(message.contains("1048575 bytes left"), message);
            assertTrue(message.contains(directory.toString()), message);
            usable = FLOOR;
            journal.openAppender().close();
        }
    }

    @Test
    void shouldRefuseBeforeAnythingIsWrittenAndGoOnOnceThereIsRoom() {
        try (ChronicleJournal journal = journal().create(ROWS);
                RowAppender appender = journal.openAppender();
                ChronicleReader reader = journal.openVerifyingReader()) {
            long next = 0;
            for (int low = 0; low < 5; low++) {
                long before = next;
                usable = FLOOR - 1 - low;
                next = appendUntilRefused(appender, next);
                assertTrue((next - before) * ROW_BYTES <= FLOOR / 4, "written unasked: " + (next - before) + " rows");
                assertEquals(next - 1, appender.lastSequence());
                long refused = next;
                Fails.with(ErrorCode.DISK_SPACE_LOW, () -> append(appender, refused));
                assertEquals(next, Recorder.readAll(journal.openReader()).rows.size());
                usable = 2 * FLOOR;
                append(appender, next++);
            }
            Recorder seen = new Recorder();
            while (reader.poll(seen, 1000) > 0) {
                continue;
            }
            List<Long> expected = new ArrayList<>();
            for (long n = 0; n < next; n++) {
                expected.add(n);
            }
            assertEquals(expected, seen.ingestTimes);
        }
    }

    private static long appendUntilRefused(RowAppender appender, long from) {
        long next = from;
        try {
            while (true) {
                append(appender, next);
                next++;
            }
        } catch (TidemarkException e) {
            assertEquals(ErrorCode.DISK_SPACE_LOW, e.code(), e.getMessage());
            return next;
        }
    }

    @Test
    void shouldAskOncePerQuarterOfTheFloor() {
        int rows = 20_000;
        try (ChronicleJournal journal = journal().create(ROWS);
                RowAppender appender = journal.openAppender()) {
            questions = 0;
            for (int n = 0; n < rows; n++) {
                append(appender, n);
            }
            assertEquals(rows * ROW_BYTES / (FLOOR / 4), questions, 1);
        }
    }

    @Test
    void shouldNeverAskWithoutAFloor() {
        usable = 0;
        try (ChronicleJournal journal = journal().minFreeBytes(0).create(ROWS);
                RowAppender appender = journal.openAppender()) {
            for (int n = 0; n < 20_000; n++) {
                append(appender, n);
            }
            assertEquals(0, questions);
        }
    }

    @Test
    void shouldRefuseAFloorThatIsNone() {
        Fails.with(ErrorCode.SETTING_INVALID, () -> journal().minFreeBytes(-1));
        Fails.with(ErrorCode.SETTING_INVALID, () -> journal().minFreeBytes(FLOOR - 1));
    }

    /** Fills a small file system, frees a part of it and goes on, in a process that may be killed by a fault. */
    static final class Filler {
        private Filler() {}

        public static void main(String[] args) throws IOException {
            Path mount = Path.of(args[0]);
            Path ballast = mount.resolve("ballast");
            try (ChronicleJournal journal = ChronicleJournal.at(mount.resolve("journal"))
                            .rollCycle(RollCycles.FAST_DAILY)
                            .blockSizeBytes(64 << 10)
                            .minFreeBytes(FLOOR)
                            .create(ROWS);
                    RowAppender appender = journal.openAppender()) {
                Files.write(ballast, new byte[12 << 20]);
                long first = appendUntilRefused(appender, 0);
                long usable = mount.toFile().getUsableSpace();
                Fails.with(ErrorCode.DISK_SPACE_LOW, () -> append(appender, first));
                Files.delete(ballast);
                long second = appendUntilRefused(appender, first);
                List<Long> read = Recorder.readAll(journal.openVerifyingReader()).ingestTimes;
                boolean each = true;
                for (int n = 0; n < read.size(); n++) {
                    each &= read.get(n) == n;
                }
                System.out.println(first + " " + second + " " + usable + " " + read.size() + " " + each);
            }
        }
    }

    @Test
    void shouldStopBeforeARealFileSystemIsFull() throws Exception {
        Path mount = Files.createDirectory(directory.resolve("mount"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path flags = Path.of(System.getProperty("tidemark.root"), "bin", "jvm.args");
        String script = "mount -t tmpfs -o size=32m none '" + mount + "' && echo mounted && exec \"$@\"";
        Process filler;
        try {
            filler = new ProcessBuilder(
                            "unshare",
                            "-rm",
                            "sh",
                            "-c",
                            script,
                            "sh",
                            java,
                            "@" + flags,
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Filler.class.getName(),
                            mount.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "no command to make name spaces: " + e);
            return;
        }
        try (BufferedReader out = filler.inputReader()) {
            assumeTrue("mounted".equals(out.readLine()), "no permission to mount");
            String line = out.readLine();
            assertTrue(line != null, "the process died");
            String[] seen = line.split(" ");
            long first = Long.parseLong(seen[0]);
            long second = Long.parseLong(seen[1]);
            long usable = Long.parseLong(seen[2]);
            assertTrue(first * ROW_BYTES > 15 << 20, line);
            assertTrue((second - first) * ROW_BYTES > 11 << 20, line);
            assertTrue(usable < FLOOR && usable > FLOOR / 2, line);
            assertEquals(second, Long.parseLong(seen[3]), line);
            assertEquals("true", seen[4], line);
            System.out.println("tmpfs: " + line);
        } finally {
            assertTrue(filler.waitFor(120, TimeUnit.SECONDS));
        }
        assertEquals(0, filler.exitValue());
    }
}
