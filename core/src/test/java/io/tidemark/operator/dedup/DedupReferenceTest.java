package io.tidemark.operator.dedup;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.expr.Functions;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.metrics.QueryProgress;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OutputMode;
import io.tidemark.row.RowKind;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Deduplication against {@link PlainDedup}: random keys, spans, delays, versions, disorder, nulls, equal and negative times, polls. */
class DedupReferenceTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, k string, ver long, v long");
    private static final int TRIALS = 120;

    @Test
    void shouldEqualThePlainReference() {
        for (int trial = 0; trial < TRIALS; trial++) {
            new Trial(104_729L * trial + 1).run();
        }
    }

    private static final class Trial {
        private final long seed;
        private final Random random;
        private final int delay;
        private final int disorder;
        private final Deduplicate how;
        private final boolean updates;
        private final PlainDedup reference;

        Trial(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.delay = random.nextInt(20);
            this.disorder = 1 + random.nextInt(30);
            this.how = how();
            this.updates = random.nextBoolean();
            this.reference = new PlainDedup(delay, how, updates);
        }

        private Deduplicate how() {
            Deduplicate how = switch (random.nextInt(4)) {
                case 0 -> Deduplicate.by("k", "ts");
                case 1 -> Deduplicate.by("ts");
                case 2 -> Deduplicate.by("k").withinWatermark();
                default -> Deduplicate.by("k").within(Duration.ofSeconds(random.nextInt(40)));
            };
            Keep keep = List.of(Keep.FIRST_ARRIVAL, Keep.EARLIEST_EVENT, Keep.LATEST_EVENT, Keep.greatest("ver"))
                    .get(random.nextInt(4));
            return random.nextBoolean() ? how.keep(keep).conflictsOn("v") : how.keep(keep);
        }

        void run() {
            String setting = "seed " + seed + ": " + how + ", updates " + updates + ", delay " + delay + ", disorder "
                    + disorder;
            try (MemoryJournal source = MemoryJournal.of("in", SCHEMA);
                    MemoryJournal result = MemoryJournal.output("out");
                    QueryInvoker query = stream(source)
                            .writeStream()
                            .queryName("q")
                            .outputMode(updates ? OutputMode.UPDATE : OutputMode.APPEND)
                            .pollLimit(1 + random.nextInt(9))
                            .to(result)
                            .invoker()) {
                boolean many = random.nextInt(4) == 0;
                int rows = 1 + random.nextInt(many ? 400 : 100);
                int ids = many ? 150 : 5;
                long base = -30;
                for (int i = 0; i < rows; i++) {
                    // Many keys and leaps of time make more keys due than one row removes.
                    base += random.nextInt(30) == 0 ? 60 : many ? i % 8 / 7 : i % 2;
                    PlainDedup.Row row = new PlainDedup.Row(
                            base - random.nextInt(disorder),
                            random.nextInt(6) == 0 ? null : "k" + random.nextInt(ids),
                            random.nextInt(6) == 0 ? null : (Long) random.nextLong(4),
                            random.nextInt(2));
                    source.appendValues(Instant.ofEpochSecond(row.time()), row.key(), row.version(), row.value());
                    reference.add(row);
                    if (random.nextInt(10) == 0) {
                        query.processAllAvailable();
                    }
                }
                query.drain();
                reference.drain();
                assertEquals(reference.out(), texts(result), setting);
                QueryProgress progress = query.progress();
                assertEquals(reference.late(), progress.dropped(DropReason.LATE), setting);
                assertEquals(reference.duplicates(), progress.dropped(DropReason.DUPLICATE), setting);
                assertEquals(reference.conflicting(), progress.dropped(DropReason.CONFLICTING), setting);
                QueryProgress.OperatorProgress operator = progress.operators().get(1);
                assertEquals(
                        operator.rowsIn(),
                        operator.rowsAccepted() + reference.late() + reference.duplicates() + reference.conflicting(),
                        setting);
                assertEquals(0, progress.stateRows(), setting);
            }
        }

        private StreamFrame stream(MemoryJournal source) {
            return Tidemark.stream("in", source)
                    .withWatermark("ts", Duration.ofSeconds(delay))
                    .dropDuplicates(how);
        }
    }

    /** The rows that wait hold the watermark back, so that what stands below finds none of them late. */
    @Test
    void shouldLetNoWaitingRowBeLateBelow() {
        for (int trial = 0; trial < TRIALS; trial++) {
            long seed = 15_485_863L * trial + 7;
            Random random = new Random(seed);
            int delay = random.nextInt(20);
            Deduplicate how = Deduplicate.by("k")
                    .within(Duration.ofSeconds(random.nextInt(30)))
                    .keep(List.of(Keep.EARLIEST_EVENT, Keep.LATEST_EVENT, Keep.greatest("ver"))
                            .get(random.nextInt(3)));
            PlainDedup reference = new PlainDedup(delay, how, false);
            try (MemoryJournal source = MemoryJournal.of("in", SCHEMA);
                    MemoryJournal result = MemoryJournal.output("out");
                    QueryInvoker query = Tidemark.stream("in", source)
                            .withWatermark("ts", Duration.ofSeconds(delay))
                            .dropDuplicates(how)
                            .groupBy(Functions.window("ts", Duration.ofSeconds(3)))
                            .agg(Functions.count())
                            .writeStream()
                            .queryName("q")
                            .to(result)
                            .invoker()) {
                for (int i = 0; i < 100; i++) {
                    PlainDedup.Row row = new PlainDedup.Row(
                            i / 2 - random.nextInt(25), "k" + random.nextInt(8), random.nextLong(4), 0);
                    source.appendValues(Instant.ofEpochSecond(row.time()), row.key(), row.version(), row.value());
                    reference.add(row);
                    query.processAllAvailable();
                }
                query.drain();
                reference.drain();
                long counted = result.rows().stream()
                        .mapToLong(row -> (Long) row.get(2))
                        .sum();
                assertEquals(reference.out().size(), counted, "seed " + seed + ": " + how);
                assertEquals(0, query.progress().operators().get(2).dropped(DropReason.LATE), "seed " + seed);
                assertEquals(0, query.progress().stateRows(), "seed " + seed);
            }
        }
    }

    private static List<String> texts(MemoryJournal result) {
        List<String> texts = new ArrayList<>();
        List<List<Object>> rows = result.rows();
        for (int i = 0; i < rows.size(); i++) {
            List<Object> row = rows.get(i);
            texts.add(((Instant) row.get(0)).getEpochSecond() + " " + row.get(1) + " " + row.get(2) + " " + row.get(3)
                    + (result.kind(i) == RowKind.UPDATE_AFTER ? " again" : ""));
        }
        return texts;
    }
}
