package io.tidemark.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowScriptTest {
    private static final Instant BASE = Instant.parse("2026-03-02T09:00:00Z");
    private static final Schema TRADES = Schema.parse("ts timestamp, symbol string not null, price decimal(18,2)");
    private static final Schema ALL =
            Schema.parse("b bool, i int, l long, d double, n decimal(5,2), t timestamp, s string, x binary");

    @Test
    void shouldReadEveryType() {
        List<Object> row = RowScript.parseRows(
                        ALL, BASE, "true, -7, 9000000000, 1.5e3, -12.5, +1500ms, \"a, \"\"b\"\"\", 0x00ff")
                .rows()
                .get(0);
        assertEquals(
                List.of(
                        true,
                        -7,
                        9_000_000_000L,
                        1500.0,
                        new BigDecimal("-12.50"),
                        Instant.parse("2026-03-02T09:00:01.500Z"),
                        "a, \"b\""),
                row.subList(0, 7));
        assertArrayEquals(new byte[] {0, -1}, (byte[]) row.get(7));
    }

    @Test
    void shouldTellNullFromTextsAndLeaveOutWhatTheHeaderDoesNotName() {
        RowScript script = RowScript.parse(TRADES, """
                # of the second venue
                symbol,   ts

                "null",   null
                "",       +0s
                """);
        assertEquals(List.of(Arrays.asList(null, "null", null), Arrays.asList(Instant.EPOCH, "", null)), script.rows());
        assertEquals(2, script.size());
    }

    @ParameterizedTest
    @CsvSource({
        "+0s, 2026-03-02T09:00:00Z",
        "+1m30.5s, 2026-03-02T09:01:30.500Z",
        "-1h, 2026-03-02T08:00:00Z",
        "+1d2ns, 2026-03-03T09:00:00.000000002Z",
        "09:30:00.250, 2026-03-02T09:30:00.250Z",
        "2026-03-01T10:00:00+01:00, 2026-03-01T09:00:00Z"
    })
    void shouldReadTimes(String text, String time) {
        Schema schema = Schema.parse("t timestamp");
        assertEquals(
                List.of(List.of(Instant.parse(time))),
                RowScript.parseRows(schema, BASE, text).rows());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "symbol, prize;Line 1, column 9: there is no column 'prize'.",
                "symbol, symbol;Line 1, column 9: 'symbol' is named twice.",
                "symbol, price|A, 1.005;Line 2, column 4: 'price': '1.005' does not fit a decimal(18,2).",
                "symbol, price|A, abc;Line 2, column 4: 'price': 'abc' is no decimal(18,2).",
                "symbol, price|A, \"1\";Line 2, column 4: 'price': '1' stands in quotes, and the column is a decimal(18,2).",
                "symbol, ts||A,  +5x;Line 3, column 5: 'ts': '+5x' is no span: write +1500ms or -1h30m, with the units ns us ms s m h d.",
                "symbol, ts|A, yesterday;Line 2, column 4: 'ts': 'yesterday' is no time: write +1500ms or -2s from the base, 09:00:00.250 on its"
                        + " day, or 2026-03-02T09:00:00Z.",
                "symbol, price|A, 1, 2;Line 2, column 7: the row has 3 cells and needs 2.",
                "symbol, price|A;Line 2, column 1: the row has 1 cells and needs 2.",
                "symbol, price|A,;Line 2, column 3: a cell is empty.",
                "symbol|\"A;Line 2, column 1: the quote is not closed.",
                "symbol|\"A\" B;Line 2, column 5: something follows the closing quote.",
                "symbol|null;Line 2, column 1: 'symbol' may not be null.",
                "(kind), symbol|GONE, A;Line 2, column 1: 'GONE' is no kind of row.",
                "# nothing;Line 1, column 1: there is no header."
            })
    void shouldNameLineAndColumnOfWhatItCannotRead(String table, String reason) {
        String text = table.replace('|', '\n');
        TidemarkException error = assertThrows(TidemarkException.class, () -> RowScript.parse(TRADES, text));
        assertEquals(ErrorCode.IMPORT_INVALID, error.code());
        assertEquals(reason, error.problems().get(0).reason());
    }

    @Test
    void shouldAppendToAJournalWithIngestTimes() {
        try (MemoryJournal journal = MemoryJournal.withIngestTime("in", TRADES)) {
            RowScript.parse(TRADES, "(ingest), symbol\n+2s, A\nnull, B\n").appendTo(journal, 7);
            RowView row = new RowView();
            assertEquals(2_000_000_000L, journal.read(0, row).ingestTimeNs());
            assertEquals(7, journal.read(1, row).ingestTimeNs());
            RowScript kinds = RowScript.parse(TRADES, "(kind), symbol\nDELETE, A\n");
            assertThrows(TidemarkException.class, () -> kinds.appendTo(journal, 0));
        }
        try (MemoryJournal journal = MemoryJournal.of("in", TRADES)) {
            RowScript times = RowScript.parse(TRADES, "(ingest), symbol\n+2s, A\n");
            assertThrows(TidemarkException.class, () -> times.appendTo(journal, 0));
        }
    }

    @Test
    void shouldShowTheFirstDifferenceWithTheRowsAroundIt() {
        RowScript script = RowScript.parse(TRADES, BASE, """
                ts,  symbol, price
                +1s, A,      1.00
                +2s, B,      2.00
                +3s, C,      null
                +4s, D,      4.00
                """);
        script.expect(rows("A 1.00", "B 2.00", "C null", "D 4.00"));
        AssertionError error =
                assertThrows(AssertionError.class, () -> script.expect(rows("A 1.00", "B 2.00", "CC 3.50", "D 4.00")));
        assertEquals("""
                row 3 differs in symbol, price (4 rows expected, 4 came out)
                     ts,  symbol, price
                  1  +1s, A,      1.00
                  2  +2s, B,      2.00
                - 3  +3s, C,      null
                - 4  +4s, D,      4.00
                + 3  +3s, CC,     3.50
                + 4  +4s, D,      4.00
                - expected, + came out""", error.getMessage());
    }

    @Test
    void shouldSayThatRowsAreMissingOrTooMany() {
        RowScript script = RowScript.parse(TRADES, BASE, "symbol\nA\nB\n");
        assertEquals("""
                row 2 did not come out (2 rows expected, 1 came out)
                     symbol
                  1  A
                - 2  B
                - expected, + came out""", message(script, rows("A 1.00")));
        assertEquals("""
                row 3 was not expected (2 rows expected, 3 came out)
                     symbol
                  1  A
                  2  B
                + 3  C
                - expected, + came out""", message(script, rows("A 1.00", "B 9.00", "C 3.00")));
    }

    @Test
    void shouldCompareKindsWhereTheyAreNamed() {
        List<OutputRow> rows = List.of(new OutputRow(0, RowKind.DELETE, TRADES, Arrays.asList(null, "A", null)));
        RowScript.parse(TRADES, "symbol\nA\n").expect(rows);
        RowScript.parse(TRADES, "(kind), symbol\nDELETE, A\n").expect(rows);
        assertEquals("""
                row 1 differs in (kind) (1 rows expected, 1 came out)
                     (kind), symbol
                - 1  INSERT, A
                + 1  DELETE, A
                - expected, + came out""", message(RowScript.parse(TRADES, "(kind), symbol\nINSERT, A\n"), rows));
    }

    @Test
    void shouldReadWhatItWrites() {
        List<Object> values = new ArrayList<>(List.of(
                false, 1, 2L, 0.1, new BigDecimal("3.00"), BASE.plusMillis(3_725_250), "null", new byte[] {1, 2}));
        List<OutputRow> rows = List.of(
                new OutputRow(0, RowKind.INSERT, ALL, values),
                new OutputRow(1, RowKind.DELETE, ALL, Arrays.asList(new Object[8])));
        String text = RowScript.write(ALL, BASE, rows);
        assertEquals("""
                (kind), b,     i,    l,    d,    n,    t,          s,      x
                INSERT, false, 1,    2,    0.1,  3.00, +1h2m5.25s, "null", 0x0102
                DELETE, null,  null, null, null, null, null,       null,   null
                """, text);
        RowScript.parse(ALL, BASE, text).expect(rows);
    }

    private static String message(RowScript script, List<OutputRow> rows) {
        return assertThrows(AssertionError.class, () -> script.expect(rows)).getMessage();
    }

    /** Rows of A, B and so on, one each second from the base on. */
    private static List<OutputRow> rows(String... rows) {
        List<OutputRow> result = new ArrayList<>();
        for (String row : rows) {
            String[] cells = row.split(" ");
            result.add(new OutputRow(
                    result.size(),
                    RowKind.INSERT,
                    TRADES,
                    Arrays.asList(
                            BASE.plusSeconds(result.size() + 1),
                            cells[0],
                            cells[1].equals("null") ? null : new BigDecimal(cells[1]))));
        }
        return result;
    }
}
