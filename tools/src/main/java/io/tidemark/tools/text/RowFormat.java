package io.tidemark.tools.text;

import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.io.Writer;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Writes rows to a {@link Writer} that the caller flushes and closes. One thread. */
public interface RowFormat {
    /**
     * Writes one row and the end of its line.
     *
     * @param row row with position, ingest time and kind
     * @param sequence number of the record, negative when it has none
     */
    void write(RowView row, long sequence) throws IOException;

    /** Hands what is still held back to the writer, without flushing that. */
    void flush() throws IOException;

    /** The formats by name. */
    enum Kind {
        /** For people. */
        TEXT,
        /** With a header. */
        CSV,
        /** One object a line. */
        JSON;

        /**
         * A format for rows of this schema; what stands before the first row is written now.
         *
         * @param withRecord whether index, sequence, ingest time and kind of the record are shown
         */
        public RowFormat open(Schema schema, boolean withRecord, Writer out) throws IOException {
            return open(schema, withRecord, out, ZoneOffset.UTC);
        }

        /**
         * The same with times of text in a zone; the other formats are for programs and always in UTC.
         *
         * @param withRecord whether index, sequence, ingest time and kind of the record are shown
         */
        public RowFormat open(Schema schema, boolean withRecord, Writer out, ZoneId zone) throws IOException {
            return switch (this) {
                case TEXT -> new TextFormat(schema, withRecord, out, zone);
                case CSV -> new CsvFormat(schema, withRecord, out);
                case JSON -> new JsonFormat(schema, withRecord, out);
            };
        }
    }
}
