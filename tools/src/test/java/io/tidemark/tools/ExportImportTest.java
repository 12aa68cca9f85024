package io.tidemark.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.ChronicleReader;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that go out of a journal and into another one are the same, bytes, times of writing and kinds included. */
class ExportImportTest {
    private static final String SCHEMA =
            "b bool, i int, l long, d double, p decimal(18,8), w decimal(38,10), t timestamp,"
                    + " s string, x binary, `a \"b\", c` string not null";

    @TempDir
    Path home;

    private Path journal;

    @BeforeEach
    void fill() {
        journal = home.resolve("journal");
        try (RolledJournal rolled = new RolledJournal(journal, SCHEMA)) {
            rolled.append(
                    "2024-03-01T00:00:00.000000001Z",
                    true,
                    Integer.MIN_VALUE,
                    Long.MAX_VALUE,
                    0.1,
                    "-0.00000001",
                    "1234567890123456789012345678.0123456789",
                    "1969-12-31T23:59:59.999999999Z",
                    "a, \"b\"\r\nc\t'\\ \u0001 \uD83D\uDE00 ß",
                    new byte[] {0, -1, 127},
                    "x");
            rolled.append("2024-03-01T00:00:01Z", null, null, null, null, null, null, null, null, null, "null");
            rolled.after(1_000);
            rolled.append(
                    "2024-03-01T00:00:02Z",
                    false,
                    0,
                    Long.MIN_VALUE,
                    Double.NaN,
                    "0",
                    "-0.0000000001",
                    "2262-04-11T23:47:16.854775807Z",
                    "",
                    new byte[0],
                    "");
            for (double value : new double[] {Double.NEGATIVE_INFINITY, Double.MIN_VALUE, 1e300, 1.0 / 3}) {
                rolled.append("2024-03-01T00:00:03Z", null, 1, 1, value, null, null, null, " ", null, "\n");
            }
        }
    }

    @Test
    void shouldGoOutAndInAsCsv() {
        goOutAndIn("all.csv");
    }

    @Test
    void shouldGoOutAndInAsJsonLines() {
        goOutAndIn("all.jsonl");
    }

    private void goOutAndIn(String name) {
        Path file = home.resolve(name);
        CommandRun out = CommandRun.of("export", journal, "--to", file);
        assertEquals("7 rows of " + journal + " are in " + file + "\n", out.out());
        assertEquals(0, out.exitCode(), out::err);
        Path copy = home.resolve("copy");
        CommandRun in = CommandRun.of("import", file, "--into", copy, "--schema", SCHEMA);
        assertEquals(0, in.exitCode(), in::err);
        assertTrue(in.out().startsWith("read 7, stored 7, rejected 0, "), in::out);
        assertEquals(rows(journal, false), rows(copy, false));
    }

    @Test
    void shouldKeepTimesOfWritingAndKinds() {
        Path changes = home.resolve("changes");
        try (ChronicleJournal made = ChronicleJournal.create(changes, Schema.parse("n long, row string"));
                RowAppender appender = made.openAppender();
                RowWriter row = new RowWriter()) {
            for (RowKind kind : RowKind.values()) {
                row.start(made.schema());
                row.setLong(0, kind.ordinal());
                long written = kind == RowKind.DELETE ? RowView.NO_INGEST_TIME : 1_000_000_007L * kind.ordinal();
                appender.append(row.finish().origin(-1, written, kind), written);
            }
        }
        assertEquals(4, rows(changes, true).size());
        Path json = home.resolve("changes.json");
        // A column of the name 'row' makes an object with it a row, so the copy has another schema.
        CommandRun.of("export", changes, "--to", json, "--with-record");
        CommandRun in = CommandRun.of("import", json, "--into", home.resolve("copy"), "--schema", "n long");
        assertEquals(0, in.exitCode(), in::err);
        assertTrue(in.out().contains("columns left out: row\n"), in::out);
        assertEquals(
                List.of(
                        "INSERT 0",
                        "UPDATE_BEFORE 1000000007",
                        "UPDATE_AFTER 2000000014",
                        "DELETE -9223372036854775808"),
                rows(home.resolve("copy"), true).stream()
                        .map(row -> row.substring(0, row.lastIndexOf(' ')))
                        .toList());

        Path csv = home.resolve("changes.csv");
        CommandRun.of("export", changes, "--to", csv, "--with-record", "--limit", 3);
        CommandRun again = CommandRun.of(
                "import",
                csv,
                "--into",
                home.resolve("again"),
                "--schema",
                "n long, row string",
                "--ingest-time",
                "ingest_time",
                "--kind",
                "kind");
        assertEquals(0, again.exitCode(), again::err);
        assertEquals(rows(changes, true).subList(0, 3), rows(home.resolve("again"), true));
    }

    @Test
    void shouldExportWhatIsAskedFor() throws IOException {
        assertEquals("l\n", column("l", "--filter", "l = 2"));
        assertEquals("l\n9223372036854775807\n", column("l", "--filter", "b and p < 0"));
        assertEquals("l\n1\n1\n", column("l", "--last", 2));
        assertEquals(
                "l\n9223372036854775807\n\"\"\n".replace("\"\"", ""),
                column("l", "--to-written", "2024-03-01T00:00:02Z"));
        Path file = Files.writeString(home.resolve("there.csv"), "kept");
        CommandRun refused = CommandRun.of("export", journal, "--to", file);
        assertEquals(3, refused.exitCode());
        assertTrue(refused.err().contains("exists"), refused::err);
        assertEquals("kept", Files.readString(file));
        CommandRun wrong = CommandRun.of("export", journal, "--to", home.resolve("none.csv"), "--filter", "no = 1");
        assertEquals(2, wrong.exitCode());
        assertFalse(Files.exists(home.resolve("none.csv")));
        assertFalse(Files.exists(home.resolve("none.csv.unfinished")));
        assertEquals(2, CommandRun.of("export", journal, "-w", "text").exitCode());
        Untouched.by(
                journal, () -> assertEquals(0, CommandRun.of("export", journal).exitCode()));
    }

    @Test
    void shouldRejectLinesOfJsonWithTheirReasons() throws IOException {
        Path file = Files.writeString(
                home.resolve("rows.jsonl"),
                String.join(
                        "\n",
                        "{\"n\":1,\"s\":\"a\",\"more\":[1,{\"n\":2}]}",
                        "{\"n\":1.5,\"s\":\"a\"}",
                        "",
                        "{\"n\":2",
                        "[1]",
                        "{\"n\":2} 3",
                        "{\"n\":2,\"n\":3}",
                        "{\"s\":\"a\"}",
                        "{\"n\":true}",
                        "{\"n\":3,\"s\":4}",
                        "{\"n\":{\"a\":1}}",
                        "{\"row\":{\"n\":5},\"kind\":\"UPSERT\"}",
                        "{\"row\":{\"n\":6},\"ingestTime\":\"now\"}",
                        "{\"row\":{\"n\":6},\"n\":7}",
                        "{\"s\":null,\"n\":\"8\"}"));
        Path rejects = home.resolve("rejects.csv");
        CommandRun in = CommandRun.of(
                "import",
                file,
                "--into",
                home.resolve("n"),
                "--schema",
                "n long not null, s string",
                "--reject",
                rejects);
        assertEquals(1, in.exitCode());
        assertTrue(in.out().startsWith("read 14, stored 2, rejected 12, "), in::out);
        assertTrue(in.out().endsWith("columns left out: more\nblank lines: 1\n"), in::out);
        assertEquals(
                "n=1 s=a\nn=8 s=null\n",
                CommandRun.of("read", home.resolve("n"), "-s").out());
        List<String> lines = Files.readAllLines(rejects);
        assertEquals("line,reason,json", lines.get(0));
        List<String> reasons = List.of(
                "2,column 'n': '1.5' is not a whole number.,",
                "4,\"it is no JSON object: ",
                "5,it is no JSON object.,[1]",
                "6,something follows the JSON object.,",
                "7,it is no JSON object: Duplicate field 'n'",
                "8,column 'n' is null and declared not null.,",
                "9,\"column 'n': true is a truth value, and the column is long.\",",
                "10,\"column 's': 4 is a number, and the column is string.\",",
                "11,column 'n' is an object or a list.,",
                "12,\"'UPSERT' is not one of INSERT, UPDATE_BEFORE, UPDATE_AFTER and DELETE.\",",
                "13,\"column 'ingestTime': 'now' is not a date or time by ISO-8601",
                "14,field 'n' stands beside the row.,");
        String all = String.join("\n", lines);
        for (String reason : reasons) {
            assertTrue(all.contains("\n" + reason), () -> reason + " in " + all);
        }
    }

    private String column(String name, Object... options) {
        List<Object> args = new ArrayList<>(List.of("export", journal, "-w", "csv"));
        args.addAll(List.of(options));
        CommandRun run = CommandRun.of(args.toArray());
        assertEquals(0, run.exitCode(), run::err);
        Path file = home.resolve("columns.csv");
        Path copy = home.resolve("columns" + Math.abs(args.hashCode()));
        try {
            Files.writeString(file, run.out());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        CommandRun.of("import", file, "--into", copy, "--schema", name + " long");
        return CommandRun.of("read", copy, "-s", "-w", "csv").out();
    }

    /** The bytes of all rows. */
    private static List<String> rows(Path directory, boolean withRecord) {
        List<String> rows = new ArrayList<>();
        try (ChronicleJournal opened = ChronicleJournal.openReadOnly(directory);
                ChronicleReader reader = opened.openVerifyingReader()) {
            reader.poll(
                    new RecordHandler() {
                        @Override
                        public void onRow(RowView row) {
                            StringBuilder text = new StringBuilder();
                            for (int at = 0; at < row.length(); at++) {
                                text.append(
                                        String.format("%02x", io.tidemark.memory.OffHeap.getByte(row.address() + at)));
                            }
                            rows.add((withRecord ? row.kind() + " " + row.ingestTimeNs() + " " : "") + text);
                        }

                        @Override
                        public void onInvalid(RowView record, String reason) {
                            throw new AssertionError(reason);
                        }
                    },
                    1_000);
        }
        return rows;
    }
}
