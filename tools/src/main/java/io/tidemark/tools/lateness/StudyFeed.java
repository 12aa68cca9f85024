package io.tidemark.tools.lateness;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import io.tidemark.tools.read.OpenedJournal;
import io.tidemark.tools.read.RowTest;
import io.tidemark.tools.read.TimeColumn;
import java.util.ArrayDeque;

/** The wanted rows of one journal, one after the other. One thread. */
final class StudyFeed implements RecordHandler {
    private static final int BATCH = 256;

    private final OpenedJournal journal;
    private final RowTest test;
    private final int timeColumn;
    private final int valueColumn;
    private final DataType.Kind valueKind;
    private final ArrayDeque<StudyRow> rows = new ArrayDeque<>();
    private long damaged;
    private long looked;

    /**
     * A feed at the start of its journal.
     *
     * @param timeColumn name of the column with the event time, or null for the only one
     * @param valueColumn name of a column of numbers, or null
     * @throws TidemarkException {@code COLUMN_UNKNOWN}, {@code TYPE_MISMATCH}, {@code SETTING_INVALID}
     */
    StudyFeed(OpenedJournal journal, RowTest test, String timeColumn, String valueColumn) {
        this.journal = journal;
        this.test = test;
        this.timeColumn = TimeColumn.of(journal.schema(), timeColumn);
        this.valueColumn = valueColumn == null ? -1 : number(journal.schema(), valueColumn);
        this.valueKind = valueColumn == null
                ? null
                : journal.schema().type(this.valueColumn).kind();
    }

    private static int number(Schema schema, String name) {
        int column = schema.index(name);
        if (!schema.type(column).isNumeric()) {
            throw new TidemarkException(new Problem(
                    ErrorCode.TYPE_MISMATCH,
                    "",
                    name,
                    "The value of a row is to be its number, and this is " + schema.type(column) + ".",
                    "Name a column of numbers, or leave --value out."));
        }
        return column;
    }

    /** The next wanted row, which stays the next one until it is {@link #take taken}; null at the end. */
    StudyRow peek() {
        while (rows.isEmpty() && journal.reader().poll(this, BATCH) > 0) {
            // Until a row is wanted.
        }
        return rows.peek();
    }

    /** Goes on to the row after the next one. */
    void take() {
        rows.remove();
    }

    @Override
    public void onRow(RowView row) {
        looked++;
        if (test.accepts(row, journal.reader().sequence())) {
            boolean hasTime = !row.isNull(timeColumn);
            double value = valueKind == null || row.isNull(valueColumn) ? 0 : number(row);
            rows.add(new StudyRow(hasTime, hasTime ? row.getLong(timeColumn) : 0, row.ingestTimeNs(), value));
        }
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        looked++;
        damaged++;
    }

    private double number(RowView row) {
        return switch (valueKind) {
            case INT -> row.getInt(valueColumn);
            case LONG -> row.getLong(valueColumn);
            case DOUBLE -> row.getDouble(valueColumn);
            default -> row.getDecimal(valueColumn).doubleValue();
        };
    }

    /** Records that could not be decoded. */
    long damaged() {
        return damaged;
    }

    /** Records that were looked at. */
    long looked() {
        return looked;
    }
}
