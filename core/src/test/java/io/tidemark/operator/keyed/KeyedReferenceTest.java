package io.tidemark.operator.keyed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.KeyedFrame;
import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.DropReason;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A function with state and timers against {@link PlainVisits}: random values, delays, spans, disorder, nulls, equal and negative times, leaps. */
class KeyedReferenceTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, k string, v long");
    private static final int TRIALS = 150;

    @Test
    void shouldEqualThePlainReference() {
        for (int trial = 0; trial < TRIALS; trial++) {
            run(32_452_843L * trial + 3);
        }
    }

    private static void run(long seed) {
        Random random = new Random(seed);
        long delay = random.nextInt(10);
        Long ttl = random.nextInt(3) == 0 ? null : (Long) (long) random.nextInt(12);
        int disorder = 1 + random.nextInt(15);
        int ids = random.nextBoolean() ? 3 : 40;
        String setting = "seed " + seed + ", delay " + delay + ", ttl " + ttl + ", disorder " + disorder;
        PlainVisits reference = new PlainVisits(delay, ttl);
        try (MemoryJournal source = MemoryJournal.of("in", SCHEMA);
                MemoryJournal result = MemoryJournal.output("out");
                QueryInvoker query = frame(source, delay, ttl)
                        .writeStream()
                        .queryName("q")
                        .pollLimit(1 + random.nextInt(9))
                        .to(result)
                        .invoker()) {
            long base = -30;
            int rows = 1 + random.nextInt(150);
            for (int i = 0; i < rows; i++) {
                base += random.nextInt(25) == 0 ? 20 : i % 2;
                long time = base - random.nextInt(disorder);
                String key = random.nextInt(6) == 0 ? null : "k" + random.nextInt(ids);
                long value = random.nextInt(7);
                source.appendValues(Instant.ofEpochSecond(time), key, value);
                reference.add(time, key, value);
                if (random.nextInt(10) == 0) {
                    query.processAllAvailable();
                }
            }
            query.processAllAvailable();
            assertEquals(reference.out(), result.rows(), setting);
            query.drain();
            reference.drain();
            assertEquals(reference.out(), result.rows(), setting);
            assertEquals(reference.late(), query.progress().dropped(DropReason.LATE), setting);
            assertEquals(reference.keys(), query.progress().stateRows(), setting);
        }
    }

    private static StreamFrame frame(MemoryJournal source, long delay, Long ttl) {
        KeyedFrame keyed = Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ofSeconds(delay))
                .groupByKey("k");
        return (ttl == null ? keyed.unboundedState("few keys") : keyed.ttl(Duration.ofSeconds(ttl)))
                .process(new Visits());
    }
}
