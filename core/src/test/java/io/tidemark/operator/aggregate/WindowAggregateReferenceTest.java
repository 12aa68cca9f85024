package io.tidemark.operator.aggregate;

import static io.tidemark.expr.Functions.avg;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.first;
import static io.tidemark.expr.Functions.last;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.QueryInvoker;
import io.tidemark.Tidemark;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.DropReason;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Random input with disorder, nulls, equal and negative times against {@link ReferenceBars}, however it is cut into polls. */
class WindowAggregateReferenceTest {
    private static final Schema SCHEMA =
            Schema.parse("ts timestamp, k string, l long, d decimal(10,2), f double, t string");
    private static final String[] TEXTS = {
        "", "a", "Zebra", "\u00e4\u00f6\u00fc", "\ud83d\ude00", "\uffee", "a longer text than the others, by far"
    };

    @Property(tries = 200)
    void shouldEqualTheReference(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 300) int rows,
            @ForAll @IntRange(min = 1, max = 40) int size,
            @ForAll @IntRange(min = 0, max = 60) int delay,
            @ForAll @IntRange(min = 1, max = 9) int keys,
            @ForAll @IntRange(min = 1, max = 50) int pollLimit) {
        Random random = new Random(seed);
        ReferenceBars reference = new ReferenceBars(size, delay);
        try (MemoryJournal source = MemoryJournal.of("in", SCHEMA);
                MemoryJournal result = MemoryJournal.output("out");
                QueryInvoker query = query(source, result, size, delay, pollLimit)) {
            for (int i = 0; i < rows; i++) {
                Object[] row = row(random, i, keys);
                source.appendValues(
                        row[0] == null ? null : Instant.ofEpochSecond((Long) row[0]),
                        row[1],
                        row[2],
                        row[3],
                        row[4],
                        row[5]);
                reference.add(row, i);
                if (random.nextInt(20) == 0) {
                    query.processAllAvailable();
                }
            }
            query.drain();
            reference.drain(rows - 1);
            assertEquals(reference.rows(), result.rows());
            assertEquals(reference.late(), query.progress().dropped(DropReason.LATE));
            List<Long> causes = new ArrayList<>();
            for (long i = 0; i < result.size(); i++) {
                assertEquals(i, result.sequence(i));
                causes.add(result.cause(i));
            }
            assertEquals(reference.causes(), causes);
            assertEquals(0, query.progress().stateRows(), "state must be empty after a drain");
        }
    }

    private static Object[] row(Random random, int i, int keys) {
        Long time = random.nextInt(30) == 0 ? null : Long.valueOf(i / 2 - 50 - random.nextInt(60));
        int key = random.nextInt(keys + 1);
        return new Object[] {
            time,
            key == keys ? null : TEXTS[key % TEXTS.length] + key,
            random.nextInt(4) == 0 ? null : (Object) (long) (random.nextInt(2001) - 1000),
            random.nextInt(4) == 0 ? null : BigDecimal.valueOf(random.nextInt(200_001) - 100_000, 2),
            random.nextInt(4) == 0 ? null : (Object) (double) (random.nextInt(2001) - 1000),
            random.nextInt(4) == 0 ? null : TEXTS[random.nextInt(TEXTS.length)].repeat(1 + random.nextInt(3))
        };
    }

    private static QueryInvoker query(MemoryJournal source, MemoryJournal result, int size, int delay, int pollLimit) {
        return Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ofSeconds(delay))
                .groupBy(window("ts", Duration.ofSeconds(size)), "k")
                .agg(
                        count(),
                        count("l"),
                        sum("l"),
                        min("l"),
                        max("l"),
                        avg("l"),
                        sum("d"),
                        avg("d"),
                        max("d"),
                        sum("f"),
                        min("f"),
                        min("t"),
                        max("t"),
                        first("t"),
                        last("l"),
                        last("d"))
                .writeStream()
                .queryName("bars")
                .pollLimit(pollLimit)
                .to(result)
                .invoker();
    }
}
