package io.tidemark.engine;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.agrona.BufferUtil;

/** CRC-32C over rows one after the other: kind, cause, length and bytes. One thread. */
final class RowChecksum implements AutoCloseable {
    private static final int HEADER_BYTES = 24;
    private static final int INITIAL_BYTES = 4096;

    private final CRC32C crc = new CRC32C();
    private ByteBuffer buffer = allocate(INITIAL_BYTES);

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Adds a row. */
    void add(RowView row, int causeSource, long cause) {
        int bytes = HEADER_BYTES + row.length();
        if (bytes > buffer.capacity()) {
            BufferUtil.free(buffer);
            buffer = allocate(2 * bytes);
        }
        buffer.clear();
        buffer.putInt(row.kind().ordinal()).putInt(causeSource).putLong(cause).putLong(row.length());
        OffHeap.copy(row.address(), BufferUtil.address(buffer) + HEADER_BYTES, row.length());
        buffer.position(0).limit(bytes);
        crc.update(buffer);
    }

    /** The checksum of the rows since the last {@link #reset}. */
    int value() {
        return (int) crc.getValue();
    }

    /** Starts anew. */
    void reset() {
        crc.reset();
    }

    @Override
    public void close() {
        BufferUtil.free(buffer);
    }
}
