package io.tidemark;

import io.tidemark.checkpoint.RecoveryReport;
import io.tidemark.engine.QueryAgent;
import io.tidemark.engine.QueryState;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.metrics.QueryProgress;
import org.agrona.concurrent.AgentTerminationException;

/** A query that is polled from the user's own loop. Everything happens on the thread that opened it, and only that may call it. */
public final class QueryInvoker implements AutoCloseable {
    private final QueryAgent agent;
    private final String name;
    private final Thread owner = Thread.currentThread();
    private boolean busy;

    private QueryInvoker(QueryAgent agent, String name) {
        this.agent = agent;
        this.name = name;
    }

    static QueryInvoker open(QueryAgent agent, String name) {
        agent.onStart();
        return new QueryInvoker(agent, name);
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
