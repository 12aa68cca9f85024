package io.tidemark.engine;

import io.tidemark.checkpoint.Commit;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.InvalidRecord;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import java.util.ArrayDeque;
import java.util.TreeMap;

/**
 * Reads what an order journal holds after a commit, some records at a time. Records that an {@link OrderMark.Kind#EPOCH} declares void are passed over.
 * Engine thread only.
 */
final class OrderReplay implements RecordHandler, AutoCloseable {
    private static final int BATCH = 256;

    private final JournalSource source;
    private final JournalReader reader;
    private final ArrayDeque<OrderMark> batch = new ArrayDeque<>();
    /** By the sequence of the first void record, the sequence of the epoch that ends them. */
    private final TreeMap<Long, Long> voids = new TreeMap<>();

    private final long end;
    private boolean scanning;

    /**
     * Reads from after a commit to the record that is the last one now.
     *
     * @param end sequence of that record
     */
    OrderReplay(JournalSource source, Commit.Mark after, long end) {
        this.source = source;
        this.end = end;
        reader = source.openReader();
        try {
            move(after);
            scan();
            move(after);
        } catch (RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    private void move(Commit.Mark after) {
        reader.moveAfter(after.position());
        while (after.position() == JournalReader.NO_POSITION && reader.sequence() < after.sequence()) {
            if (read(1) == 0) {
                throw new TidemarkException(
                        ErrorCode.ORDER_LOST,
                        "The order journal " + source.name() + " ends before record " + after.sequence()
                                + ", which was used.",
                        "Give the query the order journal that it wrote.");
            }
        }
        batch.clear();
    }

    private void scan() {
        scanning = true;
        while (reader.sequence() < end && read(BATCH) > 0) {
            batch.clear();
        }
        scanning = false;
    }

    private int read(int limit) {
        return reader.poll(this, limit);
    }

    /** The next record, or null at the end. */
    OrderMark next() {
        while (batch.isEmpty()) {
            if (reader.sequence() >= end || read(BATCH) == 0) {
                return null;
            }
        }
        return batch.poll();
    }

    @Override
    public void onRow(RowView row) {
        long sequence = reader.sequence();
        OrderMark mark = OrderMark.of(row, sequence, reader.position());
        if (scanning) {
            if (mark.kind() == OrderMark.Kind.EPOCH) {
                voids.put(mark.position(), sequence);
            }
        } else if (sequence <= end && !isVoid(sequence)) {
            batch.add(mark);
        }
    }

    private boolean isVoid(long sequence) {
        for (var range : voids.headMap(sequence, true).entrySet()) {
            if (sequence <= range.getValue()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        throw new TidemarkException(
                ErrorCode.RECORD_CORRUPT,
                "A record of the order journal " + source.name() + " cannot be read: " + InvalidRecord.sentence(reason),
                "Restore the journal; without it the order of the query cannot be repeated.");
    }

    @Override
    public void close() {
        reader.close();
    }
}
