package io.tidemark.checkpoint;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.state.MetaWriter;
import io.tidemark.state.SnapshotStage;
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.ControlledMessageHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes snapshots as checkpoints while the engine goes on. The engine puts the parts of a snapshot on the {@link #stage} and never waits; the thread that
 * calls {@link #doWork} writes them to a delta, publishes it, and between snapshots merges deltas into a base and deletes files that are not needed.
 *
 * <p>For each snapshot the engine calls {@link #begin}, puts parts, calls {@link #finish} until it is true, waits for an {@link #outcome}, and calls
 * {@link #acknowledge}. Writing may fail at any moment after {@code begin}. Instead it may call {@link #abandon} at any moment.
 */
public final class CheckpointWriter implements Agent, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointWriter.class);
    private static final int MESSAGES_AT_ONCE = 4096;

    private final SnapshotFiles files;
    private final StagingRing ring;
    private final ControlledMessageHandler handler = this::onMessage;
    private final String roleName;

    // Written by the engine. What END hands over is not written again before the writing thread gave it back.
    private final ExpandableDirectByteBuffer rest = new ExpandableDirectByteBuffer();
    private int restBytes;
    private Commit commit;
    private int attempts;
    private volatile boolean handedOver;
    private volatile int current;
    private volatile int abandoned;

    // Written by the writing thread.
    private int writing;
    private int ended;
    private int failed;
    private boolean closed;
    private volatile long settled;
    private volatile long publishedNumber;
    private volatile long publishedBytes;
    private volatile long publishedAtMs;
    private volatile Throwable failure;

    CheckpointWriter(
            CheckpointFolder folder,
            ManifestFiles manifests,
            Lineage lineage,
            Retention retention,
            int unitBytes,
            long nextNumber,
            WriterSettings settings) {
        this.ring = new StagingRing(settings.ringBytes(), unitBytes);
        this.files = new SnapshotFiles(folder, manifests, lineage, retention, unitBytes, nextNumber, settings);
        this.roleName = "tidemark-checkpoint-" + lineage.query();
        Manifest loaded = lineage.newest();
        if (loaded != null) {
            publishedNumber = loaded.number();
            publishedAtMs = loaded.createdAtMs();
        }
    }

    /** How far a snapshot is. */
    public enum Outcome {
        /** None is under way, or it was abandoned or acknowledged. */
        NONE,
        /** It was begun. */
        WRITING,
        /** It is a checkpoint. */
        PUBLISHED,
        /** It will not be one, see {@link #failure}. */
        FAILED
    }

    /** Takes the parts of the snapshot that was begun. Engine thread. */
    public SnapshotStage stage() {
        return ring;
    }

    /**
     * Begins a snapshot. Engine thread, before its first part.
     *
     * @param full whether it holds everything
     * @throws TidemarkException {@code QUERY_STATE_INVALID} when the one before was neither acknowledged nor abandoned
     */
    public void begin(boolean full) {
        if (current != 0) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "A snapshot was begun while another one is under way.",
                    "Report this as a defect.");
        }
        attempts++;
        ring.begin(attempts, full);
        current = attempts;
    }

    /**
     * Says that all parts are staged. Engine thread.
     *
     * @param newCommit what belongs to the state
     * @param newRest the rest of the state; it is copied
     * @return false when there is no room to say so now: call it again
     */
    public boolean finish(Commit newCommit, MetaWriter newRest) {
        Outcome now = outcome();
        if (now == Outcome.NONE) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "A snapshot was finished and none is under way.",
                    "Report this as a defect.");
        }
        if (now != Outcome.WRITING) {
            return true;
        }
        if (handedOver) {
            return false;
        }
        commit = newCommit;
        restBytes = newRest.length();
        rest.putBytes(0, newRest.buffer(), 0, restBytes);
        handedOver = true;
        if (ring.end()) {
            return true;
        }
        handedOver = false;
        return false;
    }

    /** Gives up the snapshot under way, if there is one: what was staged of it is thrown away. Engine thread. */
    public void abandon() {
        abandoned = attempts;
        current = 0;
    }

    /** What became of the snapshot that was begun last. Any thread. */
    public Outcome outcome() {
        int attempt = current;
        long last = settled;
        if (attempt == 0) {
            return Outcome.NONE;
        }
        if (last >> 1 != attempt) {
            return Outcome.WRITING;
        }
        return (last & 1) == 0 ? Outcome.FAILED : Outcome.PUBLISHED;
    }

    /** The engine has seen how the snapshot ended. Engine thread. */
    public void acknowledge() {
        current = 0;
    }

    /** Number of the newest checkpoint, 0 before the first. Any thread. */
    public long publishedNumber() {
        return publishedNumber;
    }

    /** Bytes of the delta of the last checkpoint that this writer published. Any thread. */
    public long publishedBytes() {
        return publishedBytes;
    }

    /** When the newest checkpoint was made, milliseconds since 1970, 0 before the first. Any thread. */
    public long publishedAtMs() {
        return publishedAtMs;
    }

    /** Why the last snapshot that failed did so, or null when one was published since. Any thread. */
    public Throwable failure() {
        return failure;
    }

    @Override
    public int doWork() {
        int work = ring.poll(handler, MESSAGES_AT_ONCE);
        if (writing != 0 && writing <= abandoned) {
            writing = 0;
            files.discard();
            work++;
        }
        if (ended != 0) {
            end();
            work++;
        }
        if (work == 0 || ring.isCalm()) {
            work += files.idleStep() ? 1 : 0;
        }
        return work;
    }

    @Override
    public String roleName() {
        return roleName;
    }

    @Override
    public void onClose() {
        close();
    }

    /** Closes all files; a snapshot that is not published is lost. The thread that calls {@link #doWork}, or any once that has ended. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            files.close();
        }
    }

    private ControlledMessageHandler.Action onMessage(int type, MutableDirectBuffer buffer, int index, int length) {
        int attempt = buffer.getInt(index);
        if (attempt > abandoned && attempt != failed) {
            write(type, attempt, buffer, index, length);
        }
        if (type == StagingRing.END) {
            if (writing == attempt) {
                ended = attempt;
                return ControlledMessageHandler.Action.BREAK;
            }
            handedOver = false;
        }
        return ControlledMessageHandler.Action.CONTINUE;
    }

    private void write(int type, int attempt, MutableDirectBuffer buffer, int index, int length) {
        try {
            if (writing != attempt) {
                if (writing != 0) {
                    files.discard();
                }
                writing = attempt;
                files.begin(buffer.getInt(index + 4) != 0);
            }
            if (type == StagingRing.PART) {
                int head = StagingRing.HEAD_BYTES;
                files.part(buffer.getInt(index + 8), buffer.getInt(index + 12), buffer, index + head, length - head);
            }
        } catch (Exception | Error e) {
            failed(attempt, e);
        }
    }

    private void end() {
        int attempt = ended;
        ended = 0;
        if (writing == attempt) {
            try {
                Manifest manifest = files.publish(commit, rest, restBytes);
                writing = 0;
                published(attempt, manifest);
            } catch (Exception | Error e) {
                failed(attempt, e);
            }
        }
        handedOver = false;
    }

    private void published(int attempt, Manifest manifest) {
        publishedNumber = manifest.number();
        publishedBytes = manifest.chain().get(manifest.chain().size() - 1).bytes();
        publishedAtMs = manifest.createdAtMs();
        failure = null;
        settled = (long) attempt << 1 | 1;
    }

    private void failed(int attempt, Throwable cause) {
        LOG.warn("A checkpoint of {} was not written.", roleName, cause);
        files.discard();
        writing = 0;
        failed = attempt;
        failure = cause;
        settled = (long) attempt << 1;
    }
}
