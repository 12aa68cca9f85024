package io.tidemark.engine;

import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.JournalWriter;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;

/**
 * A journal that takes the order in which a query did things, and gives it back at a restart.
 *
 * @param source reads it
 * @param sink appends to it
 */
public record OrderJournal(JournalSource source, JournalSink sink) {
    /** Columns of such a journal, where it has to be made with them. */
    public static Schema schema() {
        return OrderLog.SCHEMA;
    }

    /** An order journal that can be repeated and not added to, for a query that is only looked at. */
    public static OrderJournal readOnly(JournalSource source) {
        return new OrderJournal(source, new ReplayOrder(source));
    }

    /**
     * Prescribes an order: a query that is started with this journal reads its sources in it before it goes on by itself.
     *
     * @param sources for each run the ordinal of the source
     * @param positions for each run the position of its last record
     */
    public static void prescribe(JournalSink sink, int[] sources, long[] positions) {
        try (JournalWriter writer = sink.openWriter(OrderLog.SCHEMA);
                RowWriter row = new RowWriter()) {
            for (int i = 0; i < sources.length; i++) {
                OrderMark.write(row, OrderMark.Kind.RUN, sources[i], positions[i], 0);
                RowView mark = row.finish().origin(sources[i], positions[i], RowView.NO_INGEST_TIME, RowKind.INSERT);
                writer.append(mark, writer.lastSequence() + 1, sources[i]);
            }
        }
    }
}
