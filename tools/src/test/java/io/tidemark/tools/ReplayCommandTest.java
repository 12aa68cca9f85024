package io.tidemark.tools;

import static io.tidemark.expr.Functions.max;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayCommandTest {
    private static final int PHASES = 3;
    /** Windows of both symbols that were closed: 10 in each phase, but for the last. */
    private static final int OUTPUT = 2 * (10 * PHASES - 1);

    @TempDir
    Path home;

    private StoredSales sales;
    private Path query;
    private Path into;

    @BeforeEach
    void run() {
        sales = new StoredSales(home);
        query = sales.query();
        sales.run(0, PHASES);
        into = home.resolve("replayed");
    }

    @Test
    void shouldBringOutTheSameRowsFromTheStart() throws IOException {
        Path late = home.resolve("late-again");
        Untouched.by(query, () -> {
            CommandRun run = ok("replay", query, "--into", into, "--dropped", "LATE=" + late);
            List<String> lines = run.out().lines().toList();
            assertEquals(
                    "REPLAY of query 'sales' from the start: 121 records read, " + OUTPUT + " rows out, in _ s, into "
                            + into,
                    lines.get(0).replaceAll("in [0-9.]+ s", "in _ s"));
            assertTrue(lines.get(1).startsWith("  source left up to 0x"), lines.get(1));
            assertEquals("  dropped LATE: 1 rows into " + late, lines.get(3));
            assertEquals(4, lines.size());
        });
        CommandRun diff = ok("diff", sales.journal("out"), into);
        assertTrue(diff.out().contains("\nsame " + OUTPUT + ", different 0, only in A 0, only in B 0\n"), diff::out);
        ok("diff", sales.journal("late"), late);
        ok("verify", query, "--from", "start", "--sink", into, "--dropped", "LATE=" + late);
    }

    @Test
    void shouldBeginFromACheckpoint() {
        CommandRun run = ok("replay", query, "--into", into, "--from-checkpoint", 2);
        assertTrue(run.out().contains("from checkpoint 2: 40 records read, 20 rows out, "), run::out);
        assertTrue(
                run.out().endsWith("  its first row is row " + (OUTPUT - 20) + " of the query's own output\n"),
                run::out);
        ok("diff", sales.journal("out"), into, "--by", "order", "--skip-a", OUTPUT - 20);
        into = home.resolve("another");
        failed(5, "CHECKPOINT_DAMAGED: There is no checkpoint 9", "--from-checkpoint", 9);
        assertFalse(Files.exists(into));
    }

    @Test
    void shouldReplayASpan() {
        // Phase 1 lies between 100 and 195 s; the last window that is closed there begins at 180 s. The row of 3 s
        // comes before the first row of the
        // right, when there is no watermark yet and nothing is late: it gives one more window.
        CommandRun run = ok(
                "replay",
                query,
                "--into",
                into,
                "--from-time",
                "1970-01-01T00:01:40Z",
                "--to-time",
                "1970-01-01T00:03:20Z");
        assertTrue(run.out().contains("from the span: 41 records read, 19 rows out, "), run::out);
        CommandRun rows = ok("read", into, "--no-index", "--limit", 2);
        assertTrue(rows.out().contains("symbol=A sales=1 turnover=3\n"), rows::out);
        assertTrue(rows.out().contains("symbol=A sales=2 turnover=205\n"), rows::out);
        Path drained = home.resolve("drained");
        CommandRun all = ok(
                "replay",
                query,
                "--into",
                drained,
                "--from-time",
                "1970-01-01T00:01:40Z",
                "--to-time",
                "1970-01-01T00:03:20Z",
                "--drain");
        assertTrue(all.out().contains(" 21 rows out, "), all::out);
        assertTrue(all.out().endsWith("  all windows were closed at the end\n"), all::out);
    }

    @Test
    void shouldReplayUpToAnIndex() {
        String third = ok("read", sales.journal("left"), "--skip", 3, "--limit", 1)
                .out()
                .split(" ")[0];
        CommandRun run = ok("replay", query, "--into", into, "--to-index", "left=" + third);
        assertTrue(run.out().contains("  source left up to " + third + "\n"), run::out);
        Path rest = home.resolve("rest");
        CommandRun later = ok("replay", query, "--into", rest, "--from-index", "left=" + third);
        assertTrue(later.out().contains("from the span: 118 records read, "), later::out);
    }

    @Test
    void shouldReplayAnotherPlan() throws IOException {
        Path plan = home.resolve("plan.json");
        Files.writeString(plan, sales.plan(10, max("price")));
        ok("replay", query, "--into", into, "--plan", plan);
        CommandRun diff = CommandRun.of("diff", sales.journal("out"), into, "--ignore", "sales");
        assertTrue(diff.out().contains("\nsame " + OUTPUT + ", different 0, only in A 0, only in B 0\n"), diff::out);
        CommandRun values = ok("read", into, "--no-index", "--limit", 1);
        assertTrue(values.out().contains("sales=5 turnover=5"), values::out);
        Files.writeString(plan, "{");
        failed(2, "File '" + plan + "': ", "--plan", plan);
    }

    @Test
    void shouldNeverWriteIntoWhatThereIs() throws IOException {
        for (Path place : List.of(sales.journal("out"), sales.journal("left").resolve("x"), query.resolve("x"))) {
            CommandRun run = CommandRun.of("replay", query, "--into", place);
            assertEquals(3, run.exitCode());
            assertTrue(run.err().startsWith("tidemark: DIRECTORY_IN_USE: '" + place + "' "), run::err);
        }
        Files.createDirectories(into);
        Files.writeString(into.resolve("note"), "mine");
        failed(3, "exists and is not an empty directory");
        assertEquals("mine", Files.readString(into.resolve("note")));
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        failed(2, "several sources, so say which one is meant: --from-index left=3", "--from-index", "3");
        failed(2, "The query has no source 'middle'.", "--to-index", "middle=3");
        failed(2, "give --from-checkpoint alone", "--from-checkpoint", "2", "--from-time", "1970-01-01");
        failed(2, "'quick' is not a pace", "--pace", "quick");
        failed(2, "--from-time needs a day", "--from-time", "07:55");
        failed(2, "'soon' is not a time", "--to-time", "soon");
        failed(2, "is not an index", "--from-index", "left=x");
        CommandRun none = CommandRun.of("replay", home.resolve("none"), "--into", into);
        assertEquals(3, none.exitCode());
        assertTrue(none.err().startsWith("tidemark: JOURNAL_MISSING: No query ran in"), none::err);
        CommandRun moved = CommandRun.of("replay", query, "--into", into, "--source", "left=" + home.resolve("none"));
        assertEquals(3, moved.exitCode());
        assertTrue(moved.err().contains("JOURNAL_MISSING"), moved::err);
        assertFalse(Files.exists(into));
    }

    private static CommandRun ok(Object... args) {
        CommandRun run = CommandRun.of(args);
        assertEquals(0, run.exitCode(), () -> run.err() + run.out());
        return run;
    }

    private void failed(int exitCode, String text, Object... options) {
        Object[] args = new Object[options.length + 4];
        args[0] = "replay";
        args[1] = query;
        args[2] = "--into";
        args[3] = into;
        System.arraycopy(options, 0, args, 4, options.length);
        CommandRun run = CommandRun.of(args);
        assertEquals(exitCode, run.exitCode(), run::err);
        assertTrue(run.err().contains(text), run::err);
        assertFalse(run.err().contains("\tat "), run::err);
    }
}
