package io.tidemark.tools;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.max;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that look at a query that ran and was stopped, as a user runs them. */
class QueryCommandsTest {
    /** Phases that ran, and so checkpoints that were made; the last two are kept. */
    private static final int PHASES = 4;
    /** Windows of both symbols that were closed: 10 in each phase, but for the last. */
    private static final int OUTPUT = 2 * (10 * PHASES - 1);

    @TempDir
    Path home;

    private StoredSales sales;
    private Path query;

    @BeforeEach
    void run() {
        sales = new StoredSales(home);
        query = sales.query();
        sales.run(0, PHASES);
    }

    @Test
    void shouldWriteOutTheStateOfACheckpoint() {
        CommandRun newest = ok("state", query);
        assertTrue(newest.out().startsWith("checkpoint 4 of query 'sales', made at 20"), newest::out);
        assertEquals(List.of("{symbol=A}", "{symbol=B}"), keys(newest));
        assertEquals(List.of("390", "390"), panes(newest));
        // Both groups have 2 rows with the prices 390 and 395.
        assertEquals(
                2,
                rows(newest)
                        .filter(line -> line.endsWith(littleEndian(2) + littleEndian(785)))
                        .count(),
                newest::out);
        assertEquals(List.of("290", "290"), panes(ok("state", query, "--checkpoint", 3)));
        assertEquals(List.of("{symbol=B}"), keys(ok("state", query, "--key", "=B")));
        CommandRun limited = ok("state", query, "--operator", "agg.sales", "--limit", 1);
        assertEquals(List.of("{symbol=A}"), keys(limited));
        assertTrue(limited.out().endsWith("\n1 more are not shown.\n"), limited::out);
        failed(5, "There is no checkpoint 1. ", "state", query, "--checkpoint", 1);
        failed(2, "has no operator 'sums'", "state", query, "--operator", "sums");
        failed(3, "No query ran in", "state", home.resolve("none"));
        failed(2, "not a checkpoint", "state", query, "--checkpoint", "x");
    }

    @Test
    void shouldListAndInspectCheckpoints() {
        List<String> lines = ok("checkpoint", "list", query).out().lines().toList();
        assertEquals("query 'sales', open", lines.get(0));
        assertEquals(3, lines.size());
        assertTrue(
                lines.get(1)
                        .matches("checkpoint 4 {2}20\\S+Z {2}\\d files, \\d+ bytes {2}left@0x\\w+ right@0x\\w+ {2}"
                                + "output " + (OUTPUT - 1) + " {2}ok"),
                lines.get(1));
        assertTrue(lines.get(2).startsWith("checkpoint 3 "), lines.get(2));
        assertTrue(lines.get(2).contains("output " + (OUTPUT - 21) + "  ok"), lines.get(2));

        String text = ok("checkpoint", "inspect", query).out();
        assertTrue(text.startsWith("checkpoint 4 of query 'sales': ok\n"), text);
        int left = PHASES * StoredSales.ROWS + 1;
        assertTrue(text.contains("  counters     left: in " + left + ", accepted " + left + ", out " + left), text);
        assertTrue(
                text.contains("agg.sales: in " + (2 * left - 1) + ", accepted " + (2 * left - 2) + ", out " + OUTPUT
                        + ", partly late 0, in state 2, dropped LATE 1, W=1970-01-01T00:06:35Z"),
                text);
        assertTrue(text.contains("  sink         sequence " + (OUTPUT - 1) + " at 0x"), text);
        assertTrue(text.contains("dropped rows LATE: sequence 0 at 0x"), text);
        assertTrue(text.matches("(?s).*  chain        delta-4  \\d+ bytes  crc32c [0-9a-f]{8}  ok\n.*"), text);
        failed(5, "There is no checkpoint 9.", "checkpoint", "inspect", query, "--checkpoint", 9);
        failed(2, "Name a command", "checkpoint");
    }

    @Test
    void shouldNameDamagedFilesAndWhatAStartMakesOfThem() throws IOException {
        damage(query.resolve("checkpoint").resolve("delta-4"));
        CommandRun list = CommandRun.of("checkpoint", "list", query);
        assertEquals(1, list.exitCode());
        assertTrue(
                list.out().contains("output " + (OUTPUT - 1) + "  DAMAGED\n  delta-4 is damaged at byte "), list::out);
        CommandRun inspect = CommandRun.of("checkpoint", "inspect", query);
        assertEquals(1, inspect.exitCode());
        assertTrue(inspect.out().contains("DAMAGED: delta-4 is damaged at byte "), inspect::out);
        CommandRun state = ok("state", query);
        assertTrue(state.out().startsWith("checkpoint 3 "), state::out);
        CommandRun check = ok("restart-check", query);
        assertTrue(check.out().contains("START of query 'sales' goes on from checkpoint 3.\n"), check::out);
        assertTrue(check.out().contains("'left' goes on after position 0x"), check::out);
        assertTrue(check.out().contains(", 20 records wait.\n"), check::out);
        assertTrue(check.out().contains("  20 rows of the sink come out again"), check::out);
        damage(query.resolve("checkpoint").resolve("manifest-3.json"));
        CommandRun refused = CommandRun.of("restart-check", query);
        assertEquals(5, refused.exitCode());
        assertTrue(refused.out().contains("is refused: none of its checkpoints can be used.\n"), refused::out);
        assertEquals(1, CommandRun.of("checkpoint", "list", query).exitCode());
    }

    @Test
    void shouldReplayToTheSameRows() {
        assertEquals(
                List.of("VERIFY query 'sales' from checkpoint 4: 0 records read again, every row is the same."),
                ok("verify", query).out().lines().limit(1).toList());
        CommandRun older = ok("verify", query, "--from", 3, "--span", 8);
        assertTrue(older.out().contains("from checkpoint 3: 40 records read again"), older::out);
        assertTrue(older.out().contains(sales.journal("out") + ": 20 rows in 3 spans\n"), older::out);
        CommandRun all = ok("verify", query, "--from", "start");
        assertTrue(all.out().contains(sales.journal("out") + ": " + OUTPUT + " rows in 1 spans\n"), all::out);
        assertTrue(all.out().contains(sales.journal("late") + ": 1 rows in 1 spans\n"), all::out);
        failed(5, "There is no checkpoint 1 of query 'sales'", "verify", query, "--from", 1);
        failed(2, "--span needs a number of 1 or more", "verify", query, "--span", 0);
    }

    @Test
    void shouldFindTheRowThatWasChanged() {
        sales.copyOutput("copy", -1);
        CommandRun equal = ok("verify", query, "--from", "start", "--sink", sales.journal("copy"));
        assertTrue(equal.out().contains("  sink is read in " + sales.journal("copy") + ".\n"), equal::out);
        sales.copyOutput("tampered", 41);
        CommandRun run =
                CommandRun.of("verify", query, "--from", "start", "--span", 10, "--sink", sales.journal("tampered"));
        assertEquals(6, run.exitCode(), run::err);
        List<String> spans = run.out()
                .lines()
                .filter(line -> line.startsWith("    rows "))
                .map(line -> line.replaceAll(":.*", ""))
                .toList();
        assertEquals(List.of("    rows 40 to 49"), spans);
        assertTrue(run.out().contains("ROWS DIFFER"), run::out);
        assertTrue(run.out().contains("    first difference: row 41 was INSERT {"), run::out);
        ok("verify", query, "--from", 3, "--sink", sales.journal("tampered"));
    }

    @Test
    void shouldFindThatTheEndOfTheSinkIsMissing() {
        sales.copyOutput("copy", -1, 41);
        CommandRun run = CommandRun.of("verify", query, "--from", "start", "--sink", sales.journal("copy"));
        assertEquals(6, run.exitCode(), run::err);
        assertTrue(run.out().contains("ROWS DIFFER"), run::out);
        assertTrue(
                run.out()
                        .contains("    first difference: the sink ends at row 40, and the query put out row "
                                + (OUTPUT - 1) + " by checkpoint 4\n"),
                run::out);
        assertEquals(
                6,
                CommandRun.of("verify", query, "--sink", sales.journal("copy")).exitCode());
    }

    /** Rows of phase 1 that come again are late. The journal of dropped rows stays where it is. */
    @Test
    void shouldGoOnAtAnotherPlace() throws IOException {
        Path place = home.resolve("elsewhere");
        Files.createDirectory(place);
        for (String part : List.of("query", "left", "right", "out", "order")) {
            Files.move(home.resolve(part), place.resolve(part));
        }
        StoredSales moved = new StoredSales(place, sales.journal("late"));
        moved.run(PHASES, 1);
        CommandRun all = verifyMoved(moved, "start");
        assertTrue(all.out().contains(": " + (OUTPUT + 20) + " rows in 1 spans\n"), all::out);
        moved.run(1, 1);
        CommandRun late = verifyMoved(moved, PHASES + 1);
        assertTrue(
                late.out().contains(sales.journal("late") + ": " + (2 * StoredSales.ROWS + 1) + " rows in "),
                late::out);
    }

    private static CommandRun verifyMoved(StoredSales moved, Object from) {
        return ok(
                "verify",
                moved.query(),
                "--from",
                from,
                "--source",
                "left=" + moved.journal("left"),
                "--source",
                "right=" + moved.journal("right"),
                "--order",
                moved.journal("order"),
                "--sink",
                moved.journal("out"));
    }

    @Test
    void shouldSayThatTheSchemaOfAJournalIsMissing() throws IOException {
        Files.delete(sales.journal("out").resolve("schema.json"));
        failed(3, "'schema.json' is missing.", "verify", query);
    }

    @Test
    void shouldSayWhichJournalIsMissing() throws IOException {
        Files.move(sales.journal("left"), sales.journal("moved"));
        failed(3, "--source left=DIR", "verify", query, "--from", 3);
        ok("verify", query, "--from", 3, "--source", "left=" + sales.journal("moved"));
        Files.move(sales.journal("order"), sales.journal("order2"));
        failed(3, "--order DIR", "verify", query, "--from", 3, "--source", "left=" + sales.journal("moved"));
        failed(2, "has no journal 'dropped FUTURE'", "verify", query, "--dropped", "future=" + home);
    }

    @Test
    void shouldSayWhatAStartUnderAnotherPlanMeans() throws IOException {
        CommandRun same = ok("restart-check", query);
        assertTrue(same.out().startsWith("RESTART plan 'sales' : checkpoint 4, "), same::out);
        assertTrue(same.out().contains(", 2 inputs, SAME\n"), same::out);
        assertTrue(same.out().contains("START of query 'sales' goes on from checkpoint 4.\n"), same::out);
        assertTrue(same.out().contains("  0 records of order are repeated first.\n"), same::out);
        Path plan = home.resolve("plan.json");
        Files.writeString(plan, sales.plan(10, count()));
        ok("restart-check", query, "--plan", plan);
        Files.writeString(plan, sales.plan(20, count()));
        CommandRun undecided = CommandRun.of("restart-check", query, "--plan", plan);
        assertEquals(7, undecided.exitCode(), undecided::err);
        assertTrue(undecided.out().contains(", NEEDS_DECISION\n"), undecided::out);
        assertTrue(undecided.out().contains(" op agg.sales"), undecided::out);
        CommandRun decided = ok("restart-check", query, "--plan", plan, "--decide", "agg.sales=discard");
        assertTrue(
                decided.out()
                        .lines()
                        .anyMatch(line -> line.matches(" op agg.sales .* NEEDS_DECISION .*  decided: discard")),
                decided::out);
        failed(
                2,
                "there is no operator 'foo' in the plan or in the one before; the changed parts are agg.sales.",
                "restart-check",
                query,
                "--plan",
                plan,
                "--decide",
                "foo=DISCARD");
        failed(2, "give it with --plan FILE", "restart-check", query, "--decide", "foo=DISCARD");
        ok("restart-check", query, "--plan", plan, "--decide-others", "DRAIN");
        Files.writeString(plan, sales.plan(10, max("price")));
        CommandRun hopeless = CommandRun.of("restart-check", query, "--plan", plan);
        assertEquals(5, hopeless.exitCode(), hopeless::err);
        assertTrue(hopeless.out().contains(", INCOMPATIBLE\n"), hopeless::out);
        Files.writeString(plan, "no plan");
        failed(
                2,
                "File '" + plan + "': The text is not a plan: line 1, column 1: Unrecognized token 'no'.\n",
                "restart-check",
                query,
                "--plan",
                plan);
        Files.write(plan, new byte[] {(byte) 0xff, 0, 1});
        failed(2, "File '" + plan + "': It is not a text.", "restart-check", query, "--plan", plan);
        failed(3, "nothing.json", "restart-check", query, "--plan", home.resolve("nothing.json"));
        failed(2, "--decide", "restart-check", query, "--plan", plan, "--decide", "agg.sales=LOSE");
    }

    @Test
    void shouldCountWhatWaits() {
        sales.append(PHASES, 7);
        CommandRun check = ok("restart-check", query);
        assertEquals(
                2,
                check.out()
                        .lines()
                        .filter(line -> line.contains(", 7 records wait."))
                        .count(),
                check::out);
        assertEquals(
                2,
                check.out()
                        .lines()
                        .filter(line -> line.contains("backlog 7 rows"))
                        .count(),
                check::out);
        assertTrue(check.out().contains("  0 rows of the sink come out again"), check::out);
    }

    @Test
    void shouldDeleteWhatNeitherQueryNorReaderNeeds() throws IOException {
        Path left = sales.journal("left");
        List<String> files = cycles(left);
        assertEquals(PHASES, files.size());
        CommandRun dry = ok("retain", left, "--keep-bytes", 0, "--query", query, "--dry-run");
        assertTrue(dry.out().startsWith(left + ": 2 of 4 files, "), dry::out);
        assertTrue(
                dry.out().contains("  needed by query 'sales' (source left, checkpoint 3) from position 0x"), dry::out);
        assertTrue(dry.out().contains("  " + files.get(1) + " would go: "), dry::out);
        assertTrue(
                dry.out()
                        .contains("  " + files.get(2)
                                + " stays: Needed by query 'sales' (source left, checkpoint 3) at position "),
                dry::out);
        assertTrue(dry.out().contains("  " + files.get(3) + " stays: It is the newest file."), dry::out);
        assertEquals(files, cycles(left));

        ok("readers", "register", left, "report", "--expiry", "P1D");
        CommandRun held = ok("retain", left, "--keep-bytes", 0, "--query", query);
        assertTrue(
                held.out().contains(files.get(0) + " stays: Needed by reader 'report', which has read nothing yet."),
                held::out);
        assertEquals(files, cycles(left));
        assertTrue(ok("readers", left)
                .out()
                .matches("report {2}has read nothing {2}called \\S+, PT\\S+ ago {2}kept for until \\S+\n"));
        ok("readers", "release", left, "report");
        assertEquals("no readers\n", ok("readers", left).out());
        failed(2, "has no reader 'report'", "readers", "release", left, "report");

        CommandRun all = ok(
                "retain",
                left,
                sales.journal("right"),
                sales.journal("out"),
                sales.journal("order"),
                "--keep-bytes",
                0,
                "--query",
                query);
        assertEquals(
                4,
                all.out()
                        .lines()
                        .filter(line -> line.matches("\\S+: 2 of 4 files, \\d+ bytes to go"))
                        .count(),
                all::out);
        assertEquals(files.subList(2, 4), cycles(left));
        sales.run(PHASES, 1);
        ok("verify", query, "--from", 4);
        CommandRun list = ok("checkpoint", "list", query);
        assertTrue(list.out().contains("output " + (OUTPUT + 19) + "  ok"), list::out);
        failed(3, "does not begin with the row any more", "verify", query, "--from", "start");
    }

    @Test
    void shouldNotTakeAJournalForUnneededThatAQueryDoesNotKnow() throws IOException {
        sales.copyOutput("other", -1);
        List<String> files = cycles(sales.journal("other"));
        failed(
                2,
                "is used by none of the queries",
                "retain",
                sales.journal("left"),
                sales.journal("other"),
                "--keep-bytes",
                0,
                "--query",
                query);
        failed(2, "uses none of the journals", "retain", sales.journal("other"), "--keep-bytes", 0, "--query", query);
        assertEquals(files, cycles(sales.journal("other")));
        CommandRun young = ok("retain", sales.journal("left"), "--query", query, "--keep-age", "P36500D");
        assertTrue(young.out().contains(": 0 of 4 files, 0 bytes to go"), young::out);
        for (String span : List.of("36500d", "876000h", "P36500D", "PT876000H")) {
            assertEquals(
                    young.out(),
                    ok("retain", sales.journal("left"), "--query", query, "--keep-age", span)
                            .out());
        }
        failed(
                2,
                "'7 days' is not a span of time. Write it as 7d, 12h, 30m, 45s, P7D or PT12H.",
                "retain",
                sales.journal("left"),
                "--keep-age",
                "7 days");
        failed(2, "cannot be negative", "retain", sales.journal("left"), "--keep-age", "-P1D");
        failed(2, "is not a number of bytes", "retain", sales.journal("left"), "--keep-bytes", "5x");
    }

    /** A query whose checkpoints cannot all be read, or that has none, keeps its journals. */
    @Test
    void shouldKeepEverythingForAQueryWithoutACheckpoint() throws IOException {
        damage(query.resolve("checkpoint").resolve("manifest-3.json"));
        CommandRun run = ok("retain", sales.journal("left"), "--keep-bytes", 0, "--query", query);
        assertTrue(run.out().contains(": 0 of 4 files, 0 bytes to go"), run::out);
        assertTrue(run.out().contains("query 'sales' (source left, a manifest that is damaged)"), run::out);
        assertEquals(PHASES, cycles(sales.journal("left")).size());
    }

    /** Root may write everywhere, so that only the other half of this test says something then. */
    @Test
    void shouldChangeNothingWhereItOnlyLooks() throws IOException {
        Path plan = home.resolve("plan.json");
        Files.writeString(plan, sales.plan(20, count()));
        Map<String, String> before = fingerprint();
        permissions(false);
        try {
            ok("state", query);
            ok("checkpoint", "list", query);
            ok("checkpoint", "inspect", query);
            ok("verify", query);
            ok("verify", query, "--from", 3);
            ok("verify", query, "--from", "start");
            ok("restart-check", query);
            assertEquals(
                    7, CommandRun.of("restart-check", query, "--plan", plan).exitCode());
            ok("retain", sales.journal("left"), "--keep-bytes", 0, "--query", query, "--dry-run");
            ok("readers", sales.journal("left"));
        } finally {
            permissions(true);
        }
        assertEquals(before, fingerprint());
    }

    @Test
    void shouldExplainTheCommands() {
        for (String command : List.of("state", "checkpoint", "verify", "restart-check", "retain", "readers")) {
            CommandRun help = ok(command, "--help");
            assertTrue(help.out().contains("Examples:") && help.out().contains("Exit codes:"), help::out);
            assertTrue(help.out().lines().allMatch(line -> line.length() <= 100), help::out);
        }
        assertFalse(ok("checkpoint", "list", "--help").out().isEmpty());
    }

    private static List<String> keys(CommandRun run) {
        return rows(run)
                .map(line -> line.replaceAll(".* key (.*) value .*", "$1"))
                .sorted()
                .toList();
    }

    /** Starts of the windows of all rows, in seconds. */
    private static List<String> panes(CommandRun run) {
        return rows(run)
                .map(line -> line.replaceAll(".* pane (\\d+)0{9} key .*", "$1"))
                .toList();
    }

    private static String littleEndian(long value) {
        return String.format("%016x", Long.reverseBytes(value));
    }

    private static Stream<String> rows(CommandRun run) {
        return run.out().lines().filter(line -> line.startsWith("agg.sales/") && line.contains(" key "));
    }

    private static CommandRun ok(Object... args) {
        CommandRun run = CommandRun.of(args);
        assertEquals(0, run.exitCode(), () -> run.err() + run.out());
        return run;
    }

    private static void failed(int exitCode, String part, Object... args) {
        CommandRun run = CommandRun.of(args);
        assertEquals(exitCode, run.exitCode(), () -> run.err() + run.out());
        assertTrue(run.err().contains(part), run::err);
    }

    private static void damage(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
    }

    private static List<String> cycles(Path journal) throws IOException {
        try (Stream<Path> files = Files.list(journal)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".cq4"))
                    .sorted()
                    .toList();
        }
    }

    /** Change, length and content of each file. */
    private Map<String, String> fingerprint() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(home)) {
            for (Path file : (Iterable<Path>) walk.filter(Files::isRegularFile)::iterator) {
                byte[] bytes = Files.readAllBytes(file);
                CRC32C checksum = new CRC32C();
                checksum.update(bytes);
                files.put(
                        file.toString(),
                        Files.getLastModifiedTime(file) + " " + bytes.length + " " + checksum.getValue());
            }
        }
        assertTrue(files.size() > 20, files::toString);
        return files;
    }

    private void permissions(boolean write) throws IOException {
        try (Stream<Path> walk = Files.walk(home)) {
            walk.filter(path -> !path.equals(home)).forEach(path -> permissions(path, write));
        }
    }

    private static void permissions(Path path, boolean write) {
        try {
            String execute = Files.isDirectory(path) ? "x" : "-";
            String own = "r" + (write ? "w" : "-") + execute;
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(own + "r-" + execute + "r-" + execute));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
