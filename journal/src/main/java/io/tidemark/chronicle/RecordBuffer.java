package io.tidemark.chronicle;

import io.tidemark.memory.OffHeap;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.agrona.BufferUtil;

/**
 * Native memory for one record at a time, and its checksum. A direct buffer because {@link CRC32C} takes no address. Nothing is
 * allocated once it has grown to the longest record. One thread.
 */
final class RecordBuffer implements AutoCloseable {
    private static final int INITIAL_BYTES = 1024;

    private final CRC32C crc = new CRC32C();
    private ByteBuffer buffer;
    private long address;

    RecordBuffer() {
        grow(INITIAL_BYTES);
    }

    /** Address of room for a record of {@code bytes}; what was there before is lost. */
    long claim(int bytes) {
        if (bytes > buffer.capacity()) {
            grow(Math.max(bytes, 2 * buffer.capacity()));
        }
        return address;
    }

    /** Completes the header of the record that was claimed last with its checksum. */
    void seal(int bytes) {
        RecordHeader.putChecksum(address, checksum(bytes));
    }

    /** Whether the checksum in the header of a record is that of its bytes. */
    boolean isIntact(long record, int bytes) {
        OffHeap.copy(record, claim(bytes), bytes);
        RecordHeader.putChecksum(address, 0);
        return checksum(bytes) == RecordHeader.checksum(record);
    }

    @Override
    public void close() {
        BufferUtil.free(buffer);
        address = 0;
    }

    private int checksum(int bytes) {
        crc.reset();
        buffer.limit(bytes).position(0);
        crc.update(buffer);
        return (int) crc.getValue();
    }

    private void grow(int bytes) {
        if (buffer != null) {
            BufferUtil.free(buffer);
        }
        buffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
        address = BufferUtil.address(buffer);
    }
}
