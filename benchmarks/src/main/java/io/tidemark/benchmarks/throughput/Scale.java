package io.tidemark.benchmarks.throughput;

/**
 * How large a workload is.
 *
 * @param rows rows of all sources
 * @param keys keys
 * @param liveIds ids that a deduplication remembers at a time
 * @param scatteredIds whether its ids are scattered over all longs, instead of consecutive
 */
record Scale(long rows, long keys, long liveIds, boolean scatteredIds) {
    private static final long LEAST_STATE = 512L << 20;
    private static final long BYTES_PER_ID = 200;
    /** An id is remembered until the watermark, 5 s behind the newest event, is 5 s past its time. */
    private static final long REMEMBERED_NS = HandLoop.DELAY_NS + SeenIds.KEPT_NS;

    Scale {
        if (rows < 4 || rows % 4 != 0) {
            throw new IllegalArgumentException("Rows must be a multiple of 4, not " + rows + ".");
        }
        if (keys < 1 || keys > 1 << 24 || liveIds < 1 || liveIds > REMEMBERED_NS / 100) {
            throw new IllegalArgumentException("Keys from 1 to 16777216, live ids from 1 to 100000000.");
        }
    }

    /** Mean distance of the events of a deduplication. */
    long dedupSpacingNs() {
        return REMEMBERED_NS / liveIds;
    }

    /** Ids that a deduplication must remember after its last row. */
    long idsAtTheEnd() {
        long spacingNs = dedupSpacingNs();
        long reach = (REMEMBERED_NS + 3 * Events.SECOND) / spacingNs;
        long from = Math.max(0, rows - reach);
        long newestNs = 0;
        for (long n = from; n < rows; n++) {
            newestNs = Math.max(newestNs, Events.time(n, spacingNs, Events.random(n)));
        }
        long ids = 0;
        for (long n = from; n < rows; n++) {
            boolean first = Events.original(n, EventRows.Repeated.WITHIN) == n;
            boolean remembered = Events.time(n, spacingNs, Events.random(n)) + REMEMBERED_NS >= newestNs;
            ids += first && remembered ? 1 : 0;
        }
        return ids;
    }

    /** Rows before the clock starts: the first quarter. */
    long warmUp() {
        return rows / 4;
    }

    /** Limit of the state of a query. */
    long stateBytes() {
        return LEAST_STATE + liveIds * BYTES_PER_ID;
    }
}
