package io.tidemark.operator.join;

import io.tidemark.time.TimeSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random join. Pairs have equal keys, {@code lower <= right time - left time <= upper} where there is such a bound (exclusive ones leave the
 * bound itself out), and pass the conditions that are on.
 *
 * @param lower milliseconds, or null
 * @param upper milliseconds, or null
 * @param leftOnly whether left values must be above 2
 * @param rightOnly whether right values must be above 2
 * @param rest whether the sum of the values must not be a multiple of 3
 * @param batch rows of a batch, or 0 where the watermark moves row by row
 */
record JoinCase(
        JoinType type,
        JoinWatermark watermark,
        Long lower,
        Long upper,
        boolean exclusive,
        boolean leftOnly,
        boolean rightOnly,
        boolean rest,
        long leftDelay,
        long rightDelay,
        int batch,
        TimeSettings time,
        List<JoinRow> rows) {

    static JoinCase random(Random random) {
        JoinType type = JoinType.values()[random.nextInt(JoinType.values().length)];
        Long lower = random.nextInt(4) > 0 || type == JoinType.RIGHT_OUTER || type == JoinType.FULL_OUTER
                ? (Long) (long) (random.nextInt(30) - 20)
                : null;
        boolean needsUpper = type != JoinType.INNER && type != JoinType.RIGHT_OUTER;
        Long upper = random.nextInt(4) > 0 || needsUpper
                ? (Long) ((lower == null ? -5 : lower) + (long) random.nextInt(30))
                : null;
        int batch = random.nextInt(3) == 0 ? 1 + random.nextInt(12) : 0;
        TimeSettings time = TimeSettings.NATIVE
                .with(batch == 0 ? TimeSettings.Advance.PER_ROW : TimeSettings.Advance.PER_BATCH)
                .with(random.nextBoolean() ? TimeSettings.Equality.NATIVE : TimeSettings.Equality.SPARK);
        List<JoinRow> rows = new ArrayList<>();
        int count = 1 + random.nextInt(120);
        int keys = 1 + random.nextInt(3);
        long now = random.nextInt(400) - 200;
        for (int i = 0; i < count; i++) {
            now += random.nextInt(5) == 0 ? random.nextInt(12) : random.nextInt(2);
            long at = now - (random.nextInt(3) == 0 ? random.nextInt(25) : 0);
            String key = random.nextInt(12) == 0 ? null : "k" + random.nextInt(keys);
            rows.add(new JoinRow(random.nextBoolean(), at, key, random.nextInt(9)));
        }
        return new JoinCase(
                type,
                random.nextBoolean() ? JoinWatermark.MERGED : JoinWatermark.PER_INPUT,
                lower,
                upper,
                random.nextInt(3) == 0,
                random.nextInt(4) == 0,
                random.nextInt(4) == 0,
                random.nextInt(3) == 0,
                random.nextInt(20),
                random.nextInt(20),
                batch,
                time,
                rows);
    }

    JoinCase with(List<JoinRow> fewer) {
        return new JoinCase(
                type,
                watermark,
                lower,
                upper,
                exclusive,
                leftOnly,
                rightOnly,
                rest,
                leftDelay,
                rightDelay,
                batch,
                time,
                fewer);
    }
}
