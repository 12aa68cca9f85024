package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;

/**
 * Layout of a page. All offsets are from the page address, which is a multiple of 64.
 *
 * <pre>
 *     0 ..   255  one state byte per granule of the payload, see {@link WriteBarrier}
 *   256           state byte of the header, which is granule 256
 *   264 ..   319  header, in one cache line with its state byte
 *   320 .. 16703  payload of 16 KiB
 * </pre>
 */
final class Page {
    /** Bytes of the payload. */
    static final int PAYLOAD_BYTES = 16_384;
    /** First byte of the payload. */
    static final int PAYLOAD = 320;
    /** Bytes of the whole page. */
    static final int BYTES = PAYLOAD + PAYLOAD_BYTES;
    /** Bytes of a granule of the payload. */
    static final int GRANULE_BYTES = 64;
    /** The granule that is the header; those before it are the payload. */
    static final int HEADER_GRANULE = PAYLOAD_BYTES / GRANULE_BYTES;
    /** Granules of a page. */
    static final int GRANULES = HEADER_GRANULE + 1;
    /** First byte of the header. */
    static final int HEADER = 264;
    /** Bytes of the header. */
    static final int HEADER_BYTES = PAYLOAD - HEADER;

    /** A page on the free list. */
    static final int FREE = 0;
    /** Rows of a pane. */
    static final int ROWS = 1;
    /** Texts of a pane. */
    static final int TEXTS = 2;
    /** Buckets of the index; not part of any copy. */
    static final int INDEX = 3;
    /** Scalars. */
    static final int SCALARS = 4;
    /** Slots of entries, see {@link SlotPage}. */
    static final int ENTRIES = 5;
    /** Slots of blocks. */
    static final int BLOCKS = 6;
    /** Slots of nodes of an index by time. */
    static final int TIMES = 7;

    /** Rows of a log. */
    static final int LOG = 8;

    /** Stands at the start of every header. */
    static final int FORMAT = 0x544D_0001;

    private static final int FORMAT_AT = HEADER;
    private static final int KIND_AT = HEADER + 4;
    private static final int NUMBER_AT = HEADER + 8;
    private static final int GENERATION_AT = HEADER + 12;
    private static final int TABLE_AT = HEADER + 16;
    private static final int SEQUENCE_AT = HEADER + 20;
    private static final int NEXT_AT = HEADER + 24;
    private static final int USED_AT = HEADER + 28;
    /** From here on a page of slots keeps fields of its own. */
    static final int PANE_ID_AT = HEADER + 32;

    private static final int PANE_SERIAL_AT = HEADER + 40;

    private Page() {}

    /** First header of a page that was never used. */
    static void format(long page, int number) {
        OffHeap.zero(page, PAYLOAD);
        OffHeap.putInt(page + FORMAT_AT, FORMAT);
        OffHeap.putInt(page + NUMBER_AT, number);
    }

    /** Gives the page to an owner; it is empty and the last of its chain. */
    static void own(long page, int kind, int table, long paneId, long paneSerial, int sequence) {
        OffHeap.putInt(page + KIND_AT, kind);
        OffHeap.putInt(page + TABLE_AT, table);
        OffHeap.putInt(page + SEQUENCE_AT, sequence);
        OffHeap.putInt(page + NEXT_AT, 0);
        OffHeap.putInt(page + USED_AT, 0);
        OffHeap.putLong(page + PANE_ID_AT, paneId);
        OffHeap.putLong(page + PANE_SERIAL_AT, paneSerial);
    }

    /** Takes the page from its owner; its generation goes up by one. */
    static void disown(long page) {
        own(page, FREE, 0, 0, 0, 0);
        OffHeap.putInt(page + GENERATION_AT, generation(page) + 1);
    }

    static boolean isFormatted(long page) {
        return OffHeap.getInt(page + FORMAT_AT) == FORMAT;
    }

    static int kind(long page) {
        return OffHeap.getInt(page + KIND_AT);
    }

    /** Number of the page in the map. */
    static int number(long page) {
        return OffHeap.getInt(page + NUMBER_AT);
    }

    static void setNumber(long page, int number) {
        OffHeap.putInt(page + NUMBER_AT, number);
    }

    /** How often the page was freed. */
    static int generation(long page) {
        return OffHeap.getInt(page + GENERATION_AT);
    }

    /** For a page that comes from a copy, so that its generation does not fall behind what stands in it. */
    static void raiseGeneration(long page, int least) {
        OffHeap.putInt(page + GENERATION_AT, Math.max(generation(page), least));
    }

    static int table(long page) {
        return OffHeap.getInt(page + TABLE_AT);
    }

    static long paneId(long page) {
        return OffHeap.getLong(page + PANE_ID_AT);
    }

    /** Serial number of the pane: differs for two panes that have one id at different times. */
    static long paneSerial(long page) {
        return OffHeap.getLong(page + PANE_SERIAL_AT);
    }

    /** Position of the page in its chain, from 0. */
    static int sequence(long page) {
        return OffHeap.getInt(page + SEQUENCE_AT);
    }

    /** Number of the next page of the chain, 0 at the end. */
    static int next(long page) {
        return OffHeap.getInt(page + NEXT_AT);
    }

    static void setNext(long page, int number) {
        OffHeap.putInt(page + NEXT_AT, number);
    }

    /** Bytes of the payload that are taken, from its start. */
    static int used(long page) {
        return OffHeap.getInt(page + USED_AT);
    }

    static void setUsed(long page, int bytes) {
        OffHeap.putInt(page + USED_AT, bytes);
    }
}
