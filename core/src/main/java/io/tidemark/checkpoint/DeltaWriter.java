package io.tidemark.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;

/** Writes one delta after the other. Its buffers are used again. One thread. */
final class DeltaWriter {
    private final SequentialWriter out;
    private final int unitBytes;
    private final String format;
    private final ByteBuffer block;
    private final CRC32C checksum = new CRC32C();
    private int records;
    private int recordAt;
    private int lastUnit;
    private int lastEnd;
    private long allRecords;
    private long partBytes;
    private long blocks;

    DeltaWriter(CheckpointFolder folder, int unitBytes, String format) {
        this.out = new SequentialWriter(folder);
        this.unitBytes = unitBytes;
        this.format = format;
        int most = DeltaBlock.HEAD_BYTES + DeltaBlock.RECORD_HEAD_BYTES + unitBytes;
        this.block = ByteBuffer.allocateDirect(Math.max(DeltaBlock.PREFERRED_BYTES, most))
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    void begin(long number, boolean full) throws IOException {
        allRecords = 0;
        partBytes = 0;
        blocks = 0;
        clearBlock();
        out.create(FileName.delta(number));
        out.append(FileHeader.of(FileHeader.DELTA, number, full, unitBytes, 0, format, Long.BYTES)
                .encode());
    }

    /** Adds a part, or makes the last one longer when this one begins where it ends. */
    void part(int unit, int offset, DirectBuffer source, int index, int bytes) throws IOException {
        boolean joined = records > 0 && unit == lastUnit && offset == lastEnd;
        int needed = joined ? bytes : bytes + DeltaBlock.RECORD_HEAD_BYTES;
        if (needed > block.remaining()) {
            flush();
            joined = false;
        }
        if (joined) {
            block.putInt(recordAt + 8, block.getInt(recordAt + 8) + bytes);
        } else {
            recordAt = block.position();
            block.putInt(unit).putInt(offset).putInt(bytes);
            records++;
        }
        source.getBytes(index, block, block.position(), bytes);
        block.position(block.position() + bytes);
        lastUnit = unit;
        lastEnd = offset + bytes;
        partBytes += bytes;
    }

    /** Writes what is left, the rest and the end. */
    Manifest.StateFile finish(DirectBuffer rest, int restBytes) throws IOException {
        flush();
        for (int at = 0; at < restBytes || at == 0; at += block.capacity() - DeltaBlock.HEAD_BYTES) {
            int bytes = Math.min(restBytes - at, block.capacity() - DeltaBlock.HEAD_BYTES);
            rest.getBytes(at, block, block.position(), bytes);
            block.position(block.position() + bytes);
            writeBlock(DeltaBlock.REST);
        }
        block.putLong(allRecords).putLong(partBytes).putLong(blocks).putLong(restBytes);
        writeBlock(DeltaBlock.TRAILER);
        return out.written();
    }

    void force() throws IOException {
        out.force();
    }

    boolean isOpen() {
        return out.isOpen();
    }

    String name() {
        return out.name();
    }

    void close() throws IOException {
        out.close();
    }

    void discard() throws IOException {
        out.discard();
    }

    private void flush() throws IOException {
        if (records > 0) {
            allRecords += records;
            blocks++;
            writeBlock(DeltaBlock.PARTS);
        }
    }

    private void writeBlock(int kind) throws IOException {
        int end = block.position();
        block.putInt(4, kind).putInt(8, end - DeltaBlock.HEAD_BYTES).putInt(12, records);
        checksum.reset();
        checksum.update(block.limit(end).position(Integer.BYTES));
        block.putInt(0, (int) checksum.getValue()).position(0);
        out.append(block);
        clearBlock();
    }

    private void clearBlock() {
        records = 0;
        block.clear().position(DeltaBlock.HEAD_BYTES);
    }
}
