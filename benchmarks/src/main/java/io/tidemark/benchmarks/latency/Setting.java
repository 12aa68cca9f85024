package io.tidemark.benchmarks.latency;

import java.time.Duration;
import java.util.Locale;

/**
 * One combination that is measured.
 *
 * @param work what the query computes
 * @param target where its rows go
 * @param rate rows a second
 * @param checkpoints time between two checkpoints, or zero for none
 * @param threads 1: the loop that sends also runs the query; 2: a thread each
 * @param keys number of keys
 */
record Setting(Work work, Target target, long rate, Duration checkpoints, int threads, long keys) {
    /** Name of its files. */
    String name() {
        return String.format(
                Locale.ROOT,
                "%s-%s-%d-%s-%dt",
                work.name().toLowerCase(Locale.ROOT),
                target.name().toLowerCase(Locale.ROOT),
                rate,
                checkpointText(),
                threads);
    }

    String checkpointText() {
        return checkpoints.isZero() ? "off" : checkpoints.toMillis() + "ms";
    }

    double nanosPerRow() {
        return 1e9 / rate;
    }
}
