package io.tidemark;

import io.tidemark.checkpoint.RecoveryReport;
import io.tidemark.engine.QueryAgent;
import io.tidemark.engine.QueryState;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.metrics.MonitorSettings;
import io.tidemark.metrics.QueryMonitor;
import io.tidemark.metrics.QueryProgress;
import io.tidemark.metrics.StreamingQueryProgress;
import io.tidemark.metrics.StreamingQueryStatus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.IdleStrategy;
import org.slf4j.LoggerFactory;

/** A query that runs on a thread of its own. All methods may be called from any thread. */
public final class StreamingQuery implements AutoCloseable {
    private final QueryAgent agent;
    private final String name;
    private final AgentRunner runner;
    private QueryMonitor monitor;

    private StreamingQuery(QueryAgent agent, String name, IdleStrategy idleStrategy) {
        this.agent = agent;
        this.name = name;
        this.runner = new AgentRunner(idleStrategy, StreamingQuery::onError, null, agent);
    }

    static StreamingQuery start(QueryAgent agent, String name, IdleStrategy idleStrategy, MonitorSettings monitoring) {
        StreamingQuery query = new StreamingQuery(agent, name, idleStrategy);
        agent.onEnded(QueryMonitor::wake);
        AgentRunner.startOnThread(query.runner);
        try {
            agent.awaitOpened();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            query.runner.close();
            throw interrupted(name, e);
        }
        if (agent.openFailure() != null) {
            query.runner.close();
            throw agent.openFailure() instanceof TidemarkException known ? known : failed(name, agent.openFailure());
        }
        query.monitor = QueryMonitor.start(agent.monitored(), monitoring);
        return query;
    }

    /** Stays the same over restarts of a query with a directory; a UUID. */
    public String id() {
        return agent.monitored().id();
    }

    /** Of this run; a UUID. */
    public String runId() {
        return agent.monitored().runId();
    }

    /** The last sample of the query, also after its end; takes one if there is none yet. Samples are taken each second where nothing else is said. */
    public StreamingQueryProgress lastProgress() {
        return monitor.lastProgress();
    }

    /** The last samples, {@value QueryMonitor#RECENT} at most, oldest first, also after the end. */
    public List<StreamingQueryProgress> recentProgress() {
        return monitor.recentProgress();
    }

    /** Takes a sample now; the last one when the query has ended. */
    public StreamingQueryProgress takeProgress() {
        requireOtherThread("takeProgress");
        return monitor.take();
    }

    /** What the query is doing now. */
    public StreamingQueryStatus status() {
        return monitor.status();
    }

    /** Name of the query. */
    public String name() {
        return name;
    }

    /** Where the query is in its life. */
    public QueryState state() {
        return agent.state();
    }

    /** What ended the query, or null. */
    public Throwable exception() {
        return agent.failure();
    }

    /** Figures of the last duty cycle; readable also after the end. */
    public QueryProgress progress() {
        return agent.counters().progress();
    }

    /** What the start found and did; it grows until {@link RecoveryReport#complete}. */
    public RecoveryReport recovery() {
        return agent.recovery();
    }

    /** Name of the sink on whose disk there is no room, so that the query waits; null when it does not. */
    public String waitsFor() {
        return agent.waitsFor();
    }

    /**
     * Makes a checkpoint now and waits until it is durable.
     *
     * @return its number
     * @throws TidemarkException {@code IO_FAILED} when it was not made; the query goes on
     */
    public long checkpoint() {
        requireOtherThread("checkpoint");
        try {
            long number = agent.awaitCheckpoint();
            if (number < 0) {
                checkFailure();
            }
            return number;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(name, e);
        }
    }

    /**
     * Waits until the query has ended.
     *
     * @throws TidemarkException when it failed, with the failure as its cause
     */
    public void awaitTermination() {
        requireOtherThread("awaitTermination");
        try {
            agent.ended().await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(name, e);
        }
        checkFailure();
    }

    /**
     * Waits for some time.
     *
     * @return whether the query has ended
     * @throws TidemarkException when it failed, with the failure as its cause
     */
    public boolean awaitTermination(Duration time) {
        try {
            if (!agent.ended().await(time.toNanos(), TimeUnit.NANOSECONDS)) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(name, e);
        }
        checkFailure();
        return true;
    }

    /**
     * Waits until everything that is in the source now has been worked off.
     *
     * @throws TidemarkException when the query failed, or ended before
     */
    public void processAllAvailable() {
        requireOtherThread("processAllAvailable");
        boolean reached;
        try {
            reached = agent.caughtUp().await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(name, e);
        }
        checkFailure();
        if (!reached && agent.state() == QueryState.CLOSED) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "The query '" + name + "' was closed before it had worked off its source.",
                    "Wait before closing it.");
        }
    }

    /**
     * Reads what is in the source, closes all windows, and ends the query. It can not be started again after that.
     *
     * @throws TidemarkException when the query failed, or had ended before in another way
     */
    public void drain() {
        requireOtherThread("drain");
        agent.requestDrain();
        awaitTermination();
        if (agent.state() != QueryState.DRAINED) {
            throw notDrained(name, agent.state());
        }
    }

    /**
     * Ends the query and waits until everything is closed; its windows stay open. Does nothing when it has ended already. Failures are left in
     * {@link #exception}. From the query's own callback it only asks for the end, which comes after the current cycle.
     */
    @Override
    public void close() {
        agent.requestStop();
        if (isEngineThread()) {
            return;
        }
        boolean interrupted = false;
        while (agent.ended().getCount() > 0) {
            try {
                agent.ended().await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        interrupted |= Thread.interrupted();
        runner.close();
        monitor.awaitFinished();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void checkFailure() {
        if (agent.failure() != null) {
            throw failed(name, agent.failure());
        }
    }

    static TidemarkException failed(String name, Throwable failure) {
        if (failure instanceof TidemarkException known) {
            Problem first = known.problems().get(0);
            return new TidemarkException(
                    new Problem(
                            first.code(),
                            first.operator(),
                            first.column(),
                            "The query '" + name + "' failed. " + first.reason(),
                            first.wayOut()),
                    failure);
        }
        return new TidemarkException(
                ErrorCode.QUERY_STATE_INVALID,
                "The query '" + name + "' failed: " + failure,
                "Mend the cause. With a directory the query can be started again and goes on where it was.",
                failure);
    }

    static TidemarkException notDrained(String name, QueryState state) {
        return new TidemarkException(
                ErrorCode.QUERY_STATE_INVALID,
                "The query '" + name + "' was not drained: it is " + state + ".",
                "Drain a query before it is closed or ends by itself.");
    }

    private boolean isEngineThread() {
        return Thread.currentThread() == runner.thread();
    }

    private void requireOtherThread(String call) {
        if (isEngineThread()) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    call + " was called on the engine thread of the query '" + name + "', which would wait for itself.",
                    "Call it from another thread; close() may be called from a callback.");
        }
    }

    static TidemarkException interrupted(String name, InterruptedException cause) {
        return new TidemarkException(
                ErrorCode.QUERY_STATE_INVALID,
                "The thread was interrupted while it waited for the query '" + name + "'.",
                "The query goes on; wait again or close it.",
                cause);
    }

    /** The agent keeps and logs its own failures; anything else is a fault of the runner. */
    private static void onError(Throwable error) {
        if (!(error instanceof AgentTerminationException) && !(error instanceof TidemarkException)) {
            LoggerFactory.getLogger(StreamingQuery.class).error("The engine thread reports an error.", error);
        }
    }
}
