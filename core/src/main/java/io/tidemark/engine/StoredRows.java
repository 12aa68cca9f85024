package io.tidemark.engine;

import io.tidemark.checkpoint.Commit;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.InvalidRecord;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.RecordHandler;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;

/**
 * The rows that a sink holds already, read beside those that come out again after a restart: the two must be equal. A sink that cannot be read is not
 * compared, nor are rows in files of the sink that are gone. Engine thread only.
 */
final class StoredRows implements RecordHandler, AutoCloseable {
    private final JournalSink sink;
    private JournalReader reader;
    private RowView row;
    private long sequence;
    private long firstStored;
    private long compared;

    StoredRows(JournalSink sink) {
        this.sink = sink;
    }

    /** The next row that comes out follows this record of the sink; without a position it is looked for from the start. */
    void moveAfter(Commit.Mark mark) {
        close();
        firstStored = 0;
        if (sink instanceof JournalSource source) {
            reader = source.openReader();
            if (mark.position() != JournalReader.NO_POSITION) {
                reader.moveAfter(mark.position());
            }
        }
    }

    /**
     * Compares a row that came out again with the one that is there.
     *
     * @throws TidemarkException {@code OUTPUT_DIVERGED} with both rows when they differ
     */
    void compare(RowView again, long number) {
        if (reader == null || number < firstStored) {
            return;
        }
        row = again;
        sequence = number;
        long before = reader.position();
        do {
            if (reader.poll(this, 1) == 0) {
                throw diverged("The sink has no such record any more");
            }
        } while (reader.sequence() < number);
        if (reader.sequence() > number) {
            firstStored = reader.sequence();
            reader.moveAfter(before);
        }
    }

    /** Position of the last record that was looked at, or {@link JournalReader#NO_POSITION}. */
    long position() {
        return reader == null ? JournalReader.NO_POSITION : reader.position();
    }

    /** Rows that were found equal. */
    long compared() {
        return compared;
    }

    @Override
    public void onRow(RowView stored) {
        if (reader.sequence() != sequence) {
            return;
        }
        boolean sameCause = reader.cause() == JournalReader.NO_POSITION
                || reader.cause() == row.position() && reader.causeSource() == row.source();
        if (stored.kind() != row.kind()
                || !sameCause
                || stored.length() != row.length()
                || !OffHeap.equal(stored.address(), row.address(), row.length())) {
            throw diverged("The sink holds " + text(stored, reader.causeSource(), reader.cause()) + ", and "
                    + text(row, row.source(), row.position()) + " came out again");
        }
        compared++;
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        throw diverged("The record of the sink cannot be read: " + reason);
    }

    private static String text(RowView row, int source, long position) {
        return row.kind() + " " + row + " caused by position " + position + " of source " + source;
    }

    private TidemarkException diverged(String what) {
        return new TidemarkException(
                ErrorCode.OUTPUT_DIVERGED,
                "Row " + sequence + " of " + sink.name() + " is not what it was: " + InvalidRecord.sentence(what),
                "Something that the query depends on changed: its input, a function of the user, the version of the"
                        + " engine, or somebody else wrote to the sink. Start it with a new directory and sink.");
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}
