package io.tidemark.testkit;

import io.tidemark.checkpoint.Commit;
import io.tidemark.memory.OffHeap;
import io.tidemark.state.MetaReader;
import io.tidemark.state.MetaWriter;
import io.tidemark.state.SnapshotStage;
import io.tidemark.state.StateSnapshots;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** Plays the thread that writes checkpoints: keeps in memory what was handed over since the first snapshot, and loads it into another run. */
final class ContractSnapshot implements SnapshotStage {
    private record Part(int unit, int offset, byte[] bytes) {}

    private final MetaWriter rest = new MetaWriter();
    private List<Part> publishedParts = List.of();
    private byte[] publishedRest;
    private Commit published;
    private List<Part> parts = List.of();
    private byte[] startedRest;
    private Commit started;
    private boolean full;
    private long room;
    private int count;

    /** Lets the snapshots to come have so many parts; the one that needs more overflows. */
    void roomFor(long newRoom) {
        room = newRoom;
    }

    @Override
    public boolean put(int unit, int offset, long address, int bytes) {
        if (parts.size() >= room) {
            return false;
        }
        byte[] copy = new byte[bytes];
        OffHeap.copyOut(address, copy, 0, bytes);
        parts.add(new Part(unit, offset, copy));
        return true;
    }

    @Override
    public boolean hasRoom() {
        return parts.size() < room / 2;
    }

    /** Begins a snapshot that belongs to a commit. */
    void start(StateSnapshots snapshots, Commit commit) {
        full = snapshots.nextIsFull();
        parts = new ArrayList<>();
        snapshots.start(this, rest.clear());
        startedRest = new byte[rest.length()];
        rest.buffer().getBytes(0, startedRest);
        started = commit;
    }

    /** Whether a snapshot was begun and not ended. */
    boolean underWay() {
        return started != null;
    }

    /** The snapshot under way is whole: it counts from now on. */
    void publish(StateSnapshots snapshots) {
        List<Part> chain = full ? new ArrayList<>() : new ArrayList<>(publishedParts);
        count++;
        chain.addAll(parts);
        publishedParts = chain;
        publishedRest = startedRest;
        published = started;
        started = null;
        snapshots.published();
    }

    /** The snapshot under way never counts. */
    void abandon(StateSnapshots snapshots) {
        started = null;
        snapshots.abandon();
    }

    /** The run that is snapped is gone, with the snapshot under way. */
    void crash() {
        started = null;
    }

    /** What belongs to the snapshot that counts, or null. */
    Commit published() {
        return published;
    }

    /** Snapshots that were published. */
    int count() {
        return count;
    }

    /** Loads the snapshot that counts into an empty backend. */
    void load(StateSnapshots snapshots) {
        long buffer = OffHeap.allocate(snapshots.unitBytes());
        try {
            for (Part part : publishedParts) {
                OffHeap.copyIn(part.bytes(), 0, buffer, part.bytes().length);
                snapshots.load(part.unit(), part.offset(), buffer, part.bytes().length);
            }
        } finally {
            OffHeap.free(buffer);
        }
        snapshots.loaded(new MetaReader(new UnsafeBuffer(publishedRest), publishedRest.length));
    }
}
