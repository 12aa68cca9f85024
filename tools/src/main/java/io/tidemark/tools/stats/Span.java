package io.tidemark.tools.stats;

/** First and last, least and greatest of the times of records, nanoseconds since 1970. */
final class Span {
    private static final double NANOS_PER_SECOND = 1e9;

    private long count;
    private long leastNs = Long.MAX_VALUE;
    private long greatestNs = Long.MIN_VALUE;

    void add(long timeNs) {
        count++;
        leastNs = Math.min(leastNs, timeNs);
        greatestNs = Math.max(greatestNs, timeNs);
    }

    boolean isEmpty() {
        return count == 0;
    }

    long count() {
        return count;
    }

    long leastNs() {
        return leastNs;
    }

    long greatestNs() {
        return greatestNs;
    }

    double seconds() {
        return isEmpty() ? 0 : (greatestNs - leastNs) / NANOS_PER_SECOND;
    }

    /** Records a second from the first to the last; 0 when all have the same time. */
    double perSecond() {
        return seconds() > 0 ? (count - 1) / seconds() : 0;
    }
}
