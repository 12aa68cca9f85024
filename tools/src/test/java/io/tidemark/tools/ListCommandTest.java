package io.tidemark.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListCommandTest {
    @TempDir
    Path home;

    @Test
    void shouldListJournalsWithTheirReadersAndWriters() {
        Path journal = home.resolve("journals").resolve("numbers");
        long me = ProcessHandle.current().pid();
        long third = 0;
        try (RolledJournal rolled = new RolledJournal(journal, "n long")) {
            for (int i = 0; i < 6; i++) {
                long position = rolled.append("2024-03-01T00:00:0" + i + "Z", i);
                third = i == 2 ? position : third;
                rolled.after(i % 2 == 1 ? 1_000 : 0);
            }
            String at = "0x" + Long.toHexString(third);
            CommandRun.of("readers", "register", journal, "slow", "--position", at, "--expiry", "P1D");
            CommandRun.of("readers", "register", journal, "new", "--expiry", "PT0.001S");
            List<String> lines = list().out().lines().toList();
            assertEquals(4, lines.size(), lines::toString);
            assertTrue(
                    lines.get(0)
                            .matches("journal " + journal
                                    + " {2}6 rows, 3 files, \\d+ bytes {2}last 0x[0-9a-f]+ {2}written"
                                    + " 2024-03-01T00:00:05Z"),
                    lines.get(0));
            assertEquals("  writer  held by process " + me, lines.get(1));
            assertTrue(
                    lines.get(2)
                            .matches("  reader {2}new {2}has read nothing {2}lag 6 rows, \\d+\\.\\d{3} s {2}EXPIRED"),
                    lines.get(2));
            assertTrue(
                    lines.get(3).matches("  reader {2}slow {2}at " + at + " {2}lag 3 rows, \\d+\\.\\d{3} s"),
                    lines.get(3));
        }
        assertTrue(list().out().contains("  writer  nobody; process " + me + " ended cleanly\n"));
    }

    /** The lag counts from when the first row that waits was written. */
    @Test
    void shouldSayForHowLongRowsHaveWaited() {
        Path journal = home.resolve("numbers");
        try (RolledJournal rolled = new RolledJournal(journal, "n long")) {
            rolled.append("2024-03-01T00:00:00Z", 1);
            long last =
                    rolled.append(java.time.Instant.now().minusSeconds(3_000).toString(), 2);
            CommandRun.of("readers", "register", journal, "all", "--position", last, "--expiry", "P1D");
            CommandRun.of("readers", "register", journal, "one", "--position", last - 1, "--expiry", "P1D");
        }
        String out = list().out();
        assertTrue(out.contains("  lag 0 rows, 0.000 s\n"), out);
        assertTrue(out.matches("(?s).*  reader  one  at 0x[0-9a-f]+  lag 1 rows, 30\\d\\d\\.\\d{3} s\n.*"), out);
    }

    /** Y10: also without the right to write, and nothing changes. */
    @Test
    void shouldListQueriesWithTheirSources() throws IOException {
        StoredSales sales = new StoredSales(home);
        sales.run(0, 2);
        sales.append(2, 7);
        Untouched.by(home, () -> {
            CommandRun run = list();
            assertEquals(
                    5,
                    run.out()
                            .lines()
                            .filter(line -> line.startsWith("journal "))
                            .count(),
                    run::out);
            String text = run.out().substring(run.out().indexOf("query "));
            assertTrue(
                    text.matches("query " + sales.query() + "  'sales', open  checkpoint 2 of \\S+Z\n"
                            + "  engine  nobody; process \\d+ ended cleanly\n"
                            + "  source  left in " + sales.journal("left")
                            + "  at 0x[0-9a-f]+  lag 7 rows, \\d+\\.\\d{3} s\n"
                            + "  source  right in " + sales.journal("right") + "  at 0x[0-9a-f]+  lag 7 rows, \\S+ s\n"
                            + "  writes  dropped LATE to " + sales.journal("late") + "\n"
                            + "  writes  order to " + sales.journal("order") + "\n"
                            + "  writes  sink to " + sales.journal("out") + "\n"),
                    text);
        });
    }

    @Test
    void shouldListAsJson() {
        StoredSales sales = new StoredSales(home);
        sales.run(0, 1);
        CommandRun run = CommandRun.of("list", sales.query(), sales.journal("left"), "--output", "json");
        assertEquals(0, run.exitCode(), run::err);
        for (String part : List.of(
                "\"directory\" : \"" + sales.journal("left") + "\"",
                "\"rows\" : 20,",
                "\"foreign\" : false,",
                "\"name\" : \"sales\"",
                "\"life\" : \"OPEN\"",
                "\"checkpoint\" : 1,",
                "\"lagRows\" : 0,",
                "\"lagSeconds\" : 0.000,",
                "\"holding\" : false,",
                "\"sink\" : \"" + sales.journal("out") + "\"",
                "\"problems\" : [ ]")) {
            assertTrue(run.out().contains(part), () -> part + " in " + run.out());
        }
    }

    @Test
    void shouldGoOnWhereSomethingIsDamaged() throws IOException {
        new RolledJournal(home.resolve("a"), "n long").close();
        new RolledJournal(home.resolve("b"), "n long").close();
        Files.writeString(home.resolve("a").resolve("schema.json"), "{");
        CommandRun run = CommandRun.of("list", home);
        assertEquals(1, run.exitCode());
        assertTrue(run.err().startsWith("tidemark: SCHEMA_INVALID: "), run::err);
        assertTrue(run.out().startsWith("journal " + home.resolve("b") + "  0 rows, "), run::out);
        assertEquals(3, CommandRun.of("list", home.resolve("none")).exitCode());
        assertEquals(2, CommandRun.of("list").exitCode());
    }

    @Test
    void shouldListQueuesOfOtherPrograms() throws IOException {
        Path queue = home.resolve("queue");
        try (ChronicleQueue opened = ChronicleQueue.single(queue.toString());
                ExcerptAppender appender = opened.createAppender()) {
            appender.writeText("one");
            appender.writeText("two");
        }
        Path empty = Files.createDirectory(home.resolve("empty"));
        assertTrue(list().out().startsWith("queue " + queue + "  2 documents, 1 files, "), list()::out);
        assertEquals(
                "no journals and no queries\n", CommandRun.of("list", empty).out());
    }

    @Test
    void shouldExplainTheCommands() {
        for (String command : List.of("read", "list", "stats", "export", "import")) {
            CommandRun help = CommandRun.of(command, "--help");
            assertEquals(0, help.exitCode());
            assertEquals("", help.err());
            assertTrue(help.out().contains("Examples:") && help.out().contains("Exit codes:"), help::out);
            assertTrue(help.out().lines().allMatch(line -> line.length() <= 100), help::out);
        }
    }

    private CommandRun list() {
        CommandRun run = CommandRun.of("list", home);
        assertEquals("", run.err());
        assertEquals(0, run.exitCode());
        return run;
    }
}
