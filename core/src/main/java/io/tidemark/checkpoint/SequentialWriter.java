package io.tidemark.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** Writes one new file after the other from front to back, and sums up what it wrote. One thread. */
final class SequentialWriter {
    private final CheckpointFolder folder;
    private final CRC32C checksum = new CRC32C();
    private String name;
    private Path path;
    private FileChannel channel;
    private long position;

    SequentialWriter(CheckpointFolder folder) {
        this.folder = folder;
    }

    void create(String newName) throws IOException {
        name = newName;
        path = folder.path(newName);
        position = 0;
        checksum.reset();
        channel = folder.create(path);
    }

    void append(ByteBuffer bytes) throws IOException {
        int start = bytes.position();
        int length = bytes.remaining();
        checksum.update(bytes);
        bytes.position(start);
        folder.write(channel, path, bytes, position);
        position += length;
    }

    /** Leaves a hole as long as what remains in {@code zeros}; something must follow it. */
    void skipZeros(ByteBuffer zeros) {
        position += zeros.remaining();
        checksum.update(zeros);
    }

    /** Name, length and checksum of what was written so far. */
    Manifest.StateFile written() {
        return new Manifest.StateFile(name, position, (int) checksum.getValue());
    }

    void force() throws IOException {
        folder.force(channel, path);
    }

    boolean isOpen() {
        return channel != null;
    }

    String name() {
        return name;
    }

    void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }

    /** Closes and removes the file. */
    void discard() throws IOException {
        if (channel != null) {
            close();
            folder.delete(path);
        }
    }
}
