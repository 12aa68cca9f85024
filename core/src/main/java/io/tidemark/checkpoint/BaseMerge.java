package io.tidemark.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Iterator;
import java.util.List;
import java.util.zip.CRC32C;
import org.agrona.ExpandableDirectByteBuffer;

/**
 * Makes one base of a chain, in steps that each take some milliseconds. The deltas are read once to see which units there are. Then a window moves over the
 * units: their images in the old base, the parts of all deltas over them, and out, so that the new file is written from front to back. Last it is read back.
 * Units of the old base are tested as they are read: damage is never carried on. One thread.
 */
final class BaseMerge {
    private static final int WRITE_BYTES = 4 << 20;
    private static final int FORCE_BYTES = 32 << 20;

    private enum Phase {
        SCAN,
        HEAD,
        FILL,
        APPLY,
        WRITE,
        VERIFY,
        DONE
    }

    private final CheckpointFolder folder;
    private final List<Manifest.StateFile> chain;
    private final List<Manifest.StateFile> deltas;
    private final SequentialReader oldIn;
    private final SequentialReader in;
    private final SequentialWriter out;
    private final UnitTable table = new UnitTable();
    private final ExpandableDirectByteBuffer rest = new ExpandableDirectByteBuffer();
    private final CRC32C checksum = new CRC32C();
    private final long number;
    private final int unitBytes;
    private final String format;
    private final long windowBytes;

    private Iterator<Manifest.StateFile> left;
    private DeltaReader delta;
    private BaseReader old;
    private BaseReader verified;
    private UnitWindow window;
    private Phase phase = Phase.SCAN;
    private int filled;
    private int unit;
    private int unforced;
    private int restBytes;
    private Manifest.StateFile written;
    private Manifest.StateFile result;

    /**
     * Prepares a merge; no file is touched yet.
     *
     * @param number number of the snapshot whose state the chain gives
     */
    BaseMerge(CheckpointFolder folder, List<Manifest.StateFile> chain, long number, int unitBytes, String format) {
        this(folder, chain, number, unitBytes, format, UnitWindow.LEAST_BYTES);
    }

    /** A merge with a window of another least size. */
    BaseMerge(
            CheckpointFolder folder,
            List<Manifest.StateFile> chain,
            long number,
            int unitBytes,
            String format,
            long windowBytes) {
        this.windowBytes = windowBytes;
        this.chain = chain;
        this.number = number;
        this.unitBytes = unitBytes;
        this.format = format;
        this.folder = folder;
        this.oldIn = new SequentialReader(folder);
        this.in = new SequentialReader(folder);
        this.out = new SequentialWriter(folder);
        this.deltas = chain.subList(isOnBase() ? 1 : 0, chain.size());
        this.left = deltas.iterator();
    }

    /** The files that are merged. */
    List<Manifest.StateFile> chain() {
        return chain;
    }

    String name() {
        return FileName.base(number);
    }

    /** The base, or null before it is complete, on disk, and read back. */
    Manifest.StateFile result() {
        return result;
    }

    /** Does a part of the work; false when all is done. */
    boolean step() throws IOException {
        switch (phase) {
            case SCAN -> scan();
            case HEAD -> head();
            case FILL -> fill();
            case APPLY -> apply();
            case WRITE -> write();
            case VERIFY -> verify();
            case DONE -> {
                return false;
            }
        }
        return true;
    }

    /** Closes all files. The new one is removed. */
    void abandon() throws IOException {
        phase = Phase.DONE;
        result = null;
        freeWindow();
        in.close();
        oldIn.close();
        boolean made = out.isOpen() || written != null;
        out.close();
        if (made) {
            folder.delete(folder.path(name()));
        }
    }

    private void scan() throws IOException {
        if (old == null && isOnBase()) {
            old = new BaseReader(oldIn, chain.get(0));
            for (int i = 0; i < old.header().units(); i++) {
                if (old.isPresent(i)) {
                    table.add(i);
                }
            }
        }
        if (!readBlock((target, offset, part) -> table.add(target))) {
            phase = Phase.HEAD;
        }
    }

    private void head() throws IOException {
        out.create(name());
        out.append(FileHeader.of(FileHeader.BASE, number, true, unitBytes, table.units(), format, BaseReader.ALIGNMENT)
                .encode());
        window = new UnitWindow(table.units(), unitBytes, BaseReader.unitsAtOnce(unitBytes), windowBytes);
        nextWindow();
    }

    private void nextWindow() throws IOException {
        if (unit < table.units()) {
            window.moveTo(unit);
            left = deltas.iterator();
            phase = Phase.FILL;
        } else {
            tail();
        }
    }

    private void fill() throws IOException {
        boolean more =
                old != null && filled < Math.min(window.end(), old.header().units());
        if (more) {
            old.next(window::part);
            filled += BaseReader.unitsAtOnce(unitBytes);
        } else {
            phase = Phase.APPLY;
        }
    }

    private void apply() throws IOException {
        if (!readBlock(window::part)) {
            phase = Phase.WRITE;
        }
    }

    private void write() throws IOException {
        int end = Math.min(table.units(), window.end());
        int from = unit;
        int most = Math.min(end, from + Math.max(1, WRITE_BYTES / unitBytes));
        boolean present = table.isPresent(from);
        for (; unit < most && table.isPresent(unit) == present; unit++) {
            checksum.reset();
            checksum.update(window.images(unit, unit + 1));
            table.checksum(unit, (int) checksum.getValue());
        }
        if (present) {
            out.append(window.images(from, unit));
        } else {
            out.skipZeros(window.images(from, unit));
        }
        unforced += (unit - from) * unitBytes;
        if (unforced >= FORCE_BYTES) {
            // Piece by piece, so that the last one does not take seconds.
            out.force();
            unforced = 0;
        }
        if (unit == end) {
            nextWindow();
        }
    }

    private void tail() throws IOException {
        int units = table.units();
        int bytes = units * Integer.BYTES + (units + Byte.SIZE - 1) / Byte.SIZE + restBytes + BaseReader.TRAILER_BYTES;
        ByteBuffer tail = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
        table.encode(tail);
        rest.getBytes(0, tail, tail.position(), restBytes);
        tail.position(tail.position() + restBytes);
        tail.putLong(number).putInt(units).putInt(table.present()).putInt(restBytes);
        tail.putInt(in.sum(tail, 0, tail.position())).position(0);
        out.append(tail);
        out.force();
        written = out.written();
        oldIn.close();
        freeWindow();
        phase = Phase.VERIFY;
    }

    private void verify() throws IOException {
        if (verified == null) {
            verified = new BaseReader(in, written);
        }
        if (!verified.next(PartHandler.NONE)) {
            in.close();
            out.close();
            result = written;
            phase = Phase.DONE;
        }
    }

    /** Reads one block of the deltas; false when there are no more. */
    private boolean readBlock(PartHandler parts) throws IOException {
        if (delta == null) {
            if (!left.hasNext()) {
                return false;
            }
            delta = new DeltaReader(in, left.next(), rest);
        }
        if (!delta.next(parts)) {
            restBytes = delta.restBytes();
            delta = null;
        }
        return true;
    }

    private boolean isOnBase() {
        return FileName.parse(chain.get(0).name()).kind() == FileName.Kind.BASE;
    }

    private void freeWindow() {
        if (window != null) {
            window.free();
            window = null;
        }
    }
}
