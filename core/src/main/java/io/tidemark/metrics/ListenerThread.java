package io.tidemark.metrics;

import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the listeners of one query, in order, on a thread that is there while there is something to tell. */
final class ListenerThread {
    private static final Logger LOG = LoggerFactory.getLogger(ListenerThread.class);
    private static final int MOST_WAITING = 1000;

    private final String query;
    private final List<StreamingQueryListener> listeners;
    private final LinkedBlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
    private final ThreadPoolExecutor thread;
    private volatile long lost;

    ListenerThread(String query, List<StreamingQueryListener> listeners) {
        this.query = query;
        this.listeners = listeners;
        thread = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, waiting, task -> {
            Thread made = new Thread(task, "tidemark-listeners-" + query);
            made.setDaemon(true);
            return made;
        });
        thread.allowCoreThreadTimeOut(true);
    }

    /** Tells all on the calling thread. */
    void tellNow(Consumer<StreamingQueryListener> event) {
        for (StreamingQueryListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (RuntimeException | Error e) {
                LOG.error("A listener of query '{}' failed; the query goes on.", query, e);
            }
        }
    }

    /** Tells all later; lost where too much waits already. One thread. */
    void tell(Consumer<StreamingQueryListener> event) {
        if (listeners.isEmpty()) {
            return;
        }
        if (waiting.size() >= MOST_WAITING) {
            lost++;
            return;
        }
        thread.execute(() -> tellNow(event));
    }

    /** Tells all a last time, whatever waits. */
    void tellLast(Consumer<StreamingQueryListener> event) {
        if (!listeners.isEmpty()) {
            thread.execute(() -> tellNow(event));
        }
        thread.shutdown();
    }

    /** Events that were lost. */
    long lost() {
        return lost;
    }
}
