package io.tidemark.benchmarks.throughput;

/** Count, sum, least and greatest of amounts. */
final class Totals {
    long count;
    double sum;
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;

    void add(double amount) {
        count++;
        sum += amount;
        if (amount < min) {
            min = amount;
        }
        if (amount > max) {
            max = amount;
        }
    }

    void merge(Totals other) {
        count += other.count;
        sum += other.sum;
        if (other.min < min) {
            min = other.min;
        }
        if (other.max > max) {
            max = other.max;
        }
    }
}
