package io.tidemark.chronicle;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.MappedBytes;

/**
 * Where one appender or reader is in the file that it has mapped, for {@link PageTouch}. The thread that appends or reads notes each new file, which costs a
 * compare per record; everybody else may look.
 */
final class MappedSpot {
    private final SpaceFloor floor;
    private final DocumentWalk walk;
    private int notedCycle = -1;
    private volatile MappedBytes bytes;
    private volatile boolean closed;

    private MappedSpot(SpaceFloor floor, DocumentWalk walk) {
        this.floor = floor;
        this.walk = walk;
    }

    /** For an appender; pages are touched only while the disk has room above a floor. */
    static MappedSpot appending(SpaceFloor floor) {
        return new MappedSpot(floor, null);
    }

    /** For a reader, which may be ahead of its mapped file by a walk. */
    static MappedSpot reading(DocumentWalk walk) {
        return new MappedSpot(null, walk);
    }

    /** Whether the file of this roll cycle was not noted yet. */
    boolean entered(int cycle) {
        return cycle != notedCycle;
    }

    /** Notes the file of a roll cycle. */
    void note(int cycle, Bytes<?> file) {
        notedCycle = cycle;
        if (file instanceof MappedBytes mapped) {
            bytes = mapped;
        }
    }

    /** The file, or null before the first record. Any thread. */
    MappedBytes bytes() {
        return bytes;
    }

    boolean appends() {
        return floor != null;
    }

    /**
     * Where the next record is read or written, roughly: it is changed by another thread, and while the library writes its index it is a place in that. Any
     * thread.
     */
    long position(MappedBytes file) {
        return appends() ? file.writePosition() : Math.max(file.readPosition(), walk.position());
    }

    /** Whether the disk has room for so many bytes more. Called by the thread that touches pages. */
    boolean hasRoom(long moreBytes) {
        return floor == null || floor.isFree(moreBytes);
    }

    /** Nothing is mapped by this appender or reader any more. */
    void close() {
        closed = true;
        bytes = null;
    }

    boolean closed() {
        return closed;
    }
}
