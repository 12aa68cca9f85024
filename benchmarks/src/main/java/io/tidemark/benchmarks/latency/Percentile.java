package io.tidemark.benchmarks.latency;

import org.HdrHistogram.Histogram;

/** The percentiles that are reported. */
enum Percentile {
    P50("p50", 50),
    P90("p90", 90),
    P99("p99", 99),
    P99_9("p99.9", 99.9),
    P99_99("p99.99", 99.99),
    MAX("max", 100);

    private final String text;
    private final double percent;

    Percentile(String text, double percent) {
        this.text = text;
        this.percent = percent;
    }

    String text() {
        return text;
    }

    /** In microseconds. */
    double of(Histogram delays) {
        return (this == MAX ? delays.getMaxValue() : delays.getValueAtPercentile(percent)) / 1e3;
    }
}
