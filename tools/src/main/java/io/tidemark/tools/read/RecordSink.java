package io.tidemark.tools.read;

import io.tidemark.row.RowView;
import java.io.IOException;

/** Takes the records that a walk comes by. The views are valid during the call. */
public interface RecordSink {
    /**
     * A row that is wanted.
     *
     * @param sequence number of its record, negative when it has none
     */
    void onRow(RowView row, long sequence) throws IOException;

    /** A record that cannot be decoded, with the reason. */
    void onInvalid(RowView record, String reason) throws IOException;

    /** All that there is was handed over, for now. */
    void flush() throws IOException;
}
