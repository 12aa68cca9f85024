package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.BufferUtil;

/**
 * The bytes of one cycle file, read without the library, which trusts what it maps. Behind the end of the file there are zeros. One
 * thread.
 */
final class CycleBytes implements AutoCloseable {
    private static final int WINDOW_BYTES = 1 << 20;

    private final Path file;
    private final FileChannel channel;
    private final long size;
    private ByteBuffer window = allocate(WINDOW_BYTES);
    private long address = BufferUtil.address(window);
    private long start;
    private int held;

    CycleBytes(Path file) {
        this.file = file;
        try {
            this.channel = FileChannel.open(file, StandardOpenOption.READ);
            this.size = channel.size();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Bytes of the file. */
    long size() {
        return size;
    }

    /** The 4 bytes at an offset. */
    int word(long at) {
        return OffHeap.getInt(address(at, Integer.BYTES));
    }

    /** The 8 bytes at an offset. */
    long longAt(long at) {
        return OffHeap.getLong(address(at, Long.BYTES));
    }

    /** Whether all bytes from {@code from} to before {@code to} are zero. */
    boolean isZero(long from, long to) {
        long end = Math.min(to, size);
        long at = from;
        while (at < end) {
            int piece = (int) Math.min(WINDOW_BYTES / 2, end - at);
            long memory = address(at, piece);
            for (int i = 0; i < piece; i++) {
                if (OffHeap.getByte(memory + i) != 0) {
                    return false;
                }
            }
            at += piece;
        }
        return true;
    }

    /** Address of a copy of so many bytes, which stands until the next call. */
    long address(long at, int bytes) {
        if (at < start || at + bytes > start + held) {
            load(at, bytes);
        }
        return address + (at - start);
    }

    @Override
    public void close() {
        BufferUtil.free(window);
        try {
            channel.close();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private void load(long at, int bytes) {
        if (bytes > window.capacity()) {
            BufferUtil.free(window);
            window = allocate(bytes);
            address = BufferUtil.address(window);
        }
        window.clear();
        try {
            while (window.hasRemaining()) {
                if (channel.read(window, at + window.position()) < 0) {
                    OffHeap.zero(address + window.position(), window.remaining());
                    break;
                }
            }
        } catch (IOException e) {
            throw failed(e);
        }
        start = at;
        held = window.capacity();
    }

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    private TidemarkException failed(IOException cause) {
        return new TidemarkException(
                ErrorCode.IO_FAILED,
                "File '" + file + "' cannot be read: " + cause + ".",
                "Check the disk and the permissions.",
                cause);
    }
}
