package io.tidemark.chronicle;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.util.stream.IntStream;

/** Says why a record of our own journals is invalid, as constant texts. Allocates nothing. One thread. */
final class RecordCheck implements AutoCloseable {
    static final String SHORTER_THAN_HEADER = "The record is shorter than a header.";
    static final String UNKNOWN_VERSION = "The record has a version that is not known.";
    static final String UNKNOWN_KIND = "The record has a kind that is not known.";
    static final String WRONG_LENGTH = "The header gives another length than the record has.";
    static final String LONGER_THAN_ROW = "The record is longer than a row can be.";
    static final String OUTSIDE_FILE = "The length of the record leads out of its file.";
    static final String SHORTER_THAN_ROW = "The row is shorter than its schema demands.";
    static final String VALUE_OUTSIDE_ROW = "A text or binary value lies outside the row.";
    static final String WRONG_CHECKSUM = "The checksum is not that of the bytes.";

    private static final int KINDS = RowKind.values().length;

    private final int fixedBytes;
    private final int[] variableSlots;
    private final RecordBuffer checksums;

    /** @param checksums whether checksums are tested too, which costs a copy of the record */
    RecordCheck(Schema schema, boolean checksums) {
        this.fixedBytes = schema.fixedBytes();
        this.variableSlots = IntStream.range(0, schema.size())
                .filter(column -> schema.type(column).isVariableLength())
                .map(schema::slotOffset)
                .toArray();
        this.checksums = checksums ? new RecordBuffer() : null;
    }

    /** What is wrong with the record of {@code bytes} at {@code at}, or null. */
    String reason(long at, long bytes) {
        if (bytes < RecordHeader.BYTES) {
            return SHORTER_THAN_HEADER;
        }
        if (RecordHeader.version(at) != RecordHeader.VERSION) {
            return UNKNOWN_VERSION;
        }
        if (RecordHeader.kind(at) >= KINDS) {
            return UNKNOWN_KIND;
        }
        int payload = RecordHeader.payloadBytes(at);
        if (payload != bytes - RecordHeader.BYTES) {
            return WRONG_LENGTH;
        }
        if (payload > RowWriter.MAX_ROW_BYTES) {
            return LONGER_THAN_ROW;
        }
        if (checksums != null && !checksums.isIntact(at, (int) bytes)) {
            return WRONG_CHECKSUM;
        }
        if (payload < fixedBytes) {
            return SHORTER_THAN_ROW;
        }
        return variableSlots.length == 0 ? null : valuesReason(at + RecordHeader.BYTES, payload);
    }

    @Override
    public void close() {
        if (checksums != null) {
            checksums.close();
        }
    }

    private String valuesReason(long row, int payload) {
        for (int slotOffset : variableSlots) {
            long slot = OffHeap.getLong(row + slotOffset);
            if ((slot >>> 32) + (slot & 0xFFFF_FFFFL) > payload) {
                return VALUE_OUTSIDE_ROW;
            }
        }
        return null;
    }
}
