package io.tidemark.checkpoint;

import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread of one {@link CheckpointWriter}, which parks when there is nothing to do. */
public final class CheckpointThread implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointThread.class);
    private static final int SPINS = 10;
    private static final int YIELDS = 10;
    private static final long LEAST_PARK_NS = TimeUnit.MICROSECONDS.toNanos(10);
    private static final long MOST_PARK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final AgentRunner runner;

    private CheckpointThread(AgentRunner runner) {
        this.runner = runner;
    }

    /** Starts a thread that works for a writer and closes it at its end. */
    public static CheckpointThread start(CheckpointWriter writer) {
        AgentRunner runner = new AgentRunner(
                new BackoffIdleStrategy(SPINS, YIELDS, LEAST_PARK_NS, MOST_PARK_NS),
                error -> LOG.error("{} goes on after an error.", writer.roleName(), error),
                null,
                writer);
        AgentRunner.startOnThread(runner, work -> {
            Thread thread = new Thread(work, writer.roleName());
            thread.setDaemon(true);
            return thread;
        });
        return new CheckpointThread(runner);
    }

    /** Ends the thread after the call it is in, and waits for that. A snapshot that is not published is lost. */
    @Override
    public void close() {
        runner.close();
    }
}
