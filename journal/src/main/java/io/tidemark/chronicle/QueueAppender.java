package io.tidemark.chronicle;

import io.tidemark.checkpoint.DirectoryLock;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.RowCheck;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.util.concurrent.atomic.AtomicInteger;
import net.openhft.chronicle.bytes.PointerBytesStore;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends records to one of our own journals, behind the lock of its one writer.
 *
 * <p>One thread appends. {@link #close} may come from another: it waits for an append that has begun, and later ones are refused. That
 * costs one compare-and-set per append; {@link #appendAlone} does without.
 */
final class QueueAppender implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(QueueAppender.class);
    private static final int IDLE = 0;
    private static final int APPENDING = 1;
    private static final int CLOSED = 2;

    private final String name;
    private final Schema schema;
    private final RowCheck check;
    private final DirectoryLock lock;
    private final SingleChronicleQueue queue;
    private final RollClock clock;
    private final ExcerptAppender appender;
    private final RecordBuffer record = new RecordBuffer();
    private final PointerBytesStore pointer = new PointerBytesStore();
    private final SpaceFloor space;
    private final ChronicleJournal journal;
    private final MappedSpot spot;
    private final int mostBytes;
    private final String repaired;
    private long lastSequence;
    private long lastPosition;
    private boolean failed;
    private final AtomicInteger state = new AtomicInteger(IDLE);

    private QueueAppender(
            ChronicleJournal journal,
            DirectoryLock lock,
            SingleChronicleQueue queue,
            RollClock clock,
            JournalTail.Last last,
            String repaired) {
        this.journal = journal;
        this.space = journal.spaceFloor();
        this.name = journal.name();
        this.schema = journal.schema();
        this.check = new RowCheck(name, schema);
        this.lock = lock;
        this.queue = queue;
        this.clock = clock;
        this.lastSequence = last.sequence();
        this.lastPosition = last.position();
        this.repaired = repaired;
        this.appender = queue.createAppender();
        appender.singleThreadedCheckDisabled(true);
        this.spot = MappedSpot.appending(journal.spaceFloor());
        journal.gate().spots().add(spot);
        pointer.singleThreadedCheckDisabled(true);
        this.mostBytes = (int) Math.min(RowWriter.MAX_ROW_BYTES, queue.overlapSize() - 2 * RecordHeader.BYTES);
    }

    /** Takes the lock, mends the tail where the machine may have stopped, and opens the queue. */
    static QueueAppender open(ChronicleJournal journal) {
        DirectoryLock lock = DirectoryLock.acquire(journal.directory(), JournalDirectory.WRITER_LOCK);
        SingleChronicleQueue queue = null;
        boolean opened = false;
        try {
            journal.spaceFloor().requireNow();
            String repaired = TailRepair.run(journal, lock.machineMayHaveStopped(), journal.afterRepairStep());
            RollClock clock = journal.rollClock();
            queue = openQueue(journal, clock);
            JournalTail.Last last = JournalTail.find(journal);
            if (!isEnd(journal, queue, last)) {
                queue.close();
                repaired = (repaired + " " + TailRepair.run(journal, true, journal.afterRepairStep())).strip();
                queue = openQueue(journal, clock);
                last = JournalTail.find(journal);
            }
            QueueAppender appender = new QueueAppender(journal, lock, queue, clock, last, repaired);
            lock.markTailChecked();
            if (!repaired.isEmpty()) {
                LOG.warn(repaired);
            }
            opened = true;
            return appender;
        } finally {
            if (!opened) {
                if (queue != null) {
                    queue.close();
                }
                lock.close();
            }
        }
    }

    /** Opened to append before anything is read: that makes the table of the queue agree with the files that are there. */
    private static SingleChronicleQueue openQueue(ChronicleJournal journal, RollClock clock) {
        QueueHead.requireTable(journal.directory());
        StaleLock.release(journal.directory());
        return journal.openToAppend(clock);
    }

    /** Whether the record that was found from the end is the last one in the bytes of the file, and for the queue. */
    private static boolean isEnd(ChronicleJournal journal, SingleChronicleQueue queue, JournalTail.Last last) {
        TailLook look = TailLook.of(journal.directory(), journal.schema());
        return look.sound() && look.lastSequence() == last.sequence() && queue.lastIndex() == last.position();
    }

    Schema schema() {
        return schema;
    }

    String name() {
        return name;
    }

    long lastSequence() {
        return lastSequence;
    }

    /** Position of the last record, or -1. */
    long lastPosition() {
        return lastPosition;
    }

    /** What was mended when the appender was opened, as a sentence, or empty. */
    String repaired() {
        return repaired;
    }

    /**
     * Returns while the appender is open.
     *
     * @throws TidemarkException {@code QUERY_STATE_INVALID}
     */
    void requireOpen() {
        if (state.get() == CLOSED) {
            throw notOpen();
        }
    }

    /**
     * Appends a record with the next sequence and returns its position.
     *
     * @throws TidemarkException {@code DISK_SPACE_LOW} before anything is written; the appender can be used again
     */
    long append(RowView row, long ingestTimeNs, long cause, int causeSource) {
        if (!state.compareAndSet(IDLE, APPENDING)) {
            throw notOpen();
        }
        try {
            return write(row, ingestTimeNs, cause, causeSource);
        } finally {
            state.setRelease(IDLE);
        }
    }

    /** The same on the one thread that also closes the appender, as a query does. */
    long appendAlone(RowView row, long ingestTimeNs, long cause, int causeSource) {
        if (state.getPlain() != IDLE) {
            throw notOpen();
        }
        return write(row, ingestTimeNs, cause, causeSource);
    }

    /** Takes the time that decides in which file the records up to the next call go. A duty cycle calls it once. */
    void tick() {
        clock.tick();
    }

    /** Whether the disk has room for what a duty cycle appends. */
    boolean hasRoom() {
        return space.hasRoom();
    }

    /** Ends the appender. The clean mark says that all is on disk, so all is forced before. */
    @Override
    public void close() {
        while (!state.compareAndSet(IDLE, CLOSED)) {
            if (state.get() == CLOSED) {
                return;
            }
            Thread.onSpinWait();
        }
        spot.close();
        journal.gate().spots().remove(spot);
        appender.close();
        queue.close();
        record.close();
        try {
            if (failed) {
                lock.markSuspect();
            } else {
                journal.force();
                lock.markClean();
            }
        } finally {
            lock.close();
        }
    }

    private long write(RowView row, long ingestTimeNs, long cause, int causeSource) {
        check.check(row);
        int payload = row.length();
        if (payload > mostBytes) {
            throw tooLarge(payload);
        }
        int bytes = RecordHeader.BYTES + payload;
        requireRoom(bytes);
        long at = record.claim(bytes);
        RecordHeader.put(at, row.kind().ordinal(), payload, lastSequence + 1, ingestTimeNs, cause, causeSource);
        OffHeap.copy(row.address(), at + RecordHeader.BYTES, payload);
        record.seal(bytes);
        pointer.set(at, bytes);
        try {
            appender.writeBytes(pointer);
        } catch (RuntimeException | InternalError e) {
            failed = true;
            throw suspect(appendFailed(e));
        }
        lastSequence++;
        lastPosition = appender.lastIndexAppended();
        if (spot.entered(clock.reached(lastPosition))) {
            spot.note(clock.newestCycle(), appender.wire().bytes());
        }
        return lastPosition;
    }

    /** The next appender reads the newest files whole. Where a full disk does not take the note, closing tries again. */
    private TidemarkException suspect(TidemarkException failure) {
        try {
            lock.markSuspect();
        } catch (TidemarkException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    private void requireRoom(int bytes) {
        if (failed) {
            throw new TidemarkException(
                    ErrorCode.IO_FAILED,
                    "An earlier append to journal '" + name + "' failed, and whether its record is there is not known.",
                    "Close the appender and open it again.");
        }
        if (clock.isFull(lastPosition)) {
            throw new TidemarkException(
                    ErrorCode.IO_FAILED,
                    "The newest file of journal '" + name + "' has its " + clock.mostRecords()
                            + " records, as many as its roll cycle allows.",
                    "Append when the next roll cycle begins, or use a journal with a roll cycle that takes more.");
        }
        space.require(bytes);
    }

    private TidemarkException notOpen() {
        return new TidemarkException(
                ErrorCode.QUERY_STATE_INVALID,
                state.get() == CLOSED
                        ? "The appender of journal '" + name + "' is closed, or the journal is."
                        : "Another thread is appending to journal '" + name + "'.",
                "Use an open appender, from one thread.");
    }

    private TidemarkException tooLarge(int payload) {
        return new TidemarkException(
                ErrorCode.ROW_TOO_LARGE,
                "A row of " + payload + " bytes is longer than journal '" + name + "' takes, " + mostBytes + " bytes.",
                "Store large values elsewhere and keep a reference in the row, or use a greater block size.");
    }

    private TidemarkException appendFailed(Throwable cause) {
        return new TidemarkException(
                ErrorCode.IO_FAILED,
                "Appending to journal '" + name + "' failed: " + cause + ".",
                cause instanceof InternalError
                        ? "The disk is full or a file was cut: make room and restart."
                        : "Check the disk and that no other program writes to the journal.",
                cause);
    }
}
