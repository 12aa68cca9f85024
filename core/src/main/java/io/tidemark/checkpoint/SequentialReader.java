package io.tidemark.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.agrona.BufferUtil;

/** Reads one file after the other from front to back, and sums up what it read. One thread; its buffer is used again. */
final class SequentialReader implements AutoCloseable {
    private static final int INITIAL_BYTES = 64 << 10;

    private final CheckpointFolder folder;
    private final CRC32C checksum = new CRC32C();
    private final CRC32C partial = new CRC32C();
    private ByteBuffer buffer = allocate(INITIAL_BYTES);
    private String name;
    private Path path;
    private FileChannel channel;
    private long size;
    private long position;

    SequentialReader(CheckpointFolder folder) {
        this.folder = folder;
    }

    /** Opens a file that a manifest names. */
    void open(Manifest.StateFile file) throws IOException {
        open(file.name());
        if (size != file.bytes()) {
            throw damaged(Math.min(size, file.bytes()), "it has " + size + " bytes instead of " + file.bytes());
        }
    }

    void open(String fileName) throws IOException {
        close();
        name = fileName;
        path = folder.path(fileName);
        position = 0;
        checksum.reset();
        channel = folder.open(path);
        size = channel.size();
    }

    /** The next bytes, which are valid until the next call. */
    ByteBuffer read(long bytes) throws IOException {
        ByteBuffer read = readAt(position, bytes);
        checksum.update(read);
        read.position(0);
        position += bytes;
        return read;
    }

    /** Bytes at a place, which leave position and sum as they are. Valid until the next call. */
    ByteBuffer readAt(long at, long bytes) throws IOException {
        if (bytes < 0 || bytes > Integer.MAX_VALUE || at < 0 || bytes > size - at) {
            throw damaged(Math.min(Math.max(at, 0), size), "it has " + size + " bytes and should have more");
        }
        if (bytes > buffer.capacity()) {
            BufferUtil.free(buffer);
            buffer = allocate((int) bytes);
        }
        buffer.clear().limit((int) bytes);
        folder.read(channel, path, buffer, at);
        if (buffer.hasRemaining()) {
            throw damaged(at + buffer.position(), "it became shorter while it was read");
        }
        return buffer.position(0);
    }

    /** Checksum of some bytes of a buffer, whose position and limit stay. */
    int sum(ByteBuffer bytes, int from, int to) {
        int position = bytes.position();
        int limit = bytes.limit();
        partial.reset();
        partial.update(bytes.limit(to).position(from));
        bytes.limit(limit).position(position);
        return (int) partial.getValue();
    }

    /** Tests that the file was read to its end and is the one that a manifest names. */
    void finish(Manifest.StateFile expected) throws IOException {
        if (position != size) {
            throw damaged(position, "it goes on after its end");
        }
        if ((int) checksum.getValue() != expected.checksum()) {
            throw damaged(0, "its checksum is not the one in the manifest");
        }
    }

    DamagedFileException damaged(long at, String what) {
        return new DamagedFileException(name, at, what);
    }

    long size() {
        return size;
    }

    long position() {
        return position;
    }

    @Override
    public void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
