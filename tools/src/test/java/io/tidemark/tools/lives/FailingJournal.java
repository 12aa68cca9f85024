package io.tidemark.tools.lives;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.JournalWriter;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/**
 * A journal that refuses a row where a test wants it to.
 *
 * @param sink takes the rows
 * @param source gives them back
 * @param rowsLeft rows that are taken before one is refused
 */
record FailingJournal(JournalSink sink, JournalSource source, long[] rowsLeft) implements JournalSink, JournalSource {
    /** The row was refused. */
    static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        RefusedException() {
            super("the sink failed");
        }
    }

    /** A journal that refuses nothing yet. */
    static <J extends JournalSink & JournalSource> FailingJournal of(J journal) {
        return new FailingJournal(journal, journal, new long[] {Long.MAX_VALUE});
    }

    void failAfter(long rows) {
        rowsLeft[0] = rows;
    }

    @Override
    public String name() {
        return sink.name();
    }

    @Override
    public void force() {
        sink.force();
    }

    @Override
    public Schema schema() {
        return source.schema();
    }

    @Override
    public boolean recordsIngestTime() {
        return source.recordsIngestTime();
    }

    @Override
    public JournalReader openReader() {
        return source.openReader();
    }

    @Override
    public String faultAfter(long position) {
        return source.faultAfter(position);
    }

    @Override
    public JournalWriter openWriter(Schema schema) {
        JournalWriter writer = sink.openWriter(schema);
        return new JournalWriter() {
            @Override
            public long lastSequence() {
                return writer.lastSequence();
            }

            @Override
            public void append(RowView row, long sequence) {
                append(row, sequence, 0);
            }

            @Override
            public void append(RowView row, long sequence, int causeSource) {
                if (rowsLeft[0]-- == 0) {
                    throw new RefusedException();
                }
                writer.append(row, sequence, causeSource);
            }

            @Override
            public long position() {
                return writer.position();
            }

            @Override
            public void flush() {
                writer.flush();
            }

            @Override
            public boolean hasRoom() {
                return writer.hasRoom();
            }

            @Override
            public String repaired() {
                return writer.repaired();
            }

            @Override
            public void close() {
                writer.close();
            }
        };
    }
}
