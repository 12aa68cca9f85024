package io.tidemark.expr.eval;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.BytesView;
import java.lang.ref.Cleaner;

/**
 * Native bytes that a node writes its text into. Grows to the longest text; the memory is freed when the buffer is no longer
 * reachable. One thread.
 */
public final class TextBuffer {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final int INITIAL_BYTES = 64;

    private final Memory memory = new Memory();
    private int length;

    /** A small buffer. */
    public TextBuffer() {
        CLEANER.register(this, memory);
    }

    /** Forgets the text. */
    public void clear() {
        length = 0;
    }

    /** Number of bytes. */
    public int length() {
        return length;
    }

    /** Makes room for {@code bytes} more and returns the address where they go; the next call may move it. */
    public long reserve(int bytes) {
        if ((long) length + bytes > memory.capacity) {
            memory.grow(length, Math.addExact(length, bytes));
        }
        return memory.address + length;
    }

    /** Says that {@code bytes} were written where {@link #reserve} pointed. */
    public void advance(int bytes) {
        length += bytes;
    }

    /** Adds one byte. */
    public void append(byte value) {
        OffHeap.putByte(reserve(1), value);
        length++;
    }

    /** Adds bytes of a view. */
    public void append(BytesView view) {
        OffHeap.copy(view.address(), reserve(view.length()), view.length());
        length += view.length();
    }

    /** Adds a heap array. */
    public void append(byte[] bytes) {
        OffHeap.copyIn(bytes, 0, reserve(bytes.length), bytes.length);
        length += bytes.length;
    }

    /** Points the view at the text and returns it. */
    public BytesView view(BytesView view) {
        return view.wrap(memory.address, length);
    }

    /** What is freed; must not refer to the buffer. */
    private static final class Memory implements Runnable {
        private long address = OffHeap.allocate(INITIAL_BYTES);
        private int capacity = INITIAL_BYTES;

        void grow(int used, int needed) {
            int newCapacity = Math.max(needed, (int) Math.min(2L * capacity, Integer.MAX_VALUE));
            long grown = OffHeap.reserve(newCapacity);
            OffHeap.copy(address, grown, used);
            OffHeap.free(address);
            address = grown;
            capacity = newCapacity;
        }

        @Override
        public void run() {
            OffHeap.free(address);
        }
    }
}
