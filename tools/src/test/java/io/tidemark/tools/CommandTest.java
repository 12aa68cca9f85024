package io.tidemark.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands import and read as a user runs them, on journals in files. */
class CommandTest {
    private static final String SCHEMA = "ts timestamp, price decimal(18,8), note string";

    @TempDir
    Path directory;

    private Path journal;

    @BeforeEach
    void name() {
        journal = directory.resolve("journal");
    }

    @Test
    void shouldImportAndRead() throws IOException {
        CommandRun imported = CommandRun.of(
                "import",
                csv("ts,price,note,venue", "1385337600,800.01,\"a b\",X", "1385337613,,c,X"),
                "--into",
                journal,
                "--schema",
                SCHEMA,
                "--time-format",
                "ts=epoch_s");
        assertEquals("", imported.err());
        assertEquals(0, imported.exitCode());
        assertTrue(
                imported.out()
                        .matches("read 2, stored 2, rejected 0, in [0-9.]+ s, into .*\ncolumns left out: venue\n"),
                imported::out);

        CommandRun read = CommandRun.of("read", journal, "-s");
        assertEquals(
                "ts=2013-11-25T00:00:00Z price=800.01000000 note=\"a b\"\nts=2013-11-25T00:00:13Z price=null note=c\n",
                read.out());
        assertEquals("", read.err());
        assertEquals(0, read.exitCode());
    }

    @Test
    void shouldShowRecordsWithIndexAndIngestTime() throws IOException {
        importNumbers(3, "--ingest-time", "at", "--time-format", "at=epoch_ns");
        List<String> lines = CommandRun.of("read", journal).out().lines().toList();
        assertEquals(3, lines.size());
        for (int i = 0; i < 3; i++) {
            assertTrue(
                    lines.get(i)
                            .matches("0x[0-9a-f]{8,} {2}" + i + " {2}1970-01-01T00:00:00.00000000" + (i + 1)
                                    + "Z {2}INSERT {2}n=" + i),
                    lines.get(i));
        }
        String second = lines.get(1).substring(0, lines.get(1).indexOf(' '));
        assertEquals(
                "n=1\nn=2\n", CommandRun.of("read", journal, "-s", "-n", second).out());
        long decimal = Long.parseLong(second.substring(2), 16);
        assertEquals(
                "n=1\n",
                CommandRun.of("read", journal, "-s", "-n", decimal, "-x", 1).out());
    }

    @Test
    void shouldReadTheLastAndTheFirst() throws IOException {
        importNumbers(1000);
        assertEquals("n=998\nn=999\n", CommandRun.of("read", journal, "-sm", 2).out());
        assertEquals(
                "n=0\nn=1\n",
                CommandRun.of("read", journal, "--no-index", "--max=2").out());
        assertEquals(
                1000, CommandRun.of("read", journal, "-m", 5000).out().lines().count());
        assertEquals("", CommandRun.of("read", journal, "-m", 0).out());
        assertEquals(
                "n=998\nn=999\n",
                CommandRun.of("read", journal, "-s", "-f", "-m", 2, "-x", 2).out());
    }

    @Test
    void shouldImportWhatReadWroteAsCsv() throws IOException {
        CommandRun.of(
                "import",
                csv("ts,price,note", "2013-11-25T00:00:00.5Z,1e-8,\"a,\"\"b\"\"\""),
                "--into",
                journal,
                "--schema",
                SCHEMA);
        String csv = CommandRun.of("read", journal, "-s", "-w", "csv").out();
        assertEquals("ts,price,note\n2013-11-25T00:00:00.5Z,0.00000001,\"a,\"\"b\"\"\"\n", csv);
        Path copy = directory.resolve("copy");
        CommandRun imported = CommandRun.of(
                "import", Files.writeString(directory.resolve("again.csv"), csv), "--into", copy, "--schema", SCHEMA);
        assertEquals(0, imported.exitCode(), imported::err);
        assertEquals(csv, CommandRun.of("read", copy, "-s", "-w", "csv").out());
        assertEquals(
                "{\"ts\":\"2013-11-25T00:00:00.5Z\",\"price\":\"0.00000001\",\"note\":\"a,\\\"b\\\"\"}\n",
                CommandRun.of("read", copy, "-s", "-w", "JSON").out());
    }

    @Test
    void shouldAppendOnlyWhenAsked() throws IOException {
        importNumbers(2);
        CommandRun refused = CommandRun.of("import", csv("n", "7"), "--into", journal, "--schema", "n long");
        assertEquals(3, refused.exitCode());
        assertTrue(refused.err().startsWith("tidemark: JOURNAL_INVALID: "), refused::err);
        assertEquals(2, refused.err().lines().count(), refused::err);

        CommandRun appended = CommandRun.of("import", csv("n", "7"), "--into", journal, "--append");
        assertEquals(0, appended.exitCode(), appended::err);
        assertEquals("n=0\nn=1\nn=7\n", CommandRun.of("read", journal, "-s").out());

        CommandRun other = CommandRun.of("import", csv("n", "7"), "--into", journal, "--append", "--schema", "n int");
        assertEquals(1, other.exitCode());
        assertTrue(other.err().startsWith("tidemark: SCHEMA_MISMATCH: "), other::err);
    }

    @Test
    void shouldEndWithOneWhenRowsWereRejected() throws IOException {
        Path rejects = directory.resolve("rejects.csv");
        CommandRun imported = CommandRun.of(
                "import",
                csv("n", "1", "x", "y", "z"),
                "--into",
                journal,
                "--schema",
                "n long",
                "--reject",
                rejects,
                "--show-rejected",
                2);
        assertEquals(1, imported.exitCode());
        assertTrue(imported.out().startsWith("read 4, stored 1, rejected 3, "), imported::out);
        assertEquals(
                "tidemark: rejected line 3: column 'n': 'x' is not a whole number.\n"
                        + "tidemark: rejected line 4: column 'n': 'y' is not a whole number.\n"
                        + "tidemark: and 1 more, all of them in " + rejects + "\n",
                imported.err());
        assertEquals(4, Files.readAllLines(rejects).size());
    }

    @Test
    void shouldSayWhatWasStoredWhenTheFileBreaksOff() throws IOException {
        CommandRun imported =
                CommandRun.of("import", csv("n,s", "1,a", "2,\"b"), "--into", journal, "--schema", "n long, s string");
        assertEquals(1, imported.exitCode());
        assertEquals(
                "tidemark: the import ended early: read 1, stored 1, rejected 0; the stored rows are in " + journal,
                imported.err().lines().findFirst().orElse(""));
        assertTrue(imported.err().contains("tidemark: IMPORT_INVALID: "), imported::err);
        assertEquals("n=1 s=a\n", CommandRun.of("read", journal, "-s").out());
    }

    @Test
    void shouldLeaveNothingBehindWhenTheFileIsRefused() throws IOException {
        CommandRun refused = CommandRun.of("import", csv("m", "1"), "--into", journal, "--schema", "n long");
        assertEquals(1, refused.exitCode());
        assertTrue(refused.err().startsWith("tidemark: IMPORT_INVALID, 'n': "), refused::err);
        assertFalse(Files.exists(journal));

        CommandRun missing =
                CommandRun.of("import", directory.resolve("none.csv"), "--into", journal, "--schema", "n long");
        assertEquals(3, missing.exitCode());
        assertTrue(missing.err().startsWith("tidemark: IO_FAILED: There is no file "), missing::err);
        assertFalse(Files.exists(journal));
    }

    @Test
    void shouldMakeAnEmptyJournalFromAHeaderAlone() throws IOException {
        assertEquals(
                0,
                CommandRun.of("import", csv("n"), "--into", journal, "--schema", "n long")
                        .exitCode());
        CommandRun read = CommandRun.of("read", journal, "-w", "csv");
        assertEquals("index,sequence,ingest_time,kind,n\n", read.out());
        assertEquals(0, read.exitCode(), read::err);
    }

    @Test
    void shouldRefuseOptionsThatMakeNoSense() throws IOException {
        Path file = csv("n", "1");
        assertUsage("--schema", "import", file, "--into", journal);
        assertUsage("between fields", "import", file, "--into", journal, "--schema", "n long", "--delimiter", "ab");
        assertUsage("destroy", "import", file, "--into", journal, "--schema", "n long", "--reject", file);
        assertUsage("is not an index", "read", journal, "-n", "12g");
        assertUsage("0 or more", "read", journal, "-x", "-1");
        assertUsage("Name a command", new Object[0]);
        assertUsage("Similar: --from-index", "read", journal, "--fromat", "json");
        assertUsage("'DIR'", "read");
        CommandRun format =
                CommandRun.of("import", file, "--into", journal, "--schema", "n timestamp", "--time-format", "n=unix");
        assertEquals(2, format.exitCode());
        assertTrue(format.err().startsWith("tidemark: SETTING_INVALID: 'unix' is not a time format."), format::err);
    }

    @Test
    void shouldSayInTwoLinesThatThereIsNoJournal() {
        CommandRun read = CommandRun.of("read", directory.resolve("none"));
        assertEquals(3, read.exitCode());
        assertTrue(read.err().startsWith("tidemark: JOURNAL_MISSING: "), read::err);
        assertTrue(read.err().lines().count() <= 2, read::err);
        assertTrue(CommandRun.of("read", directory.resolve("none"), "--stacktrace")
                .err()
                .contains("\tat io.tidemark"));
    }

    @Test
    void shouldEndQuietlyWhenTheReaderGoesAway() throws IOException {
        importNumbers(10);
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertEquals(0, Main.run(new String[] {"read", journal.toString()}, failing("Broken pipe"), err));
        assertEquals("", err.toString());
        assertEquals(3, Main.run(new String[] {"read", journal.toString()}, failing("No space left on device"), err));
        assertTrue(err.toString().startsWith("tidemark: IO_FAILED: No space left on device."), err::toString);
    }

    @Test
    void shouldWriteNothingIntoAJournalThatItReads() throws IOException {
        importNumbers(10);
        List<String> before = files();
        CommandRun.of("read", journal);
        assertEquals(before, files());
    }

    @Test
    void shouldExplainItself() {
        for (String[] args : new String[][] {{"--help"}, {"import", "--help"}, {"read", "--help"}, {"help", "read"}}) {
            CommandRun help = CommandRun.of((Object[]) args);
            assertEquals(0, help.exitCode());
            assertTrue(help.out().contains("Examples:") && help.out().contains("Exit codes:"), help::out);
            assertTrue(help.out().lines().allMatch(line -> line.length() <= 100), help::out);
        }
        assertTrue(CommandRun.of("--version").out().startsWith("tidemark "));
    }

    private void importNumbers(int count, String... more) throws IOException {
        String[] lines = new String[count + 1];
        lines[0] = "n,at";
        for (int i = 0; i < count; i++) {
            lines[i + 1] = i + "," + (i + 1);
        }
        Object[] args = Stream.concat(
                        Stream.of("import", csv(lines), "--into", journal, "--schema", "n long"), Stream.of(more))
                .toArray();
        CommandRun imported = CommandRun.of(args);
        assertEquals(0, imported.exitCode(), imported::err);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(journal)) {
            return files.sorted()
                    .map(file -> file + " " + file.toFile().length() + " "
                            + file.toFile().lastModified())
                    .toList();
        }
    }

    private Path csv(String... lines) throws IOException {
        return Files.write(directory.resolve("in.csv"), List.of(lines));
    }

    private static OutputStream failing(String message) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(message);
            }
        };
    }

    private static void assertUsage(String part, Object... args) {
        CommandRun run = CommandRun.of(args);
        assertEquals(2, run.exitCode(), run::err);
        assertTrue(run.err().contains(part), run::err);
        assertTrue(run.err().contains("  See: tidemark"), run::err);
        assertTrue(run.err().lines().count() <= 3, run::err);
    }
}
