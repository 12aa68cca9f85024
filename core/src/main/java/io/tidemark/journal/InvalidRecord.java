package io.tidemark.journal;

import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;

/** Wraps the bytes of a record that cannot be decoded into a row of one binary column. One thread. */
public final class InvalidRecord implements AutoCloseable {
    /** Schema of the rows: one binary column named {@code record}. */
    public static final Schema SCHEMA = Schema.builder().binary("record").build();

    /** Bytes that are kept of a longer record. */
    public static final int PREVIEW_BYTES = 64 << 10;

    private RowWriter writer;

    /** Nothing is allocated before the first invalid record. */
    public InvalidRecord() {}

    /** A copy of the bytes, the first {@link #PREVIEW_BYTES} at most, as a row that is valid until the next call. */
    public RowView wrap(long address, long bytes, long position, long ingestTimeNs) {
        RowWriter row = started();
        row.setBytes(0, address, (int) Math.min(bytes, PREVIEW_BYTES));
        return row.finish().origin(position, ingestTimeNs, RowKind.INSERT);
    }

    /** The reason, and that the record was cut where it was; allocates only then. */
    public static String reason(String reason, long bytes) {
        return bytes <= PREVIEW_BYTES
                ? reason
                : reason + " Of its " + bytes + " bytes the first " + PREVIEW_BYTES + " are kept.";
    }

    /** A reason as the end of a sentence: with one full stop, whether it has its own or not. */
    public static String sentence(String reason) {
        return reason.endsWith(".") ? reason : reason + ".";
    }

    @Override
    public void close() {
        if (writer != null) {
            writer.close();
            writer = null;
        }
    }

    private RowWriter started() {
        if (writer == null) {
            writer = new RowWriter();
        }
        return writer.start(SCHEMA);
    }
}
