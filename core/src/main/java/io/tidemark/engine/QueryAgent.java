package io.tidemark.engine;

import io.tidemark.checkpoint.RecoveryReport;
import io.tidemark.error.TidemarkException;
import io.tidemark.metrics.MonitoredQuery;
import io.tidemark.metrics.QueryCounters;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The duty cycle of a query: poll the source, let pending work go on, publish counters. It opens everything on the thread that runs it,
 * and closes everything there. {@link #requestStop}, {@link #requestDrain} and the waiting methods may be called from any thread;
 * they take effect at the end of the current cycle.
 */
public final class QueryAgent implements Agent {
    private static final Logger LOG = LoggerFactory.getLogger(QueryAgent.class);
    private static final int WORK_PER_ROW = 16;
    private static final int WORK_WHEN_IDLE = 1024;

    private final QuerySpec spec;
    private final QueryCounters counters;
    private final RoomWatch room;
    private final PublishPace pace = new PublishPace();
    private final String runId = UUID.randomUUID().toString();
    private final CaughtUp caughtUp = new CaughtUp();
    private final CountDownLatch opened = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private OpenQuery open;
    private QueryHome home;
    private Pipeline pipeline;
    private QueryState outcome = QueryState.CLOSED;
    private boolean draining;
    private boolean stopsAtEnd;
    private boolean replayChecked;
    private Checkpointer checkpointer;
    private Runnable endListener;
    private volatile MonitoredQuery monitored;
    private volatile Recovery recovery;
    private volatile QueryState state = QueryState.NEW;
    private volatile Throwable failure;
    private volatile Throwable openFailure;
    private volatile boolean stopRequested;
    private volatile boolean drainRequested;

    /** An agent for a query; nothing is opened before {@link #onStart}. */
    public QueryAgent(QuerySpec spec) {
        this.spec = spec;
        this.room = new RoomWatch(spec.name());
        this.counters = new QueryCounters(
                spec.name(),
                spec.plan().steps().size() + spec.plan().sources().size(),
                spec.inputs().clock());
    }

    @Override
    public String roleName() {
        return "tidemark-" + spec.name();
    }

    /** Opens everything; a failure ends the query and is thrown. */
    @Override
    public void onStart() {
        try {
            open = OpenQuery.open(spec, counters, runId);
            monitored = AgentView.of(this, spec, open.home().id(), runId, open.pipeline());
            home = open.home();
            pipeline = open.pipeline();
            checkpointer = open.checkpointer();
            recovery = open.recovery();
            List<Long> interrupted = home.interruptedDrain();
            if (interrupted != null) {
                startDrain(interrupted);
            } else if (spec.stopAtEnd()) {
                pipeline.stopAfter(pipeline.endPositions());
                stopsAtEnd = true;
            }
            enter(QueryState.RUNNING);
            pipeline.publish();
        } catch (RuntimeException | Error e) {
            failOpening(e);
            openFailure = e;
            close();
            throw e;
        } finally {
            opened.countDown();
        }
    }

    @Override
    public int doWork() {
        if (state != QueryState.RUNNING) {
            throw new AgentTerminationException("the query has ended: " + state);
        }
        try {
            counters.cycleBegins();
            int done = cycle();
            counters.cycleEnds();
            return done;
        } catch (AgentTerminationException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            fail(e);
            throw new AgentTerminationException(e);
        }
    }

    /** Closes everything that is open. */
    @Override
    public void onClose() {
        close();
    }

    /** What a monitor sees of the query, once it is open. */
    public MonitoredQuery monitored() {
        return monitored;
    }

    /** Has something done when the query has ended, on its thread. Before it is started. */
    public void onEnded(Runnable newListener) {
        endListener = newListener;
    }

    /** Where the query is in its life. */
    public QueryState state() {
        return state;
    }

    /** What ended the query, or null. */
    public Throwable failure() {
        return failure;
    }

    /** Why the query could not be opened, or null. */
    public Throwable openFailure() {
        return openFailure;
    }

    /** Counters of the query; they stay readable after its end. */
    public QueryCounters counters() {
        return counters;
    }

    /** Asks the query to end; its windows stay open. */
    public void requestStop() {
        stopRequested = true;
    }

    /** Asks the query to read what is there, close all windows and end. */
    public void requestDrain() {
        drainRequested = true;
    }

    /** Waits until everything is open, or opening failed. */
    public void awaitOpened() throws InterruptedException {
        opened.await();
    }

    /** Becomes zero when the query has ended and everything is closed. */
    public CountDownLatch ended() {
        return ended;
    }

    /** Lets other threads wait until what is in the source has been worked off. */
    public CaughtUp caughtUp() {
        return caughtUp;
    }

    private int cycle() {
        if (stopRequested) {
            throw end(QueryState.CLOSED);
        }
        if (drainRequested && !draining) {
            startDrain(pipeline.endPositions());
        }
        if (!replayChecked && !draining && !pipeline.replays()) {
            replayChecked = true;
            if (pipeline.ordered()) {
                pipeline.checkReplayed();
            }
        }
        if (!recovery.complete()) {
            completeRecovery();
        }
        boolean asked = caughtUp.asked();
        if (room.waits(pipeline)) {
            pipeline.publish();
            return checkpointer == null ? 0 : checkpointer.work(0);
        }
        counters.times().begin();
        int read = pipeline.poll(spec.pollLimit());
        int done = read + pipeline.work(read > 0 ? WORK_PER_ROW : WORK_WHEN_IDLE);
        if (done == 0 && !recovery.complete() && !draining && !pipeline.replays()) {
            pipeline.checkReplayed();
        }
        counters.times().rowsDone();
        int saved = checkpointer == null ? 0 : checkpointer.work(read);
        counters.times().end(read, done + saved > 0);
        if (pace.due(done + saved > 0 || asked || pipeline.idleChanged())) {
            pipeline.publish();
        }
        if (done == 0) {
            whenIdle(asked);
        }
        return done + saved;
    }

    /** The query is where it was once everything that its sinks held has come out again. */
    private void completeRecovery() {
        if (!pipeline.replays() && pipeline.missingOutput() == 0) {
            recovery.completed();
            recovery.report().lines().forEach(LOG::info);
        }
    }

    /** The sink on whose disk there is no room, so that the query waits; null when it does not. Any thread. */
    public String waitsFor() {
        return room.waitsFor();
    }

    /** What the start found and did, or null before. Any thread. */
    public RecoveryReport recovery() {
        return recovery == null ? null : recovery.report();
    }

    /** Asks for a checkpoint and waits for it; on another thread than the agent's. Returns its number, or -1 when the query ended before. */
    public long awaitCheckpoint() throws InterruptedException {
        CheckpointRequests requests = requireCheckpoints().requests();
        try {
            return requests.await(requests.ask());
        } catch (CheckpointRequests.CheckpointFailedException e) {
            throw CheckpointRequests.notMade(spec.name(), e);
        }
    }

    /** Asks for a checkpoint and does not wait for it. Any thread. */
    public void requestCheckpoint() {
        requireCheckpoints().requests().ask();
    }

    /** Makes a checkpoint and waits for it; on the thread that runs the agent only. Returns its number. */
    public long makeCheckpoint() throws InterruptedException {
        Checkpointer open = requireCheckpoints();
        try {
            return open.checkpointNow();
        } catch (CheckpointRequests.CheckpointFailedException e) {
            throw CheckpointRequests.notMade(spec.name(), e);
        } catch (RuntimeException | Error e) {
            fail(e);
            throw new AgentTerminationException(e);
        }
    }

    private Checkpointer requireCheckpoints() {
        if (checkpointer == null) {
            throw CheckpointRequests.notPossible(spec.name());
        }
        return checkpointer;
    }

    /**
     * Makes a cut now. On the thread that runs the agent only.
     *
     * @throws AgentTerminationException when it failed, which ends the query as a failure of a duty cycle does
     */
    public void cut() {
        try {
            pipeline.cut();
            pipeline.publish();
        } catch (RuntimeException | Error e) {
            fail(e);
            throw new AgentTerminationException(e);
        }
    }

    /** Whether a cut without rows would bring out or remove something. On the thread that runs the agent only. */
    public boolean cutDue() {
        return pipeline.cutDue();
    }

    private boolean cutsNow() {
        return spec.cutsWhenIdle()
                && spec.cutEvery() == 0
                && spec.plan().settings().needsCuts()
                && !pipeline.replays()
                && (pipeline.hasUncutRows() || pipeline.cutDue());
    }

    private void whenIdle(boolean asked) {
        if (cutsNow()) {
            pipeline.cut();
            pipeline.publish();
            return;
        }
        pipeline.flush();
        if (draining) {
            finishDrain();
        }
        if (stopsAtEnd) {
            MissingOutput.check(pipeline, spec.name());
            throw end(QueryState.COMPLETED);
        }
        if (asked) {
            caughtUp.reached();
        }
    }

    private void startDrain(List<Long> positions) {
        draining = true;
        home.draining(positions);
        pipeline.stopAfter(positions);
    }

    private void finishDrain() {
        pipeline.drain();
        MissingOutput.check(pipeline, spec.name());
        pipeline.flush();
        home.drained();
        throw end(QueryState.DRAINED);
    }

    private AgentTerminationException end(QueryState how) {
        pipeline.flush();
        pipeline.publish();
        outcome = how;
        return new AgentTerminationException("the query has ended: " + how);
    }

    /** A refusal says all there is to say in its text, and is thrown to whoever starts the query; anything else needs its stack. */
    private void failOpening(Throwable cause) {
        if (cause instanceof TidemarkException) {
            LOG.error(
                    "Query '{}' did not start: {}",
                    spec.name(),
                    cause.getMessage().replaceAll("\\s+", " "));
            failed(cause);
        } else {
            fail(cause);
        }
    }

    private void fail(Throwable cause) {
        LOG.error("Query '{}' failed: {}", spec.name(), cause.getMessage(), cause);
        failed(cause);
    }

    private void failed(Throwable cause) {
        failure = cause;
        outcome = QueryState.FAILED;
    }

    private void close() {
        if (ended.getCount() == 0) {
            return;
        }
        try {
            closeOpened();
        } finally {
            enter(outcome);
            counters.end(outcome.name());
            caughtUp.end();
            ended.countDown();
            if (endListener != null) {
                endListener.run();
            }
        }
    }

    private void enter(QueryState next) {
        state = next;
        counters.life(next.ordinal());
    }

    private void closeOpened() {
        if (open == null) {
            return;
        }
        try {
            if (failure != null) {
                pipeline.publish();
            }
            open.close(failure == null, failure == null && outcome != QueryState.DRAINED);
        } catch (RuntimeException e) {
            if (failure == null) {
                fail(e);
            } else {
                failure.addSuppressed(e);
            }
        }
    }
}
