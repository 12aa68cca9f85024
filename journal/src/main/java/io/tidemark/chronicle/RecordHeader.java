package io.tidemark.chronicle;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowWriter;

/**
 * Layout of the header that stands before the row in every record of our own journals. 40 bytes, little endian:
 *
 * <pre>
 *  0 version u8   1 kind u8   2 flags u16   4 payload bytes u32
 *  8 sequence i64
 * 16 ingest time i64, nanoseconds since 1970 or Long.MIN_VALUE
 * 24 position of the cause i64, or -1
 * 32 checksum u32, CRC-32C of header and payload with zeros in this place   36 input of the cause u32
 * </pre>
 */
final class RecordHeader {
    static final int BYTES = 40;
    static final int VERSION = 1;
    /** Bytes of the longest record. */
    static final int LONGEST = BYTES + RowWriter.MAX_ROW_BYTES;

    private static final int KIND = 1;
    private static final int PAYLOAD_BYTES = 4;
    private static final int SEQUENCE = 8;
    private static final int INGEST_TIME = 16;
    private static final int CAUSE = 24;
    private static final int CHECKSUM = 32;
    private static final int CAUSE_SOURCE = 36;

    private RecordHeader() {}

    /** Writes everything but the checksum, which becomes 0. */
    static void put(
            long at, int kind, int payloadBytes, long sequence, long ingestTimeNs, long cause, int causeSource) {
        OffHeap.putLong(at, (long) payloadBytes << 32 | kind << 8 | VERSION);
        OffHeap.putLong(at + SEQUENCE, sequence);
        OffHeap.putLong(at + INGEST_TIME, ingestTimeNs);
        OffHeap.putLong(at + CAUSE, cause);
        OffHeap.putLong(at + CHECKSUM, (long) causeSource << 32);
    }

    static void putChecksum(long at, int checksum) {
        OffHeap.putInt(at + CHECKSUM, checksum);
    }

    static int version(long at) {
        return Byte.toUnsignedInt(OffHeap.getByte(at));
    }

    static int kind(long at) {
        return Byte.toUnsignedInt(OffHeap.getByte(at + KIND));
    }

    static int payloadBytes(long at) {
        return OffHeap.getInt(at + PAYLOAD_BYTES);
    }

    static long sequence(long at) {
        return OffHeap.getLong(at + SEQUENCE);
    }

    static long ingestTimeNs(long at) {
        return OffHeap.getLong(at + INGEST_TIME);
    }

    static long cause(long at) {
        return OffHeap.getLong(at + CAUSE);
    }

    static int checksum(long at) {
        return OffHeap.getInt(at + CHECKSUM);
    }

    static int causeSource(long at) {
        return OffHeap.getInt(at + CAUSE_SOURCE);
    }
}
