package io.tidemark.benchmarks.latency;

import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/**
 * The same pace without journals: what the machine takes by itself. With one thread the loop records how late it sees each row due; with two it
 * tells the other one by a number in memory.
 */
final class EmptyLoop {
    private static final long LEAD_NS = 20_000_000;

    private final AtomicLong told = new AtomicLong();
    private final int threads;
    private final double nanosPerRow;

    EmptyLoop(Setting setting) {
        this.threads = setting.threads();
        this.nanosPerRow = setting.nanosPerRow();
    }

    void run(long rows, Histogram histogram) {
        Delays delays = new Delays();
        delays.keepIn(histogram);
        long startNs = System.nanoTime() + LEAD_NS;
        told.set(0);
        if (threads > 1) {
            Thread thread = new Thread(() -> tell(startNs, rows), "sender");
            thread.start();
            take(delays, startNs, rows, true);
            join(thread);
        } else {
            take(delays, startNs, rows, false);
        }
    }

    private void tell(long startNs, long rows) {
        for (long due = 0; due < rows; ) {
            due = Math.min(rows, due(startNs));
            told.set(due);
        }
    }

    private void take(Delays delays, long startNs, long rows, boolean isTold) {
        for (long taken = 0; taken < rows; ) {
            long due = isTold ? told.get() : Math.min(rows, due(startNs));
            while (taken < due) {
                delays.arrived(startNs + (long) (taken * nanosPerRow));
                taken++;
            }
        }
    }

    private long due(long startNs) {
        long ns = System.nanoTime() - startNs;
        return ns < 0 ? 0 : (long) (ns / nanosPerRow) + 1;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The thread was interrupted.", e);
        }
    }
}
