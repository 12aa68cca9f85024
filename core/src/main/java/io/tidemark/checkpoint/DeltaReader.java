package io.tidemark.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.agrona.ExpandableDirectByteBuffer;

/** Reads one delta, a block at a time, and tests everything that it reads. One thread. */
final class DeltaReader {
    private final SequentialReader in;
    private final Manifest.StateFile file;
    private final ExpandableDirectByteBuffer rest;
    private final FileHeader header;
    private int restBytes;
    private long records;
    private long partBytes;
    private long blocks;

    /**
     * Opens a delta.
     *
     * @param in is used until the end of the file
     * @param rest gets the rest of the snapshot
     */
    DeltaReader(SequentialReader in, Manifest.StateFile file, ExpandableDirectByteBuffer rest) throws IOException {
        this.in = in;
        this.file = file;
        this.rest = rest;
        in.open(file);
        header = FileHeader.read(in, FileHeader.DELTA);
    }

    FileHeader header() {
        return header;
    }

    /** Bytes of the rest, once the file was read. */
    int restBytes() {
        return restBytes;
    }

    /** Reads a block; false at the end of the file, which is then found to be whole. */
    boolean next(PartHandler parts) throws IOException {
        long at = in.position();
        int length = in.readAt(at, DeltaBlock.HEAD_BYTES).getInt(8);
        ByteBuffer block = in.read((long) DeltaBlock.HEAD_BYTES + Math.max(length, 0));
        if (in.sum(block, Integer.BYTES, block.limit()) != block.getInt(0)) {
            throw in.damaged(at, "a block of it has another checksum");
        }
        switch (block.getInt(4)) {
            case DeltaBlock.PARTS -> parts(block, at, parts);
            case DeltaBlock.REST -> rest(block);
            case DeltaBlock.TRAILER -> {
                end(block, at);
                return false;
            }
            default -> throw in.damaged(at, "a block of it has no known kind");
        }
        return true;
    }

    private void parts(ByteBuffer block, long at, PartHandler parts) throws IOException {
        int end = block.limit();
        int from = DeltaBlock.HEAD_BYTES;
        for (int left = block.getInt(12); left > 0; left--) {
            if (end - from < DeltaBlock.RECORD_HEAD_BYTES) {
                throw in.damaged(at + from, "a block of it ends too early");
            }
            int unit = block.getInt(from);
            int offset = block.getInt(from + 4);
            int bytes = block.getInt(from + 8);
            from += DeltaBlock.RECORD_HEAD_BYTES;
            if (unit < 0 || offset < 0 || bytes < 0 || bytes > header.unitBytes() - offset || bytes > end - from) {
                throw in.damaged(at + from, "it has a part outside of a unit");
            }
            parts.part(unit, offset, block.limit(from + bytes).position(from));
            block.limit(end);
            from += bytes;
            records++;
            partBytes += bytes;
        }
        blocks++;
    }

    private void rest(ByteBuffer block) {
        int bytes = block.limit() - DeltaBlock.HEAD_BYTES;
        rest.putBytes(restBytes, block, DeltaBlock.HEAD_BYTES, bytes);
        restBytes += bytes;
    }

    private void end(ByteBuffer block, long at) throws IOException {
        int from = DeltaBlock.HEAD_BYTES;
        if (block.limit() != from + DeltaBlock.TRAILER_BYTES
                || block.getLong(from) != records
                || block.getLong(from + 8) != partBytes
                || block.getLong(from + 16) != blocks
                || block.getLong(from + 24) != restBytes) {
            throw in.damaged(at, "its counts are not those of its blocks");
        }
        in.finish(file);
    }
}
