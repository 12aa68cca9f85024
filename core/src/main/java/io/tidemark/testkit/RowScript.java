package io.tidemark.testkit;

import io.tidemark.error.TidemarkException;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowKind;
import io.tidemark.row.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Rows as a table of text, for what goes into a query and for what has to come out. Immutable.
 *
 * <pre>
 *   # times are relative to a base
 *   ts,       symbol,   price
 *   +0s,      BTCUSD,   100.5
 *   +1500ms,  "a, b",   null
 * </pre>
 *
 * <p>The first line names columns, in any order; columns that it leaves out are null in rows that go in and are not compared in rows that come out. Each
 * further line is a row. Blanks around cells, empty lines and lines that begin with {@code #} count for nothing.
 *
 * <ul>
 *   <li>{@code null} is no value; a text in quotes is itself, with {@code ""} for a quote inside: {@code "null"}, {@code ""};
 *   <li>times are {@code +1500ms} or {@code -1h30m} from the base (units ns us ms s m h d), {@code 09:00:00.250} on the day of the base in UTC, or
 *       {@code 2026-03-02T09:00:00Z};
 *   <li>binary values are {@code 0x00ff}, bools {@code true} and {@code false};
 *   <li>the column {@code (kind)} holds what a row does to the result, and without it kinds are not compared; {@code (ingest)} holds the ingest time of a
 *       row that goes in.
 * </ul>
 */
public final class RowScript {
    private final Schema schema;
    private final CellText cells;
    private final int[] columns;
    private final boolean kinds;
    private final boolean ingest;
    private final List<ScriptRow> rows;

    private RowScript(Schema schema, CellText cells, int[] columns, List<ScriptRow> rows) {
        this.schema = schema;
        this.cells = cells;
        this.columns = Arrays.stream(columns).filter(column -> column >= 0).toArray();
        this.kinds = ScriptParser.namesKind(columns);
        this.ingest = ScriptParser.namesIngest(columns);
        this.rows = rows;
    }

    /**
     * Reads a table whose first line names columns; relative times are from the start of 1970.
     *
     * @throws TidemarkException {@code IMPORT_INVALID} naming line and column of what cannot be read
     */
    public static RowScript parse(Schema schema, String table) {
        return parse(schema, Instant.EPOCH, table);
    }

    /** The same with another base of times. */
    public static RowScript parse(Schema schema, Instant base, String table) {
        CellText cells = new CellText(Objects.requireNonNull(base, "base"));
        ScriptParser parser = new ScriptParser(Objects.requireNonNull(schema, "schema"), cells, table);
        int[] columns = parser.header();
        return new RowScript(schema, cells, columns, parser.rows(columns));
    }

    /** Reads rows without a header: each has all columns in the order of the schema. */
    public static RowScript parseRows(Schema schema, Instant base, String lines) {
        CellText cells = new CellText(Objects.requireNonNull(base, "base"));
        ScriptParser parser = new ScriptParser(Objects.requireNonNull(schema, "schema"), cells, lines);
        int[] columns = parser.all();
        return new RowScript(schema, cells, columns, parser.rows(columns));
    }

    /** Rows that came out, as the text of a table that {@link #parse} reads; but for texts with line ends. */
    public static String write(Schema schema, Instant base, List<OutputRow> rows) {
        CellText cells = new CellText(Objects.requireNonNull(base, "base"));
        int[] all = IntStream.range(0, schema.size()).toArray();
        boolean kinds = rows.stream().anyMatch(row -> row.kind() != RowKind.INSERT);
        return String.join("\n", new RowTable(schema, cells, all, kinds).lines(rows)) + "\n";
    }

    /** Columns of the rows. */
    public Schema schema() {
        return schema;
    }

    /** Number of rows. */
    public int size() {
        return rows.size();
    }

    /** The rows, one value per column of the schema, as {@link io.tidemark.row.RowView#get} gives them. */
    public List<List<Object>> rows() {
        return rows.stream().map(ScriptRow::values).toList();
    }

    /**
     * Appends the rows to a journal in memory.
     *
     * @param ingestTimeNs ingest time of rows whose script says none, where the journal records it
     * @throws TidemarkException {@code IMPORT_INVALID} when the script names kinds of rows, which inputs have not, or ingest times that the journal does not
     *     record
     */
    public void appendTo(MemoryJournal journal, long ingestTimeNs) {
        inputRows(journal.recordsIngestTime()).forEach(row -> row.appendTo(journal, ingestTimeNs));
    }

    /**
     * Compares rows that came out with those of the script: as many, in this order, with these values in the columns that it names.
     *
     * @throws AssertionError with the first row that differs and those around it
     */
    public void expect(List<OutputRow> actual) {
        List<OutputRow> expected = new ArrayList<>();
        for (ScriptRow row : rows) {
            expected.add(new OutputRow(
                    expected.size(), row.kind() == null ? RowKind.INSERT : row.kind(), schema, row.values()));
        }
        String difference = new RowDiff(new RowTable(schema, cells, columns, kinds)).of(expected, actual);
        if (!difference.isEmpty()) {
            throw new AssertionError(difference);
        }
    }

    /** The rows, where they are fit for an input. */
    List<ScriptRow> inputRows(boolean recordsIngestTime) {
        if (kinds) {
            throw ScriptCell.at(
                    1, 1, "rows that go in have no " + ScriptParser.KIND, "Leave the column out: each is an insert.");
        }
        if (ingest && !recordsIngestTime) {
            throw ScriptCell.at(
                    1,
                    1,
                    "the input records no ingest times",
                    "Leave " + ScriptParser.INGEST
                            + " out, or declare the input with inputWithIngestTime(name, schema).");
        }
        return rows;
    }
}
