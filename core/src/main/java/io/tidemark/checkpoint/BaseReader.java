package io.tidemark.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads one base and tests everything that it reads. A base is a header, the image of each unit at its place, then the tail: a CRC-32C for each unit, a bit
 * for each unit that is present, the rest, and {@link #TRAILER_BYTES} bytes: number (8), units (4), units present (4), bytes of the rest (4), CRC-32C of the
 * tail up to here (4). The place of an absent unit is a hole. One thread.
 */
final class BaseReader {
    /** Bytes at the end of a base. */
    static final int TRAILER_BYTES = 24;

    /** Header and so images begin at a multiple of it. */
    static final int ALIGNMENT = 4096;

    private static final int CHUNK_BYTES = 1 << 20;

    private final SequentialReader in;
    private final Manifest.StateFile file;
    private final FileHeader header;
    private final ByteBuffer tail;
    private int nextUnit;

    /** Opens a base, whose table is read and tested at once. */
    BaseReader(SequentialReader in, Manifest.StateFile file) throws IOException {
        this.in = in;
        this.file = file;
        in.open(file);
        header = FileHeader.read(in, FileHeader.BASE);
        if (header.unitBytes() <= 0 || header.units() < 0 || imagesEnd() > in.size()) {
            throw in.damaged(in.size(), "it is too short for its units");
        }
        tail = ByteBuffer.allocateDirect(Math.toIntExact(Math.min(in.size() - imagesEnd(), Integer.MAX_VALUE)))
                .order(ByteOrder.LITTLE_ENDIAN);
        tail.put(in.readAt(imagesEnd(), in.size() - imagesEnd())).clear();
        testTail();
    }

    /** How many units are read at once. */
    static int unitsAtOnce(int unitBytes) {
        return Math.max(1, CHUNK_BYTES / unitBytes);
    }

    FileHeader header() {
        return header;
    }

    boolean isPresent(int unit) {
        return (tail.get(header.units() * Integer.BYTES + unit / Byte.SIZE) >> (unit % Byte.SIZE) & 1) != 0;
    }

    int checksum(int unit) {
        return tail.getInt(unit * Integer.BYTES);
    }

    long imageAt(int unit) {
        return header.bytes() + (long) unit * header.unitBytes();
    }

    /** Reads some units; false when there were no more, and the file is then found to be whole. */
    boolean next(PartHandler parts) throws IOException {
        int units = Math.min(header.units() - nextUnit, unitsAtOnce(header.unitBytes()));
        if (units == 0) {
            in.read(tail.capacity());
            in.finish(file);
            return false;
        }
        int unitBytes = header.unitBytes();
        ByteBuffer images = in.read((long) units * unitBytes);
        for (int from = 0; from < units * unitBytes; from += unitBytes, nextUnit++) {
            if (isPresent(nextUnit)) {
                if (in.sum(images, from, from + unitBytes) != checksum(nextUnit)) {
                    throw in.damaged(imageAt(nextUnit), "unit " + nextUnit + " has another checksum");
                }
                parts.part(nextUnit, 0, images.limit(from + unitBytes).position(from));
                images.limit(units * unitBytes);
            }
        }
        return true;
    }

    private long imagesEnd() {
        return imageAt(header.units());
    }

    private void testTail() throws IOException {
        int trailer = tail.capacity() - TRAILER_BYTES;
        int table = header.units() * Integer.BYTES + (header.units() + Byte.SIZE - 1) / Byte.SIZE;
        if (trailer < table) {
            throw in.damaged(in.size(), "its table is cut off");
        }
        if (in.sum(tail, 0, trailer + 20) != tail.getInt(trailer + 20)) {
            throw in.damaged(imagesEnd(), "its table has another checksum");
        }
        if (tail.getLong(trailer) != header.number()
                || tail.getInt(trailer + 8) != header.units()
                || tail.getInt(trailer + 16) != trailer - table) {
            throw in.damaged(in.size() - TRAILER_BYTES, "its counts are not those of its units");
        }
    }
}
