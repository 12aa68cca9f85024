package io.tidemark.checkpoint;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** Images of some successive units in native memory. One thread. */
final class UnitWindow {
    /** Least size of a window, unless there are fewer units. */
    static final long LEAST_BYTES = 16 << 20;

    private static final long MOST_BYTES = 256 << 20;
    private static final int PARTS_OF_STATE = 8;

    private final int unitBytes;
    private final ByteBuffer images;
    private final UnsafeBuffer memory;
    private int first;

    /** A window of an eighth of all units, but not less than {@code leastBytes}, and a multiple of {@code step} units. */
    UnitWindow(int units, int unitBytes, int step, long leastBytes) {
        long bytes = Math.max(leastBytes, Math.min((long) units * unitBytes / PARTS_OF_STATE, MOST_BYTES));
        long most = Math.min((units + step - 1L) / step, Math.max(1, bytes / unitBytes / step));
        this.unitBytes = unitBytes;
        this.images = ByteBuffer.allocateDirect(Math.toIntExact(most * step * unitBytes));
        this.memory = new UnsafeBuffer(images);
    }

    int units() {
        return images.capacity() / unitBytes;
    }

    /** Moves to other units, which are empty. */
    void moveTo(int newFirst) {
        first = newFirst;
        memory.setMemory(0, memory.capacity(), (byte) 0);
    }

    int end() {
        return first + units();
    }

    /** Writes a part over what is there, if it lies here. */
    void part(int unit, int offset, ByteBuffer part) {
        if (unit >= first && unit < end()) {
            memory.putBytes((unit - first) * unitBytes + offset, part, part.position(), part.remaining());
        }
    }

    /** The images of some units. */
    ByteBuffer images(int from, int to) {
        return images.clear().limit((to - first) * unitBytes).position((from - first) * unitBytes);
    }

    void free() {
        BufferUtil.free(images);
    }
}
