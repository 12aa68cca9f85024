package io.tidemark.engine;

import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.checkpoint.CheckpointStore;
import io.tidemark.checkpoint.CheckpointThread;
import io.tidemark.checkpoint.CheckpointWriter;
import io.tidemark.checkpoint.Commit;
import io.tidemark.checkpoint.Manifest;
import io.tidemark.journal.Journal;
import io.tidemark.metrics.CheckpointEvent;
import io.tidemark.metrics.CheckpointFigures;
import io.tidemark.state.MetaWriter;
import io.tidemark.state.StateSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the checkpoints of a running query in the pauses between its rows: begins one when it is due, hands over changed state piece by piece, and lets the
 * writer's thread do the rest. Rows never wait for it. Engine thread only, but for {@link #requests}.
 */
final class Checkpointer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Checkpointer.class);
    private static final int SWEEP_WHEN_IDLE = 32;
    private static final int LEAST_SWEEP = 8;
    private static final int ROWS_PER_SWEEP = 16;
    private static final long WAIT_NS = 50_000;

    private final String query;
    private final Pipeline pipeline;
    private final StateSnapshots snapshots;
    private final CheckpointWriter writer;
    private final CheckpointThread thread;
    private final CheckpointSettings settings;
    private final Listener listener;
    private final NanoClock clock;
    private final CheckpointRequests requests = new CheckpointRequests();
    private final MetaWriter rest = new MetaWriter();
    private Phase phase = Phase.IDLE;
    private Commit commit;
    private Commit published;
    private long publishedNumber;
    private long rows;
    private boolean owed;
    private long lastBeginNs;

    /** Told of what becomes of checkpoints. Engine thread. */
    interface Listener {
        /** For checkpoints that nobody is told of. */
        Listener NOBODY = figures -> {};

        /** A checkpoint counts from now on. */
        void published(CheckpointFigures figures);

        /** One was not made. */
        default void failed() {}
    }

    private enum Phase {
        IDLE,
        SWEEPING,
        WRITING
    }

    private Checkpointer(
            String query,
            Pipeline pipeline,
            CheckpointWriter writer,
            CheckpointSettings settings,
            Listener listener,
            NanoClock clock,
            Manifest resumed) {
        this.query = query;
        this.pipeline = pipeline;
        this.snapshots = pipeline.snapshots();
        this.writer = writer;
        this.settings = settings;
        this.listener = listener;
        this.clock = clock;
        published = resumed == null ? null : resumed.commit();
        publishedNumber = resumed == null ? 0 : resumed.number();
        lastBeginNs = clock.nanoTime();
        thread = CheckpointThread.start(writer);
    }

    /**
     * Makes checkpoints from now on.
     *
     * @param fingerprint fingerprint of the plan
     * @param listener told of each checkpoint
     * @param resumed the checkpoint that the query went on from, or null
     */
    static Checkpointer start(
            QuerySpec spec,
            CheckpointStore store,
            String fingerprint,
            Listener listener,
            Pipeline pipeline,
            CheckpointStore.Loadable resumed) {
        StateSnapshots snapshots = pipeline.snapshots();
        CheckpointSettings settings = spec.checkpoints();
        CheckpointWriter writer = store.writer(
                spec.name(),
                fingerprint,
                snapshots.format(),
                snapshots.unitBytes(),
                resumed,
                settings.writer(journals(spec)));
        return new Checkpointer(
                spec.name(),
                pipeline,
                writer,
                settings,
                listener,
                spec.inputs().clock(),
                resumed == null ? null : resumed.manifest());
    }

    /** What has to be on disk before a checkpoint that survives a stop of the machine: the sources first, the output last. */
    private static List<Journal> journals(QuerySpec spec) {
        List<Journal> journals = new ArrayList<>(spec.sources());
        if (spec.order() != null) {
            journals.add(spec.order().sink());
        }
        journals.addAll(Set.copyOf(spec.dropSinks().values()));
        journals.add(spec.sink());
        return journals;
    }

    /** Requests of other threads. */
    CheckpointRequests requests() {
        return requests;
    }

    /**
     * Does a part of the work, between two rows.
     *
     * @param read records that the duty cycle read
     * @return how much was done
     */
    int work(int read) {
        rows += read;
        if (phase == Phase.IDLE) {
            return whenIdle(read);
        }
        return phase == Phase.SWEEPING ? sweep(read) : watchWriter();
    }

    private int whenIdle(int read) {
        if (!snapshots.ready()) {
            return snapshots.sweep(budget(read));
        }
        if (!due()) {
            return 0;
        }
        requests.begin();
        lastBeginNs = clock.nanoTime();
        rows = 0;
        owed = false;
        String full = pipeline.fullSink();
        if (full != null) {
            owed = true;
            requests.failed(new IllegalStateException("there is no room for " + full + " on its disk"));
            return 0;
        }
        Commit now = pipeline.commit();
        if (now.equals(published)) {
            requests.published(publishedNumber);
            return 0;
        }
        commit = now;
        writer.begin(snapshots.nextIsFull());
        snapshots.start(writer.stage(), rest.clear());
        phase = Phase.SWEEPING;
        return 1;
    }

    private boolean due() {
        return requests.pending()
                || settings.everyRows() > 0 && rows >= settings.everyRows()
                || settings.everyNs() > 0 && (rows > 0 || owed) && clock.nanoTime() - lastBeginNs >= settings.everyNs();
    }

    private static int budget(int read) {
        return read == 0 ? SWEEP_WHEN_IDLE : Math.max(LEAST_SWEEP, read / ROWS_PER_SWEEP);
    }

    private int sweep(int read) {
        int done = snapshots.sweep(budget(read));
        if (snapshots.overflowed()) {
            writer.abandon();
            failed(new IllegalStateException("the stage of " + settings.stageBytes() + " bytes was full"));
        } else if (snapshots.complete() && writer.finish(commit, rest)) {
            phase = Phase.WRITING;
            done++;
        }
        return done;
    }

    private int watchWriter() {
        switch (writer.outcome()) {
            case PUBLISHED -> {
                publishedNumber = writer.publishedNumber();
                published = commit;
                snapshots.published();
                CheckpointFigures figures = figures();
                listener.published(figures);
                CheckpointEvent.published(query, figures);
                writer.acknowledge();
                phase = Phase.IDLE;
                requests.published(publishedNumber);
                return 1;
            }
            case FAILED -> {
                Throwable cause = writer.failure();
                writer.acknowledge();
                failed(cause);
                return 1;
            }
            default -> {
                return 0;
            }
        }
    }

    private CheckpointFigures figures() {
        return new CheckpointFigures(
                publishedNumber,
                writer.publishedAtMs(),
                writer.publishedBytes(),
                clock.nanoTime() - lastBeginNs,
                commit.output().sequence() + 1,
                commit.positions());
    }

    private void failed(Throwable cause) {
        listener.failed();
        CheckpointEvent.failed(query, cause);
        LOG.warn("A checkpoint was not made, the next one holds what it was to hold: {}", cause.toString());
        snapshots.abandon();
        owed = true;
        phase = Phase.IDLE;
        requests.failed(cause);
    }

    /** Makes a checkpoint of this moment and waits for it: for an orderly stop, and for a query that is polled by its user. */
    long checkpointNow() throws CheckpointRequests.CheckpointFailedException, InterruptedException {
        long ticket = requests.ask();
        while (!requests.answered(ticket)) {
            if (work(0) == 0) {
                LockSupport.parkNanos(WAIT_NS);
            }
        }
        return requests.await(ticket);
    }

    /** Makes the checkpoint of an orderly stop. That it fails loses nothing: a restart goes on from the one before. */
    void lastCheckpoint() {
        try {
            checkpointNow();
        } catch (CheckpointRequests.CheckpointFailedException e) {
            LOG.warn("The last checkpoint was not made; a restart goes on from the one before.", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        requests.end();
        thread.close();
        writer.close();
    }
}
