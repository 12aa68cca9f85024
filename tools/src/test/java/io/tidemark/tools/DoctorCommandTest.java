package io.tidemark.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {
    @TempDir
    Path home;

    private StoredSales sales;
    private Path query;

    @BeforeEach
    void run() {
        sales = new StoredSales(home);
        query = sales.query();
        sales.run(0, 2);
    }

    @Test
    void shouldFindNothingWhereNothingIsWrong() throws IOException {
        Untouched.by(home, () -> {
            CommandRun run = doctor(0, home);
            assertEquals(
                    "journal late\njournal left\njournal order\njournal out\nquery query\njournal right\n"
                            + "6 journals and queries looked at, nothing wrong\n",
                    run.out().replace(home + "/", ""));
        });
    }

    @Test
    void shouldDeleteHalfWrittenFilesOnlyWhereItIsTold() throws IOException {
        Path next = Files.writeString(query.resolve("query.json.tmp"), "{");
        Path warmUp = Files.createDirectories(query.resolve("warm-up").resolve("checkpoint"));
        Files.writeString(warmUp.resolve("delta-1"), "x");
        CommandRun found = doctor(1, query);
        assertTrue(
                found.out().contains("  FOUND  '" + next + "' was left half-written by a process that ended.\n"),
                found::out);
        assertTrue(found.out().contains("\n         Nothing reads it. --fix deletes it.\n"), found::out);
        assertTrue(found.out().endsWith("1 journals and queries looked at, 2 wrong\n"), found::out);
        assertTrue(Files.exists(next));
        CommandRun fixed = doctor(0, query, "--fix");
        assertTrue(fixed.out().contains("  note   Deleted '" + next + "', which was left half-written.\n"), fixed::out);
        assertFalse(Files.exists(next));
        assertFalse(Files.exists(query.resolve("warm-up")));
        assertTrue(Files.exists(query.resolve("query.json")));
        doctor(0, query);
    }

    @Test
    void shouldNameDamagedAndMissingCheckpoints() throws IOException {
        Path folder = query.resolve("checkpoint");
        Path delta = folder.resolve("delta-2");
        byte[] bytes = Files.readAllBytes(delta);
        bytes[bytes.length / 2] ^= 1;
        Files.write(delta, bytes);
        CommandRun damaged = doctor(1, query);
        assertTrue(damaged.out().contains("  FOUND  delta-2 is damaged at byte "), damaged::out);
        assertTrue(damaged.out().contains("A start goes on from a checkpoint that is whole"), damaged::out);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        CommandRun missing = doctor(1, query);
        assertTrue(missing.out().contains("  FOUND  The query made checkpoints, and none is there.\n"), missing::out);
        assertTrue(missing.out().contains("Restore the folder 'checkpoint' from a copy."), missing::out);
    }

    @Test
    void shouldNameDamagedRecordsCutFilesAndMissingJournals() throws IOException {
        Path left = sales.journal("left");
        List<Path> files;
        try (Stream<Path> list = Files.list(left)) {
            files = list.filter(file -> file.toString().endsWith(".cq4"))
                    .sorted()
                    .toList();
        }
        byte[] bytes = Files.readAllBytes(files.get(1));
        int symbol = lastIndexOf(bytes, (byte) 'A');
        bytes[symbol] ^= 1;
        Files.write(files.get(1), bytes);
        CommandRun damaged = doctor(1, left);
        assertTrue(damaged.out().contains("  FOUND  "), damaged::out);
        assertTrue(damaged.out().contains("restore the journal from a copy."), damaged::out);
        Files.write(files.get(1), new byte[10]);
        CommandRun cut = doctor(1, left);
        assertTrue(cut.out().contains("' has 10 bytes, fewer than a file of a journal begins with"), cut::out);
        try (Stream<Path> all = Files.walk(left)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        CommandRun missing = doctor(1, query);
        assertTrue(
                missing.out()
                        .contains("  FOUND  Its journal 'source left' is '" + left
                                + "', and there is no journal there.\n"),
                missing::out);
    }

    @Test
    void shouldCompareFreeSpaceWithTheFloor() {
        CommandRun run = doctor(1, sales.journal("out"), "--min-free", "100000t");
        assertTrue(
                run.out()
                        .matches(
                                "(?s).*  FOUND  The disk has \\d+ free bytes, and 109951162777600000 are the floor: .*"),
                run::out);
    }

    @Test
    void shouldSayWhoseLockItIs() throws IOException {
        Path lock = sales.journal("out").resolve("writer.lock");
        Files.writeString(lock, "format=1\npid=999999999\nboot=x\nclean=false\n");
        CommandRun run = doctor(0, sales.journal("out"));
        assertTrue(
                run.out().contains("  note   The writer, process 999999999, is gone and did not close it."), run::out);
    }

    @Test
    void shouldRefuseWhatIsNotThere() throws IOException {
        CommandRun none = doctor(3, home.resolve("none"));
        assertTrue(none.err().startsWith("tidemark: JOURNAL_MISSING: There is no directory"), none::err);
        Path broken = Files.createDirectories(home.resolve("broken"));
        Files.writeString(broken.resolve("query.json"), "{\"format\": 3");
        CommandRun run = doctor(1, broken);
        assertTrue(
                run.out().contains("  FOUND  JOURNAL_INVALID: " + broken.resolve("query.json") + " is damaged"),
                run::out);
        assertEquals("", run.err());
    }

    private static CommandRun doctor(int exitCode, Object... options) {
        Object[] args = new Object[options.length + 1];
        args[0] = "doctor";
        System.arraycopy(options, 0, args, 1, options.length);
        CommandRun run = CommandRun.of(args);
        assertEquals(exitCode, run.exitCode(), () -> run.err() + run.out());
        return run;
    }

    private static int lastIndexOf(byte[] bytes, byte wanted) {
        int at = bytes.length - 1;
        while (bytes[at] != wanted) {
            at--;
        }
        return at;
    }
}
