package io.tidemark.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.agrona.ExpandableDirectByteBuffer;

/**
 * Makes one base of a chain, in steps that each take some milliseconds: the units of the old base are copied, the parts of the deltas written over them, and
 * the whole read back and summed up. A unit that no delta touched must have the checksum that the old base gives it. One thread.
 */
final class BaseMerge {
    private static final int COPY_BYTES = 8 << 20;
    private static final int SUM_BYTES = 2 << 20;

    private enum Phase {
        COPY,
        APPLY,
        HEAD,
        SUM,
        DONE
    }

    private final CheckpointFolder folder;
    private final List<Manifest.StateFile> chain;
    private final SequentialReader in;
    private final UnitTable table = new UnitTable();
    private final ExpandableDirectByteBuffer rest = new ExpandableDirectByteBuffer();
    private final FileHeader empty;
    private final Path path;
    private final Iterator<Manifest.StateFile> deltas;

    private FileChannel out;
    private BaseReader old;
    private DeltaReader delta;
    private Phase phase;
    private int unit;
    private int restBytes;
    private Manifest.StateFile result;

    /**
     * Prepares a merge; no file is touched yet.
     *
     * @param number number of the snapshot whose state the chain gives
     */
    BaseMerge(CheckpointFolder folder, List<Manifest.StateFile> chain, long number, int unitBytes, String format) {
        this.folder = folder;
        this.chain = chain;
        this.in = new SequentialReader(folder);
        this.empty = FileHeader.of(FileHeader.BASE, number, true, unitBytes, 0, format, BaseReader.ALIGNMENT);
        this.path = folder.path(FileName.base(number));
        boolean onBase = FileName.parse(chain.get(0).name()).kind() == FileName.Kind.BASE;
        this.deltas = chain.subList(onBase ? 1 : 0, chain.size()).iterator();
        this.phase = onBase ? Phase.COPY : Phase.APPLY;
    }

    /** The files that are merged. */
    List<Manifest.StateFile> chain() {
        return chain;
    }

    String name() {
        return path.getFileName().toString();
    }

    /** The base, or null before it is complete and on disk. */
    Manifest.StateFile result() {
        return result;
    }

    /** Does a part of the work; false when all is done. */
    boolean step() throws IOException {
        if (out == null && phase != Phase.DONE) {
            out = folder.create(path);
        }
        switch (phase) {
            case COPY -> copy();
            case APPLY -> apply();
            case HEAD -> head();
            case SUM -> sum();
            case DONE -> {
                return false;
            }
        }
        return true;
    }

    /** Closes all files. The new one is removed. */
    void abandon() throws IOException {
        in.close();
        if (out != null) {
            out.close();
            out = null;
            folder.delete(path);
        }
        phase = Phase.DONE;
        result = null;
    }

    private void copy() throws IOException {
        if (old == null) {
            old = new BaseReader(in, chain.get(0));
        }
        int units = old.header().units();
        while (unit < units && !old.isPresent(unit)) {
            unit++;
        }
        int first = unit;
        int end = Math.min(units, first + Math.max(1, COPY_BYTES / empty.unitBytes()));
        for (; unit < end && old.isPresent(unit); unit++) {
            table.old(unit, old.checksum(unit));
        }
        if (unit > first) {
            folder.copy(in.channel(), old.imageAt(first), bytes(unit - first), out, path, imageAt(first));
        } else {
            phase = Phase.APPLY;
        }
    }

    private void apply() throws IOException {
        if (delta == null && !deltas.hasNext()) {
            phase = Phase.HEAD;
            return;
        }
        if (delta == null) {
            delta = new DeltaReader(in, deltas.next(), rest);
        }
        if (!delta.next(this::write)) {
            restBytes = delta.restBytes();
            delta = null;
        }
    }

    private void write(int target, int offset, ByteBuffer part) throws IOException {
        table.changed(target);
        folder.write(out, path, part, imageAt(target) + offset);
    }

    private void head() throws IOException {
        FileHeader header = new FileHeader(
                empty.magic(), empty.bytes(), empty.number(), true, empty.unitBytes(), table.units(), empty.format());
        folder.write(out, path, header.encode(), 0);
        if (out.size() < imageAt(table.units())) {
            folder.write(out, path, ByteBuffer.allocate(1), imageAt(table.units()) - 1);
        }
        in.open(name());
        in.read(header.bytes());
        unit = 0;
        phase = Phase.SUM;
    }

    private void sum() throws IOException {
        int units = Math.min(table.units() - unit, Math.max(1, SUM_BYTES / empty.unitBytes()));
        if (units == 0) {
            tail();
            return;
        }
        ByteBuffer images = in.read(bytes(units));
        int unitBytes = empty.unitBytes();
        for (int from = 0; from < images.limit(); from += unitBytes, unit++) {
            if (table.isPresent(unit) && !table.confirm(unit, in.sum(images, from, from + unitBytes))) {
                throw new DamagedFileException(
                        chain.get(0).name(), old.imageAt(unit), "unit " + unit + " has another checksum");
            }
        }
    }

    private void tail() throws IOException {
        int units = table.units();
        int bytes = units * Integer.BYTES + (units + Byte.SIZE - 1) / Byte.SIZE + restBytes + BaseReader.TRAILER_BYTES;
        ByteBuffer tail = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
        table.encode(tail);
        rest.getBytes(0, tail, tail.position(), restBytes);
        tail.position(tail.position() + restBytes);
        tail.putLong(empty.number()).putInt(units).putInt(table.present()).putInt(restBytes);
        tail.putInt(in.sum(tail, 0, tail.position())).position(0);
        in.checksum().update(tail);
        folder.write(out, path, tail.position(0), imageAt(units));
        folder.force(out, path);
        result = new Manifest.StateFile(
                name(), imageAt(units) + bytes, (int) in.checksum().getValue());
        in.close();
        out.close();
        phase = Phase.DONE;
    }

    private long imageAt(int target) {
        return empty.bytes() + bytes(target);
    }

    private long bytes(int units) {
        return (long) units * empty.unitBytes();
    }
}
