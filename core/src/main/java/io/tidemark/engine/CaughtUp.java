package io.tidemark.engine;

/**
 * Lets a thread wait until the engine has worked off what is in its source. A request counts for a duty cycle that begins after it and finds
 * nothing to do.
 */
public final class CaughtUp {
    private final Object monitor = new Object();
    private volatile long requests;
    private long seen;
    private long served;
    private boolean over;

    /** Waits for the engine. Returns false when the query ended before. */
    public boolean await() throws InterruptedException {
        synchronized (monitor) {
            long mine = ++requests;
            while (served < mine && !over) {
                monitor.wait();
            }
            return served >= mine;
        }
    }

    /** Whether a thread waits; read by the engine at the start of a cycle. */
    boolean asked() {
        seen = requests;
        return seen > served;
    }

    /** The cycle found nothing to do. */
    void reached() {
        synchronized (monitor) {
            served = seen;
            monitor.notifyAll();
        }
    }

    /** The query ended: nobody waits any longer. */
    void end() {
        synchronized (monitor) {
            over = true;
            monitor.notifyAll();
        }
    }
}
