package io.tidemark.tools;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import io.tidemark.tools.text.RowFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;

/** Prints records of a journal in order. One use, one thread. */
final class JournalPrint implements RecordHandler {
    private static final int BATCH = 256;
    private static final long FOLLOW_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final JournalReader reader;
    private final RowFormat format;
    private final Writer out;
    private final BiConsumer<RowView, String> invalidRecords;
    private long firstPosition = JournalReader.NO_POSITION;
    private long remaining = Long.MAX_VALUE;

    /**
     * Prints from the start to the end unless told otherwise.
     *
     * @param invalidRecords takes records that cannot be decoded, with the reason
     */
    JournalPrint(JournalReader reader, RowFormat format, Writer out, BiConsumer<RowView, String> invalidRecords) {
        this.reader = reader;
        this.format = format;
        this.out = out;
        this.invalidRecords = invalidRecords;
    }

    /** Prints at most this many records. */
    void limit(long records) {
        remaining = records;
    }

    /** Starts with the first record at this position or after it. */
    void from(long position) {
        firstPosition = position;
        if (!moveAfter(position - 1)) {
            reader.moveAfter(JournalReader.NO_POSITION);
        }
    }

    /** Starts so that this many records lie before the end, or all that there are. */
    void last(long records) {
        long end = reader.endPosition();
        if (records == 0) {
            remaining = 0;
        } else if (end != JournalReader.NO_POSITION && (end < records || !moveAfter(end - records))) {
            scanForLast(records, end);
        }
    }

    /** Prints what there is now. */
    void toEnd() throws IOException {
        long end = reader.endPosition();
        while (remaining > 0 && reader.position() < end && pollOnce() > 0) {
            // one batch after the other
        }
        flush();
    }

    /** Prints what there is and what comes, until the limit or until the thread is interrupted. */
    void follow() throws IOException {
        while (remaining > 0 && !Thread.currentThread().isInterrupted()) {
            if (pollOnce() == 0) {
                flush();
                LockSupport.parkNanos(FOLLOW_PAUSE_NS);
            }
        }
        flush();
    }

    private int pollOnce() throws IOException {
        try {
            return reader.poll(this, (int) Math.min(BATCH, remaining));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void flush() throws IOException {
        format.flush();
        out.flush();
    }

    @Override
    public void onRow(RowView row) {
        if (row.position() < firstPosition || remaining <= 0) {
            return;
        }
        remaining--;
        try {
            format.write(row, reader.sequence());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        if (record.position() >= firstPosition && remaining > 0) {
            remaining--;
            invalidRecords.accept(record, reason);
        }
    }

    /** Positions count up by one within a file of the journal, so that most are found at once; false when this one is not. */
    private boolean moveAfter(long position) {
        try {
            reader.moveAfter(Math.max(position, JournalReader.NO_POSITION));
            return true;
        } catch (TidemarkException e) {
            if (e.code() == ErrorCode.SOURCE_RETENTION_GAP) {
                return false;
            }
            throw e;
        }
    }

    private void scanForLast(long records, long end) {
        Deque<Long> positions = new ArrayDeque<>();
        reader.moveAfter(JournalReader.NO_POSITION);
        RecordHandler collect = new RecordHandler() {
            @Override
            public void onRow(RowView row) {
                positions.add(row.position());
            }

            @Override
            public void onInvalid(RowView record, String reason) {
                positions.add(record.position());
            }
        };
        while (reader.position() < end && reader.poll(collect, 1) > 0) {
            while (positions.size() > records + 1) {
                positions.remove();
            }
        }
        reader.moveAfter(positions.size() > records ? positions.peek() : JournalReader.NO_POSITION);
    }
}
