package io.tidemark.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatsCommandTest {
    @TempDir
    Path home;

    private Path journal;

    /** Six rows in two files: event times 10, 30, 20, null, 29.5 and 100 s, written at 0, 0.5, 0.9, 1, 5 and 5 s. */
    @BeforeEach
    void fill() {
        journal = home.resolve("journal");
        try (RolledJournal rolled = new RolledJournal(journal, "ts timestamp, n long")) {
            rolled.append("2024-03-01T00:00:00Z", "1970-01-01T00:00:10Z", 1);
            rolled.append("2024-03-01T00:00:00.5Z", "1970-01-01T00:00:30Z", 2);
            rolled.append("2024-03-01T00:00:00.9Z", "1970-01-01T00:00:20Z", 3);
            rolled.append("2024-03-01T00:00:01Z", null, 4);
            rolled.after(1_000);
            rolled.append("2024-03-01T00:00:05Z", "1970-01-01T00:00:29.5Z", 5);
            rolled.append("2024-03-01T00:00:05Z", "1970-01-01T00:01:40Z", 6);
        }
    }

    @Test
    void shouldSayHowAJournalIs() throws IOException {
        Untouched.by(home, () -> {
            CommandRun run = CommandRun.of("stats", journal, "--silences", 2);
            assertEquals("", run.err());
            assertEquals(0, run.exitCode());
            List<String> lines = run.out()
                    .replaceAll("0x[0-9a-f]+", "0x_")
                    .replaceAll("\\S+\\.cq4", "F.cq4")
                    .lines()
                    .toList();
            assertEquals(
                    List.of(
                            "records    6, of these 0 damaged; rows have 144 bytes",
                            "positions  0x_ to 0x_",
                            "kinds      INSERT 6",
                            "written    2024-03-01T00:00:00Z to 2024-03-01T00:00:05Z, 5.000 s, 1.0 records a second, at most 3 in one",
                            "  silence  4 s until 2024-03-01T00:00:05Z at 0x_",
                            "  silence  0.5 s until 2024-03-01T00:00:00.5Z at 0x_",
                            "event time ts  1970-01-01T00:00:10Z to 1970-01-01T00:01:40Z, 1 null",
                            "  silence  70 s until 1970-01-01T00:01:40Z at 0x_",
                            "  silence  20 s until 1970-01-01T00:00:30Z at 0x_",
                            "disorder   2 of 5 rows (40.00 %) lie behind an earlier one; by 50 % 0 s, 90 % 10 s, 99 % 10 s,"
                                    + " 99.5 % 10 s, 99.9 % 10 s, most 10 s",
                            "file       F.cq4  65536 bytes  4 records, rows have 96 bytes",
                            "file       F.cq4  65536 bytes  2 records, rows have 48 bytes"),
                    lines.stream()
                            .map(line -> line.startsWith("file")
                                    ? line.replaceAll("  \\d+ bytes  ", "  65536 bytes  ")
                                    : line)
                            .toList());
        });
    }

    @Test
    void shouldCountWhatIsAskedFor() {
        CommandRun run = CommandRun.of("stats", journal, "--filter", "n > 4", "--output", "json");
        assertEquals(0, run.exitCode(), run::err);
        for (String part : List.of(
                "\"records\" : 2,",
                "\"damaged\" : 0,",
                "\"INSERT\" : 2,",
                "\"DELETE\" : 0",
                "\"recordsPerSecond\" : 0.000,",
                "\"busiestSecond\" : 2",
                "\"column\" : \"ts\"",
                "\"from\" : \"1970-01-01T00:00:29.5Z\"",
                "\"lengthNs\" : 70500000000,",
                "\"behind\" : 0,",
                "\"p99.9\" : 0,",
                "\"lookedAt\" : 2,")) {
            assertTrue(run.out().contains(part), () -> part + " in " + run.out());
        }
    }

    @Test
    void shouldSayThatThereIsNothing() {
        Path empty = home.resolve("empty");
        new RolledJournal(empty, "a timestamp, b timestamp").close();
        CommandRun run = CommandRun.of("stats", empty);
        assertEquals(0, run.exitCode(), run::err);
        assertEquals(
                "records    0, of these 0 damaged; rows have 0 bytes\nkinds      none\nwritten    no record has a time of writing\n"
                        + "event time no column is known for it; name one with --time-column\n",
                run.out().replaceAll("(?m)^file .*\n", ""));
        assertTrue(
                CommandRun.of("stats", empty, "--time-column", "b").out().contains("event time b  no row has one\n"));
        assertEquals(3, CommandRun.of("stats", home.resolve("none")).exitCode());
        assertEquals(2, CommandRun.of("stats", empty, "--silences", -1).exitCode());
    }
}
