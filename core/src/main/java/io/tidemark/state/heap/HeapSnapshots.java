package io.tidemark.state.heap;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.MetaReader;
import io.tidemark.state.MetaWriter;
import io.tidemark.state.SnapshotStage;
import io.tidemark.state.StateSnapshots;
import java.util.Arrays;

/** Snapshots of everything: the start copies all state, and units are pieces of that copy. */
final class HeapSnapshots implements StateSnapshots {
    private static final int UNIT_BYTES = 16_384;

    private final HeapBackend backend;
    private boolean tracking;
    /** Copy of the snapshot under way; null when there is none. */
    private byte[] image;

    private SnapshotStage stage;
    private int nextUnit;
    private boolean overflowed;
    /** What was loaded so far. */
    private byte[] loaded = new byte[0];

    HeapSnapshots(HeapBackend backend) {
        this.backend = backend;
    }

    @Override
    public int unitBytes() {
        return UNIT_BYTES;
    }

    @Override
    public String format() {
        return "tidemark heap image 1";
    }

    @Override
    public void track() {
        require(!tracking, "Tracking was begun twice.");
        tracking = true;
    }

    @Override
    public boolean nextIsFull() {
        return true;
    }

    @Override
    public boolean ready() {
        return tracking && image == null;
    }

    @Override
    public void start(SnapshotStage target, MetaWriter rest) {
        require(ready(), "A snapshot was begun without tracking, or while another one is under way.");
        image = HeapImageBytes.write(backend.copy());
        stage = target;
        nextUnit = 0;
        overflowed = false;
        rest.putInt(image.length);
    }

    private int units() {
        return (image.length + UNIT_BYTES - 1) / UNIT_BYTES;
    }

    @Override
    public int sweep(int budget) {
        int done = 0;
        while (image != null && !overflowed && done < budget && nextUnit < units() && stage.hasRoom()) {
            overflowed = !put(nextUnit);
            nextUnit++;
            done++;
        }
        return done;
    }

    private boolean put(int unit) {
        int from = unit * UNIT_BYTES;
        int bytes = Math.min(UNIT_BYTES, image.length - from);
        int padded = bytes + Long.BYTES - 1 & -Long.BYTES;
        long copy = OffHeap.allocate(padded);
        try {
            OffHeap.copyIn(image, from, copy, bytes);
            return stage.put(unit, 0, copy, padded);
        } finally {
            OffHeap.free(copy);
        }
    }

    @Override
    public boolean complete() {
        return image != null && !overflowed && nextUnit == units();
    }

    @Override
    public boolean overflowed() {
        return image != null && overflowed;
    }

    @Override
    public void published() {
        require(complete(), "A snapshot was published that is not complete.");
        image = null;
    }

    @Override
    public void abandon() {
        require(image != null, "A snapshot was abandoned, and none is under way.");
        image = null;
    }

    @Override
    public void load(int unit, int offset, long address, int bytes) {
        if (unit < 0 || offset < 0 || bytes < 0 || offset > UNIT_BYTES - bytes) {
            throw HeapImageBytes.corrupt(
                    "A snapshot has " + bytes + " bytes at " + offset + " of unit " + unit + ".", null);
        }
        int from = Math.addExact(Math.multiplyExact(unit, UNIT_BYTES), offset);
        if (from + bytes > loaded.length) {
            loaded = Arrays.copyOf(loaded, Math.max(from + bytes, 2 * loaded.length));
        }
        OffHeap.copyOut(address, loaded, from, bytes);
    }

    @Override
    public void loaded(MetaReader rest) {
        int length = rest.getInt();
        if (length < 0 || length > loaded.length) {
            throw HeapImageBytes.corrupt(
                    "A snapshot should hold " + length + " bytes and has " + loaded.length + ".", null);
        }
        backend.restore(HeapImageBytes.read(Arrays.copyOf(loaded, length)));
        loaded = new byte[0];
    }

    /** Everything was put back to an image: the snapshot under way is no more. */
    void reset() {
        image = null;
    }

    private static void require(boolean allowed, String reason) {
        if (!allowed) {
            throw HeapImageBytes.corrupt(reason, null);
        }
    }
}
