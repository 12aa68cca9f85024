package io.tidemark.benchmarks.latency;

import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;

/** Some seconds at a fixed rate into one subject. Called on the thread that opened the subject. */
final class Phase {
    private static final long LEAD_NS = 20_000_000;
    private static final long PATIENCE_NS = 120_000_000_000L;
    private static final int LOOK_EVERY = 1 << 16;
    private static final int ROWS_PER_INVOKE = 64;

    private final int threads;
    private final Sender sender;

    Phase(int threads, Sender sender) {
        this.threads = threads;
        this.sender = sender;
    }

    /**
     * Sends rows until the subject has taken all of them.
     *
     * @param histogram takes the delays, or null for a phase that warms up
     */
    void run(Subject subject, long rows, Histogram histogram) {
        while (subject.invoke() > 0) {
            // What another phase left behind.
        }
        subject.delays().keepIn(histogram);
        sender.begin(System.nanoTime() + LEAD_NS, rows);
        if (threads == 1) {
            alone(subject, rows);
        } else {
            beside(subject, rows);
        }
        subject.delays().keepIn(null);
    }

    private void alone(Subject subject, long rows) {
        while (!sender.done()) {
            sender.sendDue(ROWS_PER_INVOKE);
            subject.invoke();
        }
        takeAll(subject, rows, null);
    }

    private void beside(Subject subject, long rows) {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(sender::sendAll, "sender");
        thread.setUncaughtExceptionHandler((ignored, error) -> failure.set(error));
        thread.start();
        takeAll(subject, rows, failure);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The thread was interrupted.", e);
        }
    }

    private static void takeAll(Subject subject, long rows, AtomicReference<Throwable> failure) {
        long seen = -1;
        long seenAtNs = 0;
        for (long turn = 0; subject.delays().rows() < rows; turn++) {
            subject.invoke();
            if ((turn & LOOK_EVERY - 1) == 0) {
                long nowNs = System.nanoTime();
                long taken = subject.delays().rows();
                seenAtNs = taken == seen ? seenAtNs : nowNs;
                seen = taken;
                requireProgress(subject, rows, nowNs - seenAtNs, failure);
            }
        }
    }

    private static void requireProgress(Subject subject, long rows, long idleNs, AtomicReference<Throwable> failure) {
        Throwable cause = failure == null ? null : failure.get();
        if (cause != null || idleNs > PATIENCE_NS) {
            throw new IllegalStateException(
                    subject.name() + " took " + subject.delays().rows() + " of " + rows + " rows.", cause);
        }
    }
}
