package io.tidemark.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffCommandTest {
    private static final String SCHEMA = "ts timestamp, symbol string, price decimal(18,2), note string";

    @TempDir
    Path home;

    private Path a;
    private Path b;

    /** B has another price and an empty text in place of a null in row 1, other rows in 2 and 3, and one row more. */
    @BeforeEach
    void fill() {
        a = home.resolve("a");
        b = home.resolve("b");
        try (RolledJournal rows = new RolledJournal(a, SCHEMA)) {
            row(rows, 1, "A", "1.00", null);
            row(rows, 2, "B", "2.00", null);
            row(rows, 3, "A", "3.00", "x y");
            row(rows, 4, "A", "4.00", null);
        }
        try (RolledJournal rows = new RolledJournal(b, SCHEMA)) {
            row(rows, 1, "A", "1.00", null);
            row(rows, 2, "B", "2.50", "");
            row(rows, 4, "A", "4.00", null);
            row(rows, 3, "A", "3.00", "x y");
            row(rows, 5, "C", "5.00", null);
        }
    }

    private static void row(RolledJournal rows, int second, Object... values) {
        rows.append("2024-03-01T00:00:00Z", "1970-01-01T00:00:0" + second + "Z", values[0], values[1], values[2]);
    }

    @Test
    void shouldFindNoDifferenceBetweenAJournalAndItself() throws IOException {
        Untouched.by(home, () -> {
            for (String[] options :
                    new String[][] {{"--by", "sequence"}, {"--by", "order"}, {"--by", "set"}, {"--key", "ts"}}) {
                CommandRun run = CommandRun.of("diff", a, a, options[0], options[1]);
                assertEquals("", run.err());
                assertEquals(0, run.exitCode());
                assertTrue(
                        run.out().endsWith("same 4, different 0, only in A 0, only in B 0\nno row differs\n"),
                        run::out);
            }
        });
    }

    @Test
    void shouldCompareBySequence() {
        CommandRun run = CommandRun.of("diff", a, b);
        assertEquals("", run.err());
        assertEquals(6, run.exitCode());
        assertEquals(
                "A a  4 rows\nB b  5 rows\ncompared by sequence in ts, symbol, price, note\n"
                        + "same 1, different 3, only in A 0, only in B 1\n"
                        + "columns that differ  ts 2  price 3  note 3\n"
                        + "first difference: different\n"
                        + "  A  0x_0001  1  INSERT  ts=1970-01-01T00:00:02Z symbol=B price=2.00 note=null\n"
                        + "  B  0x_0001  1  INSERT  ts=1970-01-01T00:00:02Z symbol=B price=2.50 note=\"\"\n"
                        + "  differs in price, note\n",
                steady(run.out()));
        // Without B: A has seconds 1, 3, 4, and B has 1, 4, 3, 5.
        assertEquals(
                "same 1, different 2, only in A 0, only in B 1",
                line(CommandRun.of("diff", a, b, "--by", "order", "--ignore", "note", "--filter", "symbol <> 'B'"), 3));
    }

    @Test
    void shouldCompareByKeyAndWriteAReport() throws IOException {
        Path report = home.resolve("report.csv");
        CommandRun run = CommandRun.of("diff", a, b, "-k", "ts,symbol", "--report", report);
        assertEquals(6, run.exitCode(), run::err);
        assertEquals(
                "A a  4 rows\nB b  5 rows\ncompared by key ts, symbol in ts, symbol, price, note\n"
                        + "same 3, different 1, only in A 0, only in B 1\n"
                        + "columns that differ  price 1  note 1\n"
                        + "keys that differ  2:\n"
                        + "  ts=1970-01-01T00:00:02Z symbol=B different 1, only in A 0, only in B 0\n"
                        + "  ts=1970-01-01T00:00:05Z symbol=C different 0, only in A 0, only in B 1\n"
                        + "first difference: different\n"
                        + "  A  0x_0001  1  INSERT  ts=1970-01-01T00:00:02Z symbol=B price=2.00 note=null\n"
                        + "  B  0x_0001  1  INSERT  ts=1970-01-01T00:00:02Z symbol=B price=2.50 note=\"\"\n"
                        + "  differs in price, note\n",
                steady(run.out()));
        assertEquals(
                "difference,columns,a_index,a_sequence,a_kind,b_index,b_sequence,b_kind,"
                        + "a.ts,b.ts,a.symbol,b.symbol,a.price,b.price,a.note,b.note\n"
                        + "different,price note,0x_0001,1,INSERT,0x_0001,1,INSERT,"
                        + "1970-01-01T00:00:02Z,1970-01-01T00:00:02Z,B,B,2.00,2.50,,\"\"\n"
                        + "only_in_b,,,,,0x_0004,4,INSERT,,1970-01-01T00:00:05Z,,C,,5.00,,\n",
                steady(Files.readString(report)));
        CommandRun again = CommandRun.of("diff", a, b, "--report", report);
        assertEquals(3, again.exitCode());
        assertTrue(again.err().startsWith("tidemark: IO_FAILED: File "), again::err);
    }

    @Test
    void shouldPairRowsOfOneKeyInTheirOrderAndShowTheKeysWithTheMostDifferences() {
        CommandRun run = CommandRun.of("diff", a, b, "--key", "symbol", "--show-keys", 1);
        assertEquals("same 1, different 3, only in A 0, only in B 1", line(run, 3));
        assertEquals("keys that differ  3, those with the most differences:", line(run, 5));
        assertEquals("  symbol=A different 2, only in A 0, only in B 0", line(run, 6));
        assertTrue(line(run, 7).startsWith("first difference"));
    }

    @Test
    void shouldCompareAsSets() {
        CommandRun run = CommandRun.of("diff", a, b, "--by", "set", "--output", "json");
        assertEquals(6, run.exitCode(), run::err);
        for (String part : new String[] {
            "\"equal\" : false,",
            "\"compared\" : \"as sets\",",
            "\"same\" : 3,",
            "\"different\" : 0,",
            "\"onlyInA\" : 1,",
            "\"onlyInB\" : 2,",
            "\"difference\" : \"only_in_a\",",
            "\"price\" : \"2.00\","
        }) {
            assertTrue(run.out().contains(part), () -> part + " in " + run.out());
        }
        CommandRun same = CommandRun.of("diff", a, b, "--by", "set", "--filter", "symbol = 'A'");
        assertEquals(0, same.exitCode(), same::out);
        assertEquals("same 3, different 0, only in A 0, only in B 0", line(same, 3));
    }

    @Test
    void shouldReadSeveralTimesWhereMemoryIsShort() {
        Path many = home.resolve("many");
        Path others = home.resolve("others");
        try (RolledJournal rows = new RolledJournal(many, "id long, v long");
                RolledJournal changed = new RolledJournal(others, "id long, v long")) {
            for (int i = 0; i < 1000; i++) {
                rows.append("2024-03-01T00:00:00Z", i, i);
                changed.append("2024-03-01T00:00:00Z", 999 - i, 999 - i + (i < 100 ? 1 : 0));
            }
        }
        CommandRun once = CommandRun.of("diff", many, others, "--key", "id");
        CommandRun often = CommandRun.of("diff", many, others, "--key", "id", "--memory", "20k");
        assertEquals("same 900, different 100, only in A 0, only in B 0", line(once, 3));
        assertTrue(line(often, 2).matches("compared by key id, read \\d+ times in id, v"), often::out);
        assertEquals(
                once.out().lines().skip(3).toList(), often.out().lines().skip(3).toList());
        CommandRun skewed = CommandRun.of("diff", many, others, "--key", "id", "--memory", "100");
        assertEquals(4, skewed.exitCode());
        assertTrue(skewed.err().startsWith("tidemark: STATE_LIMIT_EXCEEDED: The rows of one key"), skewed::err);
        assertEquals("", skewed.out());
    }

    @Test
    void shouldCompareJournalsWithOtherColumns() {
        Path other = home.resolve("other");
        try (RolledJournal rows = new RolledJournal(other, "symbol string, ts timestamp, more long")) {
            rows.append("2024-03-01T00:00:00Z", "A", "1970-01-01T00:00:01Z", 1);
        }
        CommandRun run = CommandRun.of("diff", a, other, "--filter", "ts < timestamp '1970-01-01T00:00:02Z'");
        assertEquals(6, run.exitCode(), run::err);
        assertEquals(
                "A a  1 rows\nB other  1 rows\ncompared by sequence in ts, symbol\ncolumns only in A: price, note\n"
                        + "columns only in B: more\nsame 1, different 0, only in A 0, only in B 0\n"
                        + "no row differs in the columns that both have\n",
                steady(run.out()));
        assertEquals(
                0,
                CommandRun.of(
                                "diff",
                                a,
                                other,
                                "--filter",
                                "ts < timestamp '1970-01-01T00:00:02Z'",
                                "--ignore",
                                "price,note,more")
                        .exitCode());
    }

    @Test
    void shouldRefuseWhatMakesNoSense() throws IOException {
        failed(3, "JOURNAL_MISSING", "diff", a, home.resolve("none"));
        Files.createDirectories(home.resolve("folder"));
        failed(3, "JOURNAL_", "diff", home.resolve("folder"), a);
        failed(2, "COLUMN_UNKNOWN, 'x': Neither journal has this column.", "diff", a, b, "--ignore", "x");
        failed(2, "COLUMN_UNKNOWN, 'x': The key needs columns", "diff", a, b, "--key", "x");
        failed(2, "Give either --key or --by.", "diff", a, b, "--key", "ts", "--by", "set");
        failed(2, "EXPRESSION_INVALID", "diff", a, b, "--filter", ">>");
        failed(2, "", "diff", a);
        Path report = home.resolve("r.csv");
        failed(2, "COLUMN_UNKNOWN", "diff", a, b, "--report", report, "--filter", "nothing = 1");
        assertFalse(Files.exists(report));
    }

    private void failed(int exitCode, String text, Object... args) {
        CommandRun run = CommandRun.of(args);
        assertEquals(exitCode, run.exitCode(), run::err);
        assertTrue(run.err().contains(text), run::err);
        assertFalse(run.err().contains("\tat "), run::err);
    }

    private String steady(String text) {
        return text.replace(home + "/", "").replaceAll("0x[0-9a-f]+([0-9a-f]{4})\\b", "0x_$1");
    }

    private static String line(CommandRun run, int number) {
        return run.out().lines().toList().get(number);
    }
}
