package io.tidemark.tools.crash;

import java.util.Random;

/**
 * One trial as numbers, so that the process that is killed and the one that kills it mean the same.
 *
 * @param seed of the rows
 * @param real whether the trades are real ones
 * @param rows number of trades
 * @param held trades that come only after all kills, with their quotes: they meet the state that was left
 * @param fed whether the killed process appends its inputs while it reads them
 * @param everyRows rows between two checkpoints, 0 for one after another as fast as they can be made
 * @param syncEvery duty cycles after which the query waits for a checkpoint, 0 for never
 */
record CrashPlan(
        CrashQuery query,
        long seed,
        boolean real,
        int rows,
        int held,
        boolean fed,
        int pollLimit,
        int everyRows,
        int syncEvery) {
    private static final int[] POLL_LIMITS = {1, 7, 30, 100};

    /**
     * A trial with random settings that come to a place.
     *
     * @param point where the first kill is to be
     */
    static CrashPlan random(CrashQuery query, KillPoint point, Random random) {
        int rows = 800 + random.nextInt(1_200);
        int pollLimit = POLL_LIMITS[random.nextInt(POLL_LIMITS.length)];
        int everyRows = random.nextBoolean() ? 0 : 10 + random.nextInt(150);
        int syncEvery = random.nextInt(3) == 0 ? 0 : 1 + 40 / pollLimit + random.nextInt(20);
        if (point.needsManyCheckpoints()) {
            pollLimit = 7;
            everyRows = 0;
            syncEvery = 1;
        } else if (point.needsPast()) {
            // Much to do again, in small steps.
            pollLimit = 7;
            everyRows = 200;
            syncEvery = 0;
        }
        boolean fed = point == KillPoint.INPUT_AFTER || random.nextInt(3) == 0;
        return new CrashPlan(
                query,
                random.nextInt(1 << 30),
                random.nextBoolean(),
                rows,
                rows / 5,
                fed,
                pollLimit,
                everyRows,
                syncEvery);
    }

    /** Reads what {@link #text} gave. */
    static CrashPlan parse(String text) {
        String[] parts = text.split(",");
        return new CrashPlan(
                CrashQuery.valueOf(parts[0]),
                Long.parseLong(parts[1]),
                Boolean.parseBoolean(parts[2]),
                Integer.parseInt(parts[3]),
                Integer.parseInt(parts[4]),
                Boolean.parseBoolean(parts[5]),
                Integer.parseInt(parts[6]),
                Integer.parseInt(parts[7]),
                Integer.parseInt(parts[8]));
    }

    String text() {
        return String.join(
                ",",
                query.name(),
                Long.toString(seed),
                Boolean.toString(real),
                Integer.toString(rows),
                Integer.toString(held),
                Boolean.toString(fed),
                Integer.toString(pollLimit),
                Integer.toString(everyRows),
                Integer.toString(syncEvery));
    }
}
