package io.tidemark.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatenessCommandTest {
    @TempDir
    Path home;

    private Path fast;
    private Path slow;

    /** Written in turns: fast at 10, 30, 20 s of event time and one without; slow at 15 and 12 s. */
    @BeforeEach
    void fill() {
        fast = home.resolve("fast");
        slow = home.resolve("slow");
        try (RolledJournal rolled = new RolledJournal(fast, "ts timestamp, n long")) {
            rolled.append("2024-03-01T00:00:00Z", "1970-01-01T00:00:10Z", 1);
            rolled.append("2024-03-01T00:00:02Z", "1970-01-01T00:00:30Z", 2);
            rolled.append("2024-03-01T00:00:04Z", "1970-01-01T00:00:20Z", -3);
            rolled.append("2024-03-01T00:00:05Z", null, 4);
        }
        try (RolledJournal rolled = new RolledJournal(slow, "ts timestamp, name string")) {
            rolled.append("2024-03-01T00:00:01Z", "1970-01-01T00:00:15Z", "a");
            rolled.append("2024-03-01T00:00:03Z", "1970-01-01T00:00:12Z", "b");
        }
    }

    @Test
    void shouldSayWhatADelayLosesAndTouchNothing() throws IOException {
        Untouched.by(home, () -> {
            CommandRun run = CommandRun.of(
                    "lateness", fast, "--window", "5s", "--now", "4s", "--targets", "0.6", "--value", "n", "--json");
            assertEquals("", run.err());
            assertEquals(0, run.exitCode());
            for (String part : List.of(
                    "\"sizeNs\" : 5000000000,",
                    "\"rows\" : 3,",
                    "\"nullTimes\" : 1,",
                    "\"for\" : \"now\",",
                    "\"delayNs\" : 4000000000,",
                    "\"rowsLost\" : 1,",
                    "\"completeness\" : 0.666666666,",
                    "\"valueLost\" : 3.00000000,",
                    "\"valueShareLost\" : 0.500000000,",
                    "\"delayNs\" : 5000000001,",
                    "\"worst\" : \"fast\"")) {
                assertTrue(run.out().contains(part), () -> part + " in " + run.out());
            }
        });
    }

    @Test
    void shouldTakeRowsOfSeveralJournalsAsTheyWereWritten() {
        CommandRun run = CommandRun.of("lateness", fast, slow, "--targets", "1");
        assertEquals("", run.err());
        assertEquals(0, run.exitCode());
        // Against the input that is furthest behind: fast 20 s at 15 s needs none, slow 12 s at 15 s needs 3 s.
        assertTrue(run.out().endsWith("\nworst    slow\n"), run::out);
        assertTrue(
                run.out()
                        .contains(
                                "rows     fast: 3, event times 1970-01-01T00:00:10Z to 1970-01-01T00:00:30Z, and 1 without a time\n"),
                run::out);
        assertTrue(run.out().contains("1 rows (33.33 %) lie behind an earlier one, by 10 s at most\n"), run::out);
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        assertEquals(2, CommandRun.of("lateness", fast, "--slide", "5s").exitCode());
        assertEquals(2, CommandRun.of("lateness", fast, "--last", "5").exitCode());
        assertEquals(2, CommandRun.of("lateness", fast, "--targets", "1.5").exitCode());
        assertEquals(2, CommandRun.of("lateness", slow, "--value", "name").exitCode());
        assertEquals(3, CommandRun.of("lateness", home.resolve("none")).exitCode());
        assertEquals(0, CommandRun.of("lateness", fast, "--filter", "n > 5").exitCode());
    }
}
