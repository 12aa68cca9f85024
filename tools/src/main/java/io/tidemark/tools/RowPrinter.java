package io.tidemark.tools;

import io.tidemark.error.ErrorCode;
import io.tidemark.journal.InvalidRecord;
import io.tidemark.row.RowView;
import io.tidemark.tools.read.RecordSink;
import io.tidemark.tools.text.RowFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/** Writes rows in a format and names records that cannot be decoded on standard error. */
final class RowPrinter implements RecordSink {
    private final RowFormat format;
    private final Writer out;
    private final PrintWriter err;
    private long rows;
    private long invalidRecords;

    RowPrinter(RowFormat format, Writer out, PrintWriter err) {
        this.format = format;
        this.out = out;
        this.err = err;
    }

    @Override
    public void onRow(RowView row, long sequence) throws IOException {
        rows++;
        format.write(row, sequence);
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        invalidRecords++;
        err.println("tidemark: " + ErrorCode.RECORD_CORRUPT + ": Record 0x" + Long.toHexString(record.position()) + ": "
                + InvalidRecord.sentence(reason));
    }

    @Override
    public void flush() throws IOException {
        format.flush();
        out.flush();
    }

    /** Rows that were written. */
    long rows() {
        return rows;
    }

    /** 0, or 1 when records could not be decoded. */
    int exitCode() {
        return invalidRecords == 0 ? ExitCode.OK : ExitCode.DATA;
    }
}
