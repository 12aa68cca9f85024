package io.tidemark.operator;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.BytesStore;
import java.util.List;

/**
 * How a value of the old layout becomes one of the new layout. Parts of the new value that no move fills stay zeros: an aggregate before its first row.
 *
 * @param slots the parts
 * @param valueBytes bytes of the new value
 * @param bytes takes along what the value refers to, or null when it refers to nothing
 */
public record ValueMove(List<SlotMove> slots, int valueBytes, BytesMove bytes) {
    /** Copies the list. */
    public ValueMove {
        slots = List.copyOf(slots);
    }

    /** A value that stays as it is and refers to nothing. */
    public static ValueMove asItIs(int valueBytes) {
        return new ValueMove(valueBytes == 0 ? List.of() : List.of(SlotMove.copy(0, 0, valueBytes)), valueBytes, null);
    }

    /** Takes bytes along that a value refers to. */
    @FunctionalInterface
    public interface BytesMove {
        /**
         * Fills a new value.
         *
         * @param from address of a value of the new layout whose references belong to the old store; only read
         * @param fromStore the old store
         * @param to address of the new value, zeros
         * @param toStore the new store
         */
        void move(long from, BytesStore fromStore, long to, BytesStore toStore);
    }

    /** Fills the new value, which holds zeros. */
    public void move(long from, BytesStore fromStore, long to, BytesStore toStore) {
        if (bytes == null) {
            moveSlots(from, to);
            return;
        }
        long scratch = OffHeap.allocate(Math.max(Long.BYTES, valueBytes));
        try {
            moveSlots(from, scratch);
            bytes.move(scratch, fromStore, to, toStore);
        } finally {
            OffHeap.free(scratch);
        }
    }

    private void moveSlots(long from, long to) {
        for (SlotMove slot : slots) {
            long source = from + slot.from();
            long target = to + slot.to();
            switch (slot.conversion()) {
                case COPY -> OffHeap.copy(source, target, slot.bytes());
                case WIDEN -> {
                    long low = OffHeap.getLong(source);
                    OffHeap.putLong(target, low);
                    OffHeap.putLong(target + Long.BYTES, low >> (Long.SIZE - 1));
                }
                case SEEN -> OffHeap.putByte(target, (byte) (OffHeap.getByte(source) | 1));
            }
        }
    }
}
