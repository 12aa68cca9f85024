package io.tidemark;

import io.tidemark.checkpoint.RecoveryReport;
import io.tidemark.engine.QueryAgent;
import io.tidemark.engine.QueryState;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.metrics.MonitorSettings;
import io.tidemark.metrics.QueryMonitor;
import io.tidemark.metrics.QueryProgress;
import io.tidemark.metrics.StreamingQueryProgress;
import io.tidemark.metrics.StreamingQueryStatus;
import java.util.List;
import org.agrona.concurrent.AgentTerminationException;

/** A query that is polled from the user's own loop. Everything happens on the thread that opened it, and only that may call it. */
public final class QueryInvoker implements AutoCloseable {
    private final QueryAgent agent;
    private final String name;
    private final Thread owner = Thread.currentThread();
    private final QueryMonitor monitor;
    private boolean busy;

    private QueryInvoker(QueryAgent agent, String name, QueryMonitor monitor) {
        this.agent = agent;
        this.name = name;
        this.monitor = monitor;
    }

    static QueryInvoker open(QueryAgent agent, String name, MonitorSettings monitoring) {
        agent.onEnded(QueryMonitor::wake);
        agent.onStart();
        return new QueryInvoker(agent, name, QueryMonitor.start(agent.monitored(), monitoring));
    }

    /** Stays the same over restarts of a query with a directory; a UUID. */
    public String id() {
        return agent.monitored().id();
    }

    /** Of this run; a UUID. */
    public String runId() {
        return agent.monitored().runId();
    }

    /** The last sample of the query, also after its end; takes one if there is none yet. Any thread. */
    public StreamingQueryProgress lastProgress() {
        return monitor.lastProgress();
    }

    /** The last samples, {@value QueryMonitor#RECENT} at most, oldest first, also after the end. Any thread. */
    public List<StreamingQueryProgress> recentProgress() {
        return monitor.recentProgress();
    }

    /** Takes a sample now, on the monitor's thread, and waits for it; the last one when the query has ended. Any thread. */
    public StreamingQueryProgress takeProgress() {
        return monitor.take();
    }

    /** What the query is doing now. Any thread. */
    public StreamingQueryStatus status() {
        return monitor.status();
    }

    /**
     * Runs one duty cycle.
     *
     * @return how much was done, 0 when there was nothing to do or the query has ended
     * @throws TidemarkException when the query failed, with the failure as its cause
     */
    public int invoke() {
        enter("invoke");
        if (agent.state().ended()) {
            return 0;
        }
        busy = true;
        try {
            return agent.doWork();
        } catch (AgentTerminationException e) {
            agent.onClose();
            if (agent.failure() != null) {
                throw StreamingQuery.failed(name, agent.failure());
            }
            return 0;
        } finally {
            busy = false;
        }
    }

    /** Runs duty cycles until there is nothing to do or the query has ended. */
    public void processAllAvailable() {
        while (invoke() > 0) {
            // Each cycle reads what is there.
        }
    }

    /** Makes a cut now: changed groups or the whole result come out; in a query with batches the batch ends. A failure ends the query. */
    public void cut() {
        enter("cut");
        if (agent.state() != QueryState.RUNNING) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "The query '" + name + "' has ended: " + agent.state() + ".",
                    "Make cuts while it runs.");
        }
        busy = true;
        try {
            agent.cut();
        } catch (AgentTerminationException e) {
            agent.onClose();
            throw StreamingQuery.failed(name, agent.failure());
        } finally {
            busy = false;
        }
    }

    /** Whether a cut without further rows would bring out or remove something. */
    public boolean cutDue() {
        enter("cutDue");
        return agent.state() == QueryState.RUNNING && agent.cutDue();
    }

    /** Reads what is in the source, closes all windows, and ends the query. It can not be started again after that. */
    public void drain() {
        enter("drain");
        agent.requestDrain();
        while (!agent.state().ended()) {
            invoke();
        }
        if (agent.state() != QueryState.DRAINED) {
            throw StreamingQuery.notDrained(name, agent.state());
        }
    }

    /**
     * Makes a checkpoint now and waits until it is durable.
     *
     * @return its number
     * @throws TidemarkException {@code IO_FAILED} when it was not made; the query goes on
     */
    public long checkpoint() {
        enter("checkpoint");
        busy = true;
        try {
            return agent.makeCheckpoint();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw StreamingQuery.interrupted(name, e);
        } catch (AgentTerminationException e) {
            agent.onClose();
            throw StreamingQuery.failed(name, agent.failure());
        } finally {
            busy = false;
        }
    }

    /** Asks for a checkpoint; the next cycles make it. */
    public void requestCheckpoint() {
        enter("requestCheckpoint");
        agent.requestCheckpoint();
    }

    /** What the start found and did; it grows until {@link RecoveryReport#complete}. */
    public RecoveryReport recovery() {
        return agent.recovery();
    }

    /** Name of the sink on whose disk there is no room, so that the query waits; null when it does not. */
    public String waitsFor() {
        return agent.waitsFor();
    }

    /** Where the query is in its life. */
    public QueryState state() {
        return agent.state();
    }

    /** Figures of the last duty cycle; readable also after the end. */
    public QueryProgress progress() {
        return agent.counters().progress();
    }

    /** Ends the query; its windows stay open. */
    @Override
    public void close() {
        if (!agent.state().ended()) {
            agent.requestStop();
            invoke();
        }
        monitor.awaitFinished();
    }

    private void enter(String call) {
        if (Thread.currentThread() != owner || busy) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    call + " of the query '" + name + "' was called "
                            + (busy ? "from within the query, in a callback." : "on another thread than opened it."),
                    "Call it on the thread that opened the query, outside its callbacks; or use start().");
        }
    }
}
