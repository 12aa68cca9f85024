package io.tidemark.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * How a delta and a base begin, little endian: magic (8 bytes), version (4), bytes of the header (4), number (8), whether the file is complete without
 * others (4), bytes of a unit (4), units (4, in a base), bytes of the format text (4), the text, CRC-32C of all before (4), zeros up to the end of the
 * header.
 *
 * @param magic which kind of file it is
 * @param bytes bytes of the header
 * @param number number of the snapshot whose state is reached with this file
 * @param complete whether no file before it is needed
 * @param unitBytes bytes of a unit
 * @param units units that have a place in a base; 0 in a delta
 * @param format format of the state
 */
record FileHeader(long magic, int bytes, long number, boolean complete, int unitBytes, int units, String format) {
    /** {@code TMDELTA1} as it stands in the file. */
    static final long DELTA = 0x3141544C45444D54L;
    /** {@code TMBASE 1} as it stands in the file. */
    static final long BASE = 0x312045534142_4D54L;

    private static final int VERSION = 1;
    private static final int FIXED_BYTES = 40;
    private static final int MOST_BYTES = 1 << 20;

    /** A header whose length is a multiple of {@code alignment}. */
    static FileHeader of(
            long magic, long number, boolean complete, int unitBytes, int units, String format, int alignment) {
        int used = FIXED_BYTES + format.getBytes(StandardCharsets.UTF_8).length + Integer.BYTES;
        int bytes = (used + alignment - 1) / alignment * alignment;
        return new FileHeader(magic, bytes, number, complete, unitBytes, units, format);
    }

    /** The bytes of this header. */
    ByteBuffer encode() {
        byte[] text = format.getBytes(StandardCharsets.UTF_8);
        ByteBuffer header = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(magic).putInt(VERSION).putInt(bytes).putLong(number);
        header.putInt(complete ? 1 : 0).putInt(unitBytes).putInt(units).putInt(text.length);
        header.put(text);
        CRC32C checksum = new CRC32C();
        checksum.update(header.duplicate().flip());
        return header.putInt((int) checksum.getValue()).position(0);
    }

    /** Reads the header at the start of an open file, in sequence. */
    static FileHeader read(SequentialReader in, long magic) throws IOException {
        ByteBuffer fixed = in.readAt(0, FIXED_BYTES);
        if (fixed.getLong(0) != magic) {
            throw in.damaged(0, "it is no such file");
        }
        int version = fixed.getInt(8);
        if (version != VERSION) {
            throw in.damaged(8, "its format version is " + version + " and this version of Tidemark reads " + VERSION);
        }
        int bytes = fixed.getInt(12);
        int textBytes = fixed.getInt(36);
        if (bytes < FIXED_BYTES + Integer.BYTES
                || bytes > MOST_BYTES
                || bytes > in.size()
                || textBytes < 0
                || textBytes > bytes - FIXED_BYTES - Integer.BYTES) {
            throw in.damaged(12, "its header makes no sense");
        }
        ByteBuffer header = in.read(bytes);
        int end = FIXED_BYTES + textBytes;
        if (in.sum(header, 0, end) != header.getInt(end)) {
            throw in.damaged(0, "its header has another checksum");
        }
        byte[] text = new byte[textBytes];
        header.get(FIXED_BYTES, text);
        return new FileHeader(
                magic,
                bytes,
                header.getLong(16),
                header.getInt(24) != 0,
                header.getInt(28),
                header.getInt(32),
                new String(text, StandardCharsets.UTF_8));
    }
}
