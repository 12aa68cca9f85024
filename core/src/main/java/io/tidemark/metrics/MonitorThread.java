package io.tidemark.metrics;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.IdleStrategy;
import org.slf4j.LoggerFactory;

/** The one thread of this process that watches queries; it is there while there are any. A daemon, mostly asleep. */
final class MonitorThread implements Agent {
    private static final long LONGEST_SLEEP_NS = 1_000_000_000L;
    private static final Object LOCK = new Object();
    private static MonitorThread current;

    private final List<QueryMonitor> monitors = new CopyOnWriteArrayList<>();
    private volatile Thread thread;
    private volatile boolean woken;
    private long sleepNs;

    private MonitorThread() {}

    /** Watches one more query until it has ended. */
    static void add(QueryMonitor monitor) {
        synchronized (LOCK) {
            if (current != null) {
                current.monitors.add(monitor);
            } else {
                current = new MonitorThread();
                current.monitors.add(monitor);
                current.begin();
            }
        }
        wake();
    }

    /** Has a look at all queries at once. Any thread. */
    static void wake() {
        MonitorThread now;
        synchronized (LOCK) {
            now = current;
        }
        if (now != null) {
            now.woken = true;
            LockSupport.unpark(now.thread);
        }
    }

    private void begin() {
        AgentRunner runner = new AgentRunner(new Sleep(), MonitorThread::onError, null, this);
        AgentRunner.startOnThread(runner, task -> {
            Thread made = new Thread(task, roleName());
            made.setDaemon(true);
            thread = made;
            return made;
        });
    }

    @Override
    public String roleName() {
        return "tidemark-monitor";
    }

    @Override
    public int doWork() {
        woken = false;
        long next = LONGEST_SLEEP_NS;
        for (QueryMonitor monitor : monitors) {
            next = Math.min(next, monitor.work());
            if (monitor.finished()) {
                monitors.remove(monitor);
            }
        }
        synchronized (LOCK) {
            if (monitors.isEmpty()) {
                current = null;
                throw new AgentTerminationException("no query is left");
            }
        }
        sleepNs = Math.max(0, next);
        return 0;
    }

    private static void onError(Throwable error) {
        if (!(error instanceof AgentTerminationException)) {
            LoggerFactory.getLogger(MonitorThread.class).error("The monitor's thread reports an error.", error);
        }
    }

    /** Sleeps until something is due or somebody wakes it. */
    private final class Sleep implements IdleStrategy {
        @Override
        public void idle(int workCount) {
            idle();
        }

        @Override
        public void idle() {
            if (!woken) {
                LockSupport.parkNanos(sleepNs);
            }
        }

        @Override
        public void reset() {
            // Nothing is remembered.
        }
    }
}
