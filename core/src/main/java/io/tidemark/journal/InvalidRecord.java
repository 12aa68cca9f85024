package io.tidemark.journal;

import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;

/** Wraps the bytes of a record that cannot be decoded into a row of one binary column. One thread. */
public final class InvalidRecord implements AutoCloseable {
    /** Schema of the rows: one binary column named {@code record}. */
    public static final Schema SCHEMA = Schema.builder().binary("record").build();

    private RowWriter writer;

    /** Nothing is allocated before the first invalid record. */
    public InvalidRecord() {}

    /**
     * A copy of the bytes as a row, valid until the next call. Of a longer record than {@link RowWriter#MAX_ROW_BYTES} only the
     * first bytes are kept.
     */
    public RowView wrap(long address, long bytes, long position, long ingestTimeNs) {
        RowWriter row = started();
        row.setBytes(0, address, (int) Math.min(bytes, RowWriter.MAX_ROW_BYTES));
        return row.finish().origin(position, ingestTimeNs, RowKind.INSERT);
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
