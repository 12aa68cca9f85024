package io.tidemark.checkpoint;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.state.SnapshotStage;
import java.nio.ByteBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.ControlledMessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * The way of a snapshot from the engine to the thread that writes it. Each message says to which attempt it belongs, so that an attempt can be given up
 * without a message. {@link #poll} belongs to the writing thread, all else to the engine.
 */
final class StagingRing implements SnapshotStage {
    /** A part: attempt, whether it is full, unit and offset of 4 bytes each, then the bytes. */
    static final int PART = 1;
    /** The end of a snapshot: attempt, whether it is full. */
    static final int END = 2;

    static final int HEAD_BYTES = 16;

    private final OneToOneRingBuffer ring;
    private final AtomicBuffer memory;
    private final UnsafeBuffer source = new UnsafeBuffer(0, 0);
    private final int fullAt;
    private int attempt;
    private int full;

    /** A ring of a power of two bytes. */
    StagingRing(int bytes, int unitBytes) {
        if (Integer.bitCount(bytes) != 1 || bytes / 16 < unitBytes) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "A staging ring of " + bytes + " bytes cannot take units of " + unitBytes + " bytes.",
                    "Give it a power of two that is at least 16 times the bytes of a unit.");
        }
        ring = new OneToOneRingBuffer(
                new UnsafeBuffer(ByteBuffer.allocateDirect(bytes + RingBufferDescriptor.TRAILER_LENGTH)));
        memory = ring.buffer();
        fullAt = bytes / 4 * 3;
    }

    void begin(int newAttempt, boolean isFull) {
        attempt = newAttempt;
        full = isFull ? 1 : 0;
    }

    @Override
    public boolean put(int unit, int offset, long address, int bytes) {
        int index = ring.tryClaim(PART, HEAD_BYTES + bytes);
        if (index == RingBuffer.INSUFFICIENT_CAPACITY) {
            return false;
        }
        memory.putInt(index, attempt);
        memory.putInt(index + 4, full);
        memory.putInt(index + 8, unit);
        memory.putInt(index + 12, offset);
        source.wrap(address, bytes);
        memory.putBytes(index + HEAD_BYTES, source, 0, bytes);
        ring.commit(index);
        return true;
    }

    @Override
    public boolean hasRoom() {
        return ring.size() < fullAt;
    }

    /** Ends the snapshot; false when there is no room to say so. */
    boolean end() {
        int index = ring.tryClaim(END, HEAD_BYTES);
        if (index == RingBuffer.INSUFFICIENT_CAPACITY) {
            return false;
        }
        memory.putInt(index, attempt);
        memory.putInt(index + 4, full);
        ring.commit(index);
        return true;
    }

    /** Hands over up to {@code limit} messages and gives their room back. */
    int poll(ControlledMessageHandler handler, int limit) {
        return ring.controlledRead(handler, limit);
    }

    /** Whether so little waits that other work may be done. */
    boolean isCalm() {
        return ring.size() < fullAt / 3;
    }
}
