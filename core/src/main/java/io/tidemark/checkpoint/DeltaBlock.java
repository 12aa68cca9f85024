package io.tidemark.checkpoint;

/**
 * Blocks of a delta behind its header, little endian: CRC-32C of all that follows in the block (4 bytes), kind (4), bytes behind this head (4), records (4).
 * Parts have records {unit (4), offset (4), length (4), bytes}; then comes one rest; the trailer has {records, bytes of parts, blocks of parts, bytes of the
 * rest} of 8 bytes each and ends the file.
 */
final class DeltaBlock {
    static final int HEAD_BYTES = 16;
    static final int RECORD_HEAD_BYTES = 12;
    static final int TRAILER_BYTES = 32;
    /** A block of parts is written when it would become longer. */
    static final int PREFERRED_BYTES = 1 << 20;

    static final int PARTS = 1;
    static final int REST = 2;
    static final int TRAILER = 3;

    private DeltaBlock() {}
}
