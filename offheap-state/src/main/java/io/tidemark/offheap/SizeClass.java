package io.tidemark.offheap;

/**
 * Sizes of slots: each multiple of 8 up to 128 bytes, then eight between a power of two and the next, each enlarged to what a page
 * divided by their number gives. A slot is at most an eighth larger than what stands in it, except above half a page.
 */
final class SizeClass {
    /** Smallest slot. */
    static final int MIN_BYTES = 16;

    private static final int FINE_BYTES = 128;
    private static final int UNITS = Page.PAYLOAD_BYTES / Long.BYTES;
    private static final byte[] CLASSES = new byte[UNITS + 1];
    private static final int[] SLOT_BYTES = new int[Byte.MAX_VALUE];

    /** Number of classes. */
    static final int COUNT;

    static {
        int count = 0;
        for (int units = MIN_BYTES / Long.BYTES; units <= UNITS; units++) {
            int slotBytes = slotBytesFor(units * Long.BYTES);
            if (count == 0 || SLOT_BYTES[count - 1] != slotBytes) {
                SLOT_BYTES[count] = slotBytes;
                count++;
            }
            CLASSES[units] = (byte) (count - 1);
        }
        COUNT = count;
    }

    private SizeClass() {}

    private static int slotBytesFor(int bytes) {
        int step = bytes <= FINE_BYTES ? Long.BYTES : Integer.highestOneBit(bytes - 1) / Long.BYTES;
        int rounded = (bytes + step - 1) / step * step;
        return Page.PAYLOAD_BYTES / (Page.PAYLOAD_BYTES / rounded) & -Long.BYTES;
    }

    /** The class for so many bytes: a multiple of 8, at least {@link #MIN_BYTES}, at most a payload. */
    static int of(int bytes) {
        return CLASSES[bytes >>> 3];
    }

    static int slotBytes(int sizeClass) {
        return SLOT_BYTES[sizeClass];
    }
}
