package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;

/**
 * Layout of a page of slots of one size. In the header, beside what every page has: {@code used} is what was ever given out, from the
 * start of the payload, {@code next} the next page of the owner, and
 *
 * <pre>
 *   32 short bytes of a slot
 *   34 short size class
 *   36 int slots that are taken
 *   40 int PageRef of the first free slot among those that were given out, 0 if none
 *   44 int next page with room of this size      48 int the one before
 *   20 int the page of the owner before this one
 * </pre>
 *
 * A slot is
 *
 * <pre>
 *    0 int  bytes of the body with {@link #LIVE}, 0 when free
 *    4 int  generation: one more each time the slot is given out
 *    8 body; when free, an int that is the PageRef of the next free slot
 * </pre>
 */
final class SlotPage {
    /** Bytes before the body of a slot. */
    static final int SLOT_HEADER = 8;
    /** Set in the size of a slot that is taken. */
    static final int LIVE = 1 << 31;

    private static final int SLOT_BYTES_AT = Page.PANE_ID_AT;
    private static final int SIZE_CLASS_AT = Page.PANE_ID_AT + 2;
    private static final int LIVE_COUNT_AT = Page.PANE_ID_AT + 4;
    private static final int FREE_AT = Page.PANE_ID_AT + 8;
    private static final int ROOM_NEXT_AT = Page.PANE_ID_AT + 12;
    private static final int ROOM_PREVIOUS_AT = Page.PANE_ID_AT + 16;
    private static final int PREVIOUS_AT = Page.HEADER + 20;
    private static final int GENERATION_SHIFT = 16;

    private SlotPage() {}

    /** Gives the page to an owner; it is empty. */
    static void own(long page, int kind, int table, int sizeClass) {
        Page.own(page, kind, table, 0, 0, 0);
        OffHeap.putShort(page + SLOT_BYTES_AT, (short) SizeClass.slotBytes(sizeClass));
        OffHeap.putShort(page + SIZE_CLASS_AT, (short) sizeClass);
        OffHeap.putInt(page + ROOM_PREVIOUS_AT, 0);
    }

    static int slotBytes(long page) {
        return OffHeap.getShort(page + SLOT_BYTES_AT);
    }

    static int sizeClass(long page) {
        return OffHeap.getShort(page + SIZE_CLASS_AT);
    }

    static int liveCount(long page) {
        return OffHeap.getInt(page + LIVE_COUNT_AT);
    }

    static void setLiveCount(long page, int count) {
        OffHeap.putInt(page + LIVE_COUNT_AT, count);
    }

    static int free(long page) {
        return OffHeap.getInt(page + FREE_AT);
    }

    static void setFree(long page, int ref) {
        OffHeap.putInt(page + FREE_AT, ref);
    }

    static boolean hasRoom(long page) {
        return free(page) != 0 || Page.used(page) + slotBytes(page) <= Page.PAYLOAD_BYTES;
    }

    static int roomNext(long page) {
        return OffHeap.getInt(page + ROOM_NEXT_AT);
    }

    static void setRoomNext(long page, int number) {
        OffHeap.putInt(page + ROOM_NEXT_AT, number);
    }

    static int roomPrevious(long page) {
        return OffHeap.getInt(page + ROOM_PREVIOUS_AT);
    }

    static void setRoomPrevious(long page, int number) {
        OffHeap.putInt(page + ROOM_PREVIOUS_AT, number);
    }

    static int previous(long page) {
        return OffHeap.getInt(page + PREVIOUS_AT);
    }

    static void setPrevious(long page, int number) {
        OffHeap.putInt(page + PREVIOUS_AT, number);
    }

    /** Generation of a slot that is given out for the first time since the page was taken: not one of those before. */
    static int firstGeneration(long page) {
        return Page.generation(page) << GENERATION_SHIFT;
    }

    /** Bytes of the body at an address. */
    static int bodyBytes(long body) {
        return OffHeap.getInt(body - SLOT_HEADER) & ~LIVE;
    }

    static boolean isLive(long body) {
        return OffHeap.getInt(body - SLOT_HEADER) < 0;
    }

    static int generation(long body) {
        return OffHeap.getInt(body - SLOT_HEADER + Integer.BYTES);
    }

    /** Reference of a body that lies at a {@link PageRef}. */
    static long reference(int generation, int ref) {
        return (long) generation << 32 | Integer.toUnsignedLong(ref);
    }
}
