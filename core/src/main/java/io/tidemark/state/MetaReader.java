package io.tidemark.state;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;

/** Reads what a {@link MetaWriter} wrote, in the same order. One thread. */
public final class MetaReader {
    private final DirectBuffer buffer;
    private final int length;
    private int at;

    /** Reads {@code length} bytes from the start of a buffer. */
    public MetaReader(DirectBuffer buffer, int length) {
        this.buffer = buffer;
        this.length = length;
    }

    /** The next 4 bytes. */
    public int getInt() {
        int value = buffer.getInt(advance(Integer.BYTES), ByteOrder.LITTLE_ENDIAN);
        return value;
    }

    /** The next 8 bytes. */
    public long getLong() {
        return buffer.getLong(advance(Long.BYTES), ByteOrder.LITTLE_ENDIAN);
    }

    /** The next text in UTF-8. */
    public String getText() {
        byte[] bytes = new byte[getInt()];
        buffer.getBytes(advance(bytes.length), bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private int advance(int bytes) {
        int before = at;
        if (bytes < 0 || bytes > length - at) {
            throw new TidemarkException(
                    ErrorCode.STATE_CORRUPT,
                    "The rest of a snapshot ends after " + length + " bytes, before what it should hold.",
                    "Restart from the checkpoint before, and report this as a defect.");
        }
        at += bytes;
        return before;
    }
}
