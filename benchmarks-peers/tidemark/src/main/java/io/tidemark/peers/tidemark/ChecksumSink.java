package io.tidemark.peers.tidemark;

import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalWriter;
import io.tidemark.peers.Checksums;
import io.tidemark.peers.Pass;
import io.tidemark.peers.Workload;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/** Adds up the checksums of the rows and stores nothing. */
final class ChecksumSink implements JournalSink, JournalWriter {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Workload workload;
    private long rows;
    private long checksum;

    ChecksumSink(Workload workload) {
        this.workload = workload;
    }

    @Override
    public String name() {
        return "checksum";
    }

    @Override
    public JournalWriter openWriter(Schema schema) {
        return this;
    }

    @Override
    public long lastSequence() {
        return -1;
    }

    @Override
    public void append(RowView row, long sequence) {
        rows++;
        checksum += switch (workload) {
            case W1, W2 -> group(row);
            case W3 ->
                Checksums.event(
                        row.getLong(EventSource.ID),
                        row.getLong(EventSource.KEY),
                        row.getLong(EventSource.TIME) / NANOS_PER_MILLI,
                        row.getDouble(EventSource.AMOUNT));
            case W4, W4L -> pair(row);
        };
    }

    private static long group(RowView row) {
        return Checksums.group(
                row.getLong(2),
                row.getLong(0) / NANOS_PER_MILLI,
                row.getLong(3),
                row.getDouble(4),
                row.getDouble(5),
                row.getDouble(6));
    }

    private static long pair(RowView row) {
        long id = row.getLong(0);
        long orderMillis = row.getLong(1) / NANOS_PER_MILLI;
        return row.isNull(3)
                ? Checksums.alone(id, orderMillis)
                : Checksums.pair(id, orderMillis, row.getLong(3) / NANOS_PER_MILLI);
    }

    void addTo(Pass pass) {
        pass.add(rows, checksum);
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
