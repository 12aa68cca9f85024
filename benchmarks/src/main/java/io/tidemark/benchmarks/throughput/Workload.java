package io.tidemark.benchmarks.throughput;

import static io.tidemark.expr.Functions.sliding;

import io.tidemark.expr.Functions;
import io.tidemark.expr.Window;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.row.Schema;
import java.time.Duration;

/** What is computed. */
enum Workload {
    /** Tumbling windows of one minute. */
    W1(Functions.window("ts", Duration.ofMinutes(1))) {
        @Override
        long runByHand(JournalSource from, JournalSink to, Schema output) {
            return HandLoop.run(from, to, output);
        }
    },
    /** Windows of one minute every 5 s. */
    W2(sliding("ts", Duration.ofMinutes(1), Duration.ofSeconds(5))) {
        @Override
        long runByHand(JournalSource from, JournalSink to, Schema output) {
            return SlidingHandLoop.run(from, to, output);
        }
    };

    private final Window window;

    Workload(Window window) {
        this.window = window;
    }

    Window window() {
        return window;
    }

    /** The same by a hand-written loop; returns the number of rows that came out. */
    abstract long runByHand(JournalSource from, JournalSink to, Schema output);
}
