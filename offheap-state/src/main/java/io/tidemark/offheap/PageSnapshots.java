package io.tidemark.offheap;

import io.tidemark.state.MetaReader;
import io.tidemark.state.MetaWriter;
import io.tidemark.state.SnapshotStage;
import io.tidemark.state.StateSnapshots;

/**
 * Snapshots of pages, granule by granule, while they are written: see {@link WriteBarrier}. Two lists of 4 bytes per dirty granule are all that
 * it takes. A unit is a page and has its number; pages of scalars are none.
 */
final class PageSnapshots implements StateSnapshots {
    private static final String FORMAT = "tidemark pages 1, page " + Integer.toHexString(Page.FORMAT) + " of "
            + Page.PAYLOAD_BYTES + " bytes and a header of " + Page.HEADER_BYTES + ", granule " + Page.GRANULE_BYTES
            + ", rest 1";

    private enum Phase {
        IDLE,
        SWEEPING,
        TAKING_BACK
    }

    private final PageStore store;
    private final WriteBarrier barrier;
    private final SnapshotRest rest;
    private final GranuleStage stage = new GranuleStage();
    private final GranuleSweep sweep;
    private Phase phase = Phase.IDLE;
    private boolean full = true;

    PageSnapshots(PageStore store, SnapshotRest rest) {
        this.store = store;
        this.rest = rest;
        barrier = store.barrier();
        sweep = new GranuleSweep(store);
    }

    @Override
    public int unitBytes() {
        return GranuleStage.UNIT_BYTES;
    }

    @Override
    public String format() {
        return FORMAT;
    }

    @Override
    public void track() {
        require(!barrier.tracking(), "Tracking was begun twice.");
        barrier.track();
    }

    @Override
    public boolean nextIsFull() {
        return full;
    }

    @Override
    public boolean ready() {
        return barrier.tracking() && phase == Phase.IDLE;
    }

    @Override
    public void start(SnapshotStage target, MetaWriter writer) {
        require(ready(), "A snapshot was begun without tracking, or while another one is under way.");
        stage.open(target);
        barrier.startSnapshot(stage);
        sweep.start();
        rest.write(writer);
        phase = Phase.SWEEPING;
    }

    @Override
    public int sweep(int budget) {
        return switch (phase) {
            case IDLE -> 0;
            case SWEEPING -> handOver(budget);
            case TAKING_BACK -> takeBack(budget);
        };
    }

    private int handOver(int budget) {
        int done = 0;
        while (done < budget && !sweep.done() && stage.hasRoom()) {
            sweep.handOver(stage);
            done++;
        }
        return done;
    }

    private int takeBack(int budget) {
        int done = 0;
        while (done < budget && !sweep.done()) {
            sweep.takeBack();
            done++;
        }
        if (sweep.done()) {
            end();
        }
        return done;
    }

    private void end() {
        barrier.closed().clear();
        phase = Phase.IDLE;
    }

    @Override
    public boolean complete() {
        return phase == Phase.SWEEPING && sweep.done() && !stage.overflowed();
    }

    @Override
    public boolean overflowed() {
        return phase == Phase.SWEEPING && stage.overflowed();
    }

    @Override
    public void published() {
        require(complete(), "A snapshot was published that is not complete.");
        barrier.stopStaging();
        end();
        full = false;
    }

    @Override
    public void abandon() {
        require(phase == Phase.SWEEPING, "A snapshot was abandoned, and none is under way.");
        barrier.stopStaging();
        sweep.start();
        phase = Phase.TAKING_BACK;
        if (sweep.done()) {
            end();
        }
    }

    @Override
    public void load(int unit, int offset, long address, int bytes) {
        store.load(unit, offset, address, bytes);
    }

    @Override
    public void loaded(MetaReader reader) {
        rest.read(reader);
        full = false;
    }

    /** Everything was put back to an image: no file holds any of it. */
    void reset() {
        barrier.reset();
        phase = Phase.IDLE;
        full = true;
    }

    private static void require(boolean allowed, String reason) {
        if (!allowed) {
            throw SnapshotRest.corrupt(reason);
        }
    }
}
