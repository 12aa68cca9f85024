package io.tidemark.state;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableDirectByteBuffer;

/** Numbers and texts one after the other, little endian, in native memory that grows and is used again. One thread. */
public final class MetaWriter {
    private static final int INITIAL_BYTES = 4096;

    private final ExpandableDirectByteBuffer buffer = new ExpandableDirectByteBuffer(INITIAL_BYTES);
    private int length;

    /** Forgets what was written. */
    public MetaWriter clear() {
        length = 0;
        return this;
    }

    /** Adds 4 bytes. */
    public void putInt(int value) {
        buffer.putInt(length, value, ByteOrder.LITTLE_ENDIAN);
        length += Integer.BYTES;
    }

    /** Adds 8 bytes. */
    public void putLong(long value) {
        buffer.putLong(length, value, ByteOrder.LITTLE_ENDIAN);
        length += Long.BYTES;
    }

    /** Adds a length and so many bytes, such as a text in UTF-8 that was encoded once. */
    public void putBytes(byte[] bytes) {
        putInt(bytes.length);
        buffer.putBytes(length, bytes);
        length += bytes.length;
    }

    /** Bytes that were written. */
    public int length() {
        return length;
    }

    /** What was written, up to {@link #length}; valid until the next write. */
    public DirectBuffer buffer() {
        return buffer;
    }
}
