package io.tidemark.engine;

import io.tidemark.journal.JournalWriter;
import io.tidemark.row.DataType;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.util.SplittableRandom;

/**
 * Rows made up from a schema. Times go forward in steps that grow from 1 ms over 1 s and 1 min to 1 h, so that windows of any size fill and close, with one row in
 * eight some steps back; other columns take few values, the same ones in all sources, so that keys meet.
 */
final class MadeRows {
    private static final long START_NS = 946_684_800_000_000_000L;
    private static final long[] STEPS_NS = {1_000_000L, 1_000_000_000L, 60_000_000_000L, 3_600_000_000_000L};
    private static final int KEYS = 200;
    private static final int NULL_EVERY = 32;

    private final SplittableRandom random = new SplittableRandom(42);
    private final RowWriter row = new RowWriter();
    private final Schema schema;
    private long timeNs = START_NS;

    private MadeRows(Schema schema) {
        this.schema = schema;
    }

    /** Appends so many rows. */
    static void append(Schema schema, JournalWriter writer, int rows) {
        MadeRows made = new MadeRows(schema);
        for (int i = 0; i < rows; i++) {
            writer.append(made.next(STEPS_NS[(int) ((long) i * STEPS_NS.length / rows)]), i);
        }
        made.row.close();
    }

    private RowView next(long stepNs) {
        timeNs += stepNs;
        long eventNs = random.nextInt(8) == 0 ? timeNs - random.nextInt(8) * stepNs : timeNs;
        long number = random.nextInt(KEYS);
        row.start(schema);
        for (int column = 0; column < schema.size(); column++) {
            boolean isNull = schema.field(column).nullable() && random.nextInt(NULL_EVERY) == 0;
            if (!isNull) {
                set(column, number, eventNs);
            }
        }
        return row.finish().origin(0, eventNs, RowKind.INSERT);
    }

    private void set(int column, long number, long eventNs) {
        DataType type = schema.type(column);
        switch (type.kind()) {
            case BOOL -> row.setBool(column, (number & 1) == 0);
            case INT -> row.setInt(column, (int) number + 1);
            case LONG -> row.setLong(column, number + 1);
            case DOUBLE -> row.setDouble(column, number + 1.5);
            case DECIMAL -> row.setDecimal(column, BigDecimal.valueOf(number % 9 + 1, type.scale()));
            case TIMESTAMP -> row.setLong(column, eventNs);
            case STRING -> row.setString(column, Long.toString(number + 1));
            case BINARY -> row.setBytes(column, new byte[] {(byte) number, 1, 2, 3}, 0, 4);
        }
    }
}
