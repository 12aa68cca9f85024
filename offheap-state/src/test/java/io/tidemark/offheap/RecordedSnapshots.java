package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.MetaReader;
import io.tidemark.state.MetaWriter;
import io.tidemark.state.SnapshotStage;
import io.tidemark.state.StateSnapshots;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** Plays the writer of snapshots: keeps what is published as a base and deltas in memory, and loads it elsewhere. */
final class RecordedSnapshots implements SnapshotStage {
    private record Part(int unit, int offset, byte[] bytes) {}

    private List<Part> published = new ArrayList<>();
    private byte[] publishedRest;
    private List<Part> pending = new ArrayList<>();
    private byte[] pendingRest;
    private boolean full;
    private long room = Long.MAX_VALUE;
    private long bytes;
    private final MetaWriter rest = new MetaWriter();

    /** Bytes that the snapshot under way may have, a quarter of them kept for first writes. */
    void limitTo(long roomBytes) {
        room = roomBytes;
    }

    @Override
    public boolean put(int unit, int offset, long address, int length) {
        if (bytes + length > room) {
            return false;
        }
        byte[] copy = new byte[length];
        OffHeap.copyOut(address, copy, 0, length);
        pending.add(new Part(unit, offset, copy));
        bytes += length;
        return true;
    }

    @Override
    public boolean hasRoom() {
        return bytes <= room / 4 * 3;
    }

    void start(StateSnapshots snapshots) {
        full = snapshots.nextIsFull();
        pending = new ArrayList<>();
        bytes = 0;
        room = Long.MAX_VALUE;
        snapshots.start(this, rest.clear());
        pendingRest = new byte[rest.length()];
        rest.buffer().getBytes(0, pendingRest);
    }

    /** Ends the snapshot under way. */
    void publish(StateSnapshots snapshots) {
        List<Part> chain = full ? new ArrayList<>() : new ArrayList<>(published);
        chain.addAll(pending);
        published = chain;
        publishedRest = pendingRest;
        snapshots.published();
    }

    /** Takes a whole snapshot at once. */
    void take(StateSnapshots snapshots) {
        start(snapshots);
        while (!snapshots.complete()) {
            snapshots.sweep(1_000);
        }
        publish(snapshots);
    }

    boolean hasPublished() {
        return publishedRest != null;
    }

    /** Bytes of the parts of the snapshot that was begun last. */
    long lastBytes() {
        return bytes;
    }

    int lastParts() {
        return pending.size();
    }

    /** Loads what was published into an empty backend. */
    void load(StateSnapshots snapshots) {
        loadParts(snapshots);
        loadRest(snapshots);
    }

    void loadParts(StateSnapshots snapshots) {
        long buffer = OffHeap.allocate(snapshots.unitBytes());
        for (Part part : published) {
            OffHeap.copyIn(part.bytes(), 0, buffer, part.bytes().length);
            snapshots.load(part.unit(), part.offset(), buffer, part.bytes().length);
        }
        OffHeap.free(buffer);
    }

    void loadRest(StateSnapshots snapshots) {
        snapshots.loaded(new MetaReader(new UnsafeBuffer(publishedRest), publishedRest.length));
    }

    /** What was published at this moment, for another writer that goes on from here. */
    RecordedSnapshots fork() {
        RecordedSnapshots copy = new RecordedSnapshots();
        copy.published = published;
        copy.publishedRest = publishedRest;
        return copy;
    }
}
