package io.tidemark.operator.asof;

import static io.tidemark.expr.Functions.col;

import io.tidemark.AsOfFrame;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.journal.JournalSource;
import io.tidemark.operator.asof.AsOfJoin.Emit;
import io.tidemark.operator.asof.AsOfJoin.Ties;
import io.tidemark.operator.asof.AsOfJoin.Type;
import io.tidemark.operator.asof.JoinInput.Arrival;
import io.tidemark.time.AsOfDirection;
import io.tidemark.time.TimeSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * An as-of join and its input.
 *
 * @param tolerance in nanoseconds, or null
 * @param inclusive whether a row exactly at the watermark is late
 * @param leftDelay delay of the watermark of the left side in nanoseconds
 */
record AsOfCase(
        AsOfDirection direction,
        boolean strict,
        Long tolerance,
        Ties ties,
        Emit emit,
        Type type,
        boolean ends,
        boolean inclusive,
        long leftDelay,
        long rightDelay,
        List<Arrival> arrivals) {
    static AsOfCase random(Random random, Emit emit) {
        AsOfDirection direction = AsOfDirection.values()[random.nextInt(3)];
        boolean strict = random.nextInt(3) == 0;
        Long tolerance = random.nextInt(2) == 0 ? null : (Long) (random.nextInt(8) + (strict ? 1L : 0L));
        Ties[] ties = emit == Emit.CORRECTING ? new Ties[] {Ties.LAST, Ties.FIRST} : Ties.values();
        boolean ends = direction == AsOfDirection.BACKWARD && random.nextInt(3) == 0;
        return new AsOfCase(
                direction,
                strict,
                tolerance,
                ties[random.nextInt(ties.length)],
                emit,
                Type.values()[random.nextInt(2)],
                ends,
                random.nextInt(4) == 0,
                random.nextInt(3) * 4,
                random.nextInt(3) * 4,
                arrivals(random, ends));
    }

    /** Two sides of which now this one, now that one is ahead, each with some disorder, rows of equal times, and nulls. */
    private static List<Arrival> arrivals(Random random, boolean ends) {
        List<Arrival> arrivals = new ArrayList<>();
        int rows = 1 + random.nextInt(60);
        int step = 1 + random.nextInt(3);
        long[] clock = {-20, -20 + random.nextInt(41) - 20};
        double share = 0.2 + random.nextDouble() * 0.6;
        int keys = 1 + random.nextInt(3);
        for (int i = 0; i < rows; i++) {
            if (random.nextInt(12) == 0) {
                share = 0.1 + random.nextDouble() * 0.8;
            }
            boolean left = random.nextDouble() < share;
            int side = left ? 0 : 1;
            clock[side] += random.nextInt(step + 1);
            long ts = clock[side] - (random.nextInt(3) == 0 ? random.nextInt(9) : 0);
            String key = random.nextInt(20) == 0 ? null : "key-" + random.nextInt(keys);
            Long time = random.nextInt(40) == 0 ? null : (Long) ts;
            Long until = ends && !left && random.nextInt(3) == 0 ? (Long) (ts + random.nextInt(6)) : null;
            boolean deletes = ends && !left && random.nextInt(5) == 0;
            arrivals.add(new Arrival(left, time, key, i, until, deletes));
        }
        return arrivals;
    }

    AsOfCase without(int index) {
        List<Arrival> fewer = new ArrayList<>(arrivals);
        fewer.remove(index);
        return new AsOfCase(
                direction, strict, tolerance, ties, emit, type, ends, inclusive, leftDelay, rightDelay, fewer);
    }

    TimeSettings time() {
        return inclusive ? TimeSettings.NATIVE.with(TimeSettings.Equality.SPARK) : TimeSettings.NATIVE;
    }

    StreamFrame query(JournalSource left, JournalSource right) {
        AsOfFrame frame = Tidemark.stream("left", left)
                .withWatermark("ts", Duration.ofNanos(leftDelay))
                .asOf(Tidemark.stream("right", right).withWatermark("rts", Duration.ofNanos(rightDelay)))
                .on(col("k"), col("rk"))
                .ties(ties)
                .emit(emit);
        frame = switch (direction) {
            case BACKWARD -> frame.backward();
            case FORWARD -> frame.forward();
            case NEAREST -> frame.nearest();
        };
        frame = strict ? frame.strict() : frame;
        frame = tolerance == null ? frame : frame.tolerance(Duration.ofNanos(tolerance));
        frame = ends ? frame.validUntil("until") : frame;
        return frame.join(type);
    }
}
