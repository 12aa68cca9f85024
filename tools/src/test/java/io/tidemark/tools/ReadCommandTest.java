package io.tidemark.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.rollcycles.LargeRollCycles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command read with all its ranges, on journals of several files. */
class ReadCommandTest {
    @TempDir
    Path home;

    private Path journal;

    @BeforeEach
    void name() {
        journal = home.resolve("journal");
    }

    /** Y03: three files with two records each; the last five in order. */
    @Test
    void shouldReadTheLastOverSeveralFiles() {
        numbers(3, 2);
        assertEquals("n=1 n=2 n=3 n=4 n=5", read("--last", 5));
        assertEquals("n=5 n=4 n=3 n=2 n=1 n=0", read("-k"));
        assertEquals("n=5 n=4", read("-k", "-m", 2));
        assertEquals("n=3 n=2", read("--reverse", "--skip", 2, "--limit", 2));
    }

    /** Y04: a record in each of ten files; the sixth alone. */
    @Test
    void shouldSkipOverFiles() {
        numbers(10, 1);
        assertEquals("n=5", read("--skip", 5, "--limit", 1));
        assertEquals("n=5", read("--skip", 5, "-x", 1));
        assertEquals("", read("--skip", 10));
    }

    /** Y09: two of ten records, without empty lines, and exit code 0. */
    @Test
    void shouldFilterByAnExpression() {
        numbers(5, 2);
        CommandRun run = CommandRun.of("read", journal, "--filter", "n in (3, 7)", "--no-index");
        assertEquals("n=3\nn=7\n", run.out());
        assertEquals("", run.err());
        assertEquals(0, run.exitCode());
        assertEquals("n=7", read("--filter", "n % 4 = 3", "--last", 1));
        assertEquals("n=6 n=8", read("--filter", "n % 2 = 0 and n between 5 and 9"));
        assertEquals("n=4 n=5", read("-i", "n=[3-5]$", "-e", "=3"));
        assertEquals("n=1", read("-i", "INSERT", "-i", "2024-03-01T00:00:01Z"));
    }

    @Test
    void shouldNameWhatIsWrongWithAFilter() {
        numbers(1, 1);
        failed(2, "EXPRESSION_INVALID: At character 5 of \"n > \": a value is expected", "--filter", "n > ");
        failed(2, "COLUMN_UNKNOWN, 'm': There is no column 'm'.", "--filter", "m = 1");
        failed(2, "TYPE_MISMATCH: The filter (n + 1) is long", "--filter", "n + 1");
        failed(2, "NONDETERMINISTIC_EXPRESSION", "--filter", "now() > n");
        failed(2, "'[' is not a regular expression", "-i", "[");
    }

    @Test
    void shouldReadFromAndToAnIndex() {
        List<Long> positions = numbers(3, 2);
        String third = "0x" + Long.toHexString(positions.get(2));
        assertEquals("n=2 n=3 n=4 n=5", read("-n", third));
        assertEquals("n=0 n=1 n=2", read("--to-index", third));
        assertEquals("n=2 n=3", read("-n", third, "--to-index", positions.get(3)));
        assertEquals("n=3", read("-n", third, "--to-index", positions.get(4), "--filter", "n % 2 = 1"));
        // Between the files there are indexes without a record.
        assertEquals("n=2 n=3 n=4 n=5", read("-n", positions.get(1) + 1));
        assertEquals("n=0 n=1", read("--to-index", positions.get(2) - 1));
        assertEquals("n=1 n=0", read("-k", "--to-index", positions.get(2) - 1));
    }

    /** Y01: the index behind the last one gives nothing, and the next record where it is followed. */
    @Test
    void shouldBeginBehindTheEnd() throws InterruptedException {
        try (RolledJournal rolled = new RolledJournal(journal, "n long")) {
            long end = rolled.append("2024-03-01T00:00:00Z", 0);
            assertEquals("", read("-n", end + 1));
            List<CommandRun> runs = new ArrayList<>();
            Thread follower =
                    new Thread(() -> runs.add(CommandRun.of("read", journal, "-s", "-n", end + 1, "-f", "-x", 1)));
            follower.start();
            rolled.append("2024-03-01T00:00:01Z", 1);
            follower.join(60_000);
            assertEquals("n=1\n", runs.get(0).out());
        }
    }

    /** Y06: a single row at 10 s; from 11 s on there is none, from 10 s on there is it. */
    @Test
    void shouldReadByEventTime() {
        try (RolledJournal rolled = new RolledJournal(journal, "ts timestamp, n long")) {
            rolled.append("2024-03-01T00:00:00Z", "1970-01-01T00:00:10Z", 1);
        }
        assertEquals("", read("--from-time", "1970-01-01T00:00:11Z"));
        assertEquals("ts=1970-01-01T00:00:10Z n=1", read("--from-time", "1970-01-01T00:00:10Z"));
        assertEquals("", read("--to-time", "1970-01-01T00:00:10Z"));
        assertEquals("ts=1970-01-01T00:00:10Z n=1", read("--to-time", "1970-01-01T00:00:10.000000001Z"));
    }

    /** Y07: rows at 10 s and 30 s and two without a time between them; from 15 s on there is the one at 30 s. */
    @Test
    void shouldPassOverRowsWithoutATime() {
        try (RolledJournal rolled = new RolledJournal(journal, "ts timestamp, n long")) {
            rolled.append("2024-03-01T00:00:00Z", "1970-01-01T00:00:10Z", 1);
            rolled.append("2024-03-01T00:00:00Z", null, 2);
            rolled.append("2024-03-01T00:00:00Z", null, 3);
            rolled.append("2024-03-01T00:00:00Z", "1970-01-01T00:00:30Z", 4);
        }
        assertEquals("ts=1970-01-01T00:00:30Z n=4", read("--from-time", "1970-01-01T00:00:15Z"));
    }

    /** F04: the file rolls at midnight an hour ahead of UTC; the row lies in the file of that day, and the day finds it. */
    @Test
    void shouldFindTheRowsOfALocalDay() throws IOException {
        try (RolledJournal rolled = new RolledJournal(
                journal,
                "ts timestamp, n long",
                LargeRollCycles.LARGE_DAILY,
                Instant.parse("2022-03-01T22:30:00Z"),
                3600)) {
            rolled.append("2022-03-01T22:30:00Z", "2022-03-01T22:30:00Z", 1);
            rolled.after(89 * 60_000L).append("2022-03-01T23:59:00Z", "2022-03-01T23:59:00Z", 2);
        }
        try (Stream<Path> files = Files.list(journal)) {
            assertEquals(
                    List.of("20220301", "20220302"),
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".cq4"))
                            .map(name -> name.substring(0, 8))
                            .sorted()
                            .toList());
        }
        assertEquals("ts=2022-03-02T00:59:00+01:00 n=2", read("--date", "2022-03-02", "--zone", "+01:00"));
        assertEquals("ts=2022-03-01T23:30:00+01:00 n=1", read("--date", "2022-03-01", "--zone", "+01:00"));
        assertEquals("", read("--date", "2022-03-02"));
        assertEquals(
                2,
                CommandRun.of("read", journal, "--date", "2022-03-01")
                        .out()
                        .lines()
                        .count());
    }

    @Test
    void shouldTakeTimesOfDayFromTheDayOfTheNewestRow() {
        try (RolledJournal rolled = new RolledJournal(journal, "ts timestamp, n long")) {
            rolled.append("2024-03-02T10:00:00Z", "2024-02-29T07:55:00Z", 1);
            rolled.append("2024-03-02T10:00:01Z", "2024-03-01T06:54:59.999Z", 2);
            rolled.append("2024-03-02T10:00:02Z", "2024-03-01T06:55:00Z", 3);
            rolled.append("2024-03-02T10:00:03Z", "2024-03-01T07:00:00Z", 4);
        }
        assertEquals(
                "ts=2024-03-01T07:55:00+01:00 n=3",
                read("--from-time", "07:55", "--to-time", "08:00", "-z", "Europe/Berlin"));
        assertEquals("ts=2024-02-29T07:55:00Z n=1", read("--from-time", "07:55", "--date", "2024-02-29"));
        assertEquals("ts=2024-03-01T06:55:00Z n=3 ts=2024-03-01T07:00:00Z n=4", read("--from-written", "10:00:02"));
        assertEquals("ts=2024-02-29T07:55:00Z n=1", read("--to-written", "2024-03-02T11:00:01+01:00", "--last", 5));
        failed(2, "--from-time: 'noon' is not a time", "--from-time", "noon");
        failed(2, "'Mars' is not a zone", "--zone", "Mars");
        failed(2, "is not a day", "--date", "1.3.2024");
    }

    @Test
    void shouldAskWhichTimeIsMeant() {
        try (RolledJournal rolled = new RolledJournal(journal, "a timestamp, b timestamp, n long")) {
            rolled.append("2024-03-01T00:00:00Z", "2024-03-01T00:00:00Z", "2024-03-02T00:00:00Z", 1);
        }
        failed(2, "2 columns of type timestamp: [a, b]", "--from-time", "2024-03-01");
        failed(2, "The column is long, not timestamp", "--from-time", "2024-03-01", "--time-column", "n");
        assertEquals(
                1,
                CommandRun.of("read", journal, "--from-time", "2024-03-02", "--time-column", "b")
                        .out()
                        .lines()
                        .count());
    }

    @Test
    void shouldTakeTheLettersThatUsersKnow() {
        numbers(3, 2);
        CommandRun run = CommandRun.of("read", "-d", journal, "-s", "-l", "-w", "JSON", "-m", "2", "-z", "UTC");
        assertEquals("{\"n\":4}\n{\"n\":5}\n", run.out());
        failed(2, "Name the directory of the journal, once", "-d", journal);
        failed(2, "Use --follow or --reverse", "-f", "-k");
        failed(2, "--skip needs a number of 0 or more", "--skip", -1);
    }

    @Test
    void shouldShowQueuesOfOtherPrograms() throws IOException {
        try (ChronicleQueue queue = ChronicleQueue.single(journal.toString());
                ExcerptAppender appender = queue.createAppender()) {
            appender.writeDocument(
                    wire -> wire.write("price").int32(42).write("note").text("a b"));
            appender.writeText("plain text");
            appender.writeBytes(bytes -> bytes.writeInt(-2));
            appender.writeDocument(wire -> wire.write("price").int32(43));
        }
        assertEquals(
                List.of(
                        "form=wire document=\"price: 42\\nnote: a b\"",
                        "form=text document=\"plain text\"",
                        "form=bytes document=feffffff",
                        "form=wire document=\"price: 43\""),
                CommandRun.of("read", journal, "-s").out().lines().toList());
        assertEquals(
                "form=wire document=\"price: 43\"",
                read("--filter", "form = 'wire' and document not like '%note%'", "-k"));
        assertEquals("form=bytes document=feffffff", read("-m", 2, "-x", 1));
        assertEquals(
                1,
                CommandRun.of("read", journal)
                        .out()
                        .lines()
                        .filter(line -> line.contains("  -  -  INSERT  form=text"))
                        .count());
        Untouched.by(
                home,
                () -> assertEquals(
                        4, CommandRun.of("read", journal).out().lines().count()));
    }

    /** F07 and Y10: three files in a directory without the right to write are read whole, and nothing changes. */
    @Test
    void shouldNeedNoRightToWrite() throws IOException {
        numbers(3, 1);
        Untouched.by(home, () -> {
            assertEquals("n=0 n=1 n=2", read());
            assertEquals("n=2 n=1 n=0", read("--reverse"));
            assertEquals("n=1", read("--filter", "n = 1"));
        });
    }

    /** Y09: the reader of the output goes away after the first line. */
    @Test
    void shouldEndQuietlyWhenThePipeBreaks() {
        numbers(3, 4_000);
        for (List<String> more :
                List.of(List.<String>of(), List.of("-k"), List.of("-w", "csv"), List.of("-w", "json"))) {
            List<String> args = new ArrayList<>(List.of("read", journal.toString()));
            args.addAll(more);
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            int exitCode = Main.run(args.toArray(String[]::new), new BrokenPipe(), err);
            assertEquals("", err.toString());
            assertEquals(0, exitCode);
        }
    }

    private static final class BrokenPipe extends OutputStream {
        private int taken;

        @Override
        public void write(int b) throws IOException {
            if (++taken > 100) {
                throw new IOException("Broken pipe");
            }
        }
    }

    private List<Long> numbers(int files, int each) {
        List<Long> positions = new ArrayList<>();
        try (RolledJournal rolled = new RolledJournal(journal, "n long")) {
            for (int file = 0; file < files; file++) {
                for (int i = 0; i < each; i++) {
                    int n = positions.size();
                    positions.add(rolled.append(
                            "2024-03-01T"
                                    + java.time.LocalTime.MIN
                                            .plusSeconds(n)
                                            .format(java.time.format.DateTimeFormatter.ISO_LOCAL_TIME)
                                    + "Z",
                            n));
                }
                rolled.after(1_000);
            }
        }
        return positions;
    }

    private String read(Object... options) {
        CommandRun run = run(options);
        assertEquals(0, run.exitCode(), run::err);
        assertEquals("", run.err());
        return run.out().replace("\n", " ").strip();
    }

    private CommandRun run(Object... options) {
        List<Object> args = new ArrayList<>(List.of("read", journal, "-s"));
        args.addAll(List.of(options));
        return CommandRun.of(args.toArray());
    }

    private void failed(int exitCode, String part, Object... options) {
        CommandRun run = run(options);
        assertEquals(exitCode, run.exitCode(), run::err);
        assertTrue(run.err().contains(part), run::err);
    }
}
