package io.tidemark.engine;

import io.tidemark.checkpoint.Commit;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;

/**
 * A record of the order journal: rows of one source were read up to a position, and then something happened.
 *
 * @param kind what happened then
 * @param source ordinal of the source
 * @param position position of the last row read from it; for an epoch the sequence of the first record that is void
 * @param subject ordinal of the source that became idle, else 0
 * @param at where the record lies in the order journal
 */
record OrderMark(Kind kind, int source, long position, int subject, Commit.Mark at) {
    /** What happened after the rows. The ordinal is stored: never reorder. */
    enum Kind {
        /** Nothing: rows of another source follow, or something was put out. */
        RUN,
        /** A cut. */
        CUT,
        /** A source became idle. */
        IDLE,
        /** An input lost rows that no output depends on: the records from {@code position} to this one are void. */
        EPOCH;

        private static final Kind[] VALUES = values();
    }

    /** Begins a record. */
    static void write(RowWriter row, Kind kind, int source, long position, int subject) {
        row.start(OrderLog.SCHEMA);
        row.setInt(0, kind.ordinal());
        row.setInt(1, source);
        row.setLong(2, position);
        row.setInt(3, subject);
    }

    /** Reads a record. */
    static OrderMark of(RowView row, long sequence, long position) {
        return new OrderMark(
                Kind.VALUES[row.getInt(0)],
                row.getInt(1),
                row.getLong(2),
                row.getInt(3),
                new Commit.Mark(sequence, position));
    }
}
