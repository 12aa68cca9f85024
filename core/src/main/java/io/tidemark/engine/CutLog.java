package io.tidemark.engine;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The cuts of a query in a journal, each as the source position of the last row before it. A cut is recorded before anything comes out of it; a
 * query that is started again makes the recorded cuts at the same rows before it makes new ones. Engine thread only.
 */
final class CutLog implements AutoCloseable {
    /** Columns of the journal. */
    static final Schema SCHEMA = Schema.of(new Field("cut_after", DataType.LONG, false));

    private final JournalWriter writer;
    private final Deque<Long> recorded;
    private final RowWriter row = new RowWriter();
    private long sequence;

    private CutLog(JournalWriter writer, Deque<Long> recorded) {
        this.writer = writer;
        this.recorded = recorded;
        this.sequence = writer.lastSequence();
    }

    /** Reads what is recorded, and opens the journal for more. */
    static CutLog open(JournalSource source, JournalSink sink) {
        JournalWriter writer = sink.openWriter(SCHEMA);
        try {
            return new CutLog(writer, writer.lastSequence() < 0 ? new ArrayDeque<>() : read(source));
        } catch (RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    /** Whether recorded cuts are still to be made, so that no new one may be. */
    boolean replaying() {
        return !recorded.isEmpty();
    }

    /** Takes the next recorded cut if it comes after the row at this position. */
    boolean takeRecorded(long position) {
        if (recorded.isEmpty() || recorded.peek() > position) {
            return false;
        }
        if (recorded.peek() < position) {
            throw new TidemarkException(
                    ErrorCode.OUTPUT_DIVERGED,
                    "The recorded cut after position " + recorded.peek() + " was passed: the source has no row there.",
                    "The source was cut or replaced. Start the query with a new directory, output and order journal.");
        }
        recorded.remove();
        return true;
    }

    /** Records a new cut. */
    void record(long position, long ingestTimeNs) {
        row.start(SCHEMA).setLong(0, position);
        writer.append(row.finish().origin(position, ingestTimeNs, RowKind.INSERT), ++sequence);
    }

    @Override
    public void close() {
        writer.close();
        row.close();
    }

    private static Deque<Long> read(JournalSource source) {
        Deque<Long> cuts = new ArrayDeque<>();
        RecordHandler handler = new RecordHandler() {
            @Override
            public void onRow(RowView cut) {
                cuts.add(cut.getLong(0));
            }

            @Override
            public void onInvalid(RowView record, String reason) {
                throw new TidemarkException(
                        ErrorCode.RECORD_CORRUPT,
                        "A record of the order journal " + source.name() + " cannot be read: " + reason + ".",
                        "Restore the journal; without it the cuts of the query cannot be repeated.");
            }
        };
        try (JournalReader reader = source.openReader()) {
            while (reader.poll(handler, 1024) > 0) {
                // Reads to the end.
            }
        }
        return cuts;
    }
}
