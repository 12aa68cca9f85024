package io.tidemark.operator.aggregate;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.first;
import static io.tidemark.expr.Functions.last;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.sum;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.expr.FixedWindow;
import io.tidemark.expr.Window;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.metrics.QueryProgress;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OutputMode;
import io.tidemark.row.Schema;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Panes against {@link ExpandedWindows}: random sizes, slides, offsets, delays, disorder, negative times, polls and cuts. */
class SlidingReferenceTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, k string, v long");
    private static final int TRIALS = 150;

    private enum Form {
        APPEND,
        UPDATE,
        UPDATE_AT_CUTS,
        COMPLETE
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void shouldEqualExpandThenAggregate(Form form) {
        for (int trial = 0; trial < TRIALS; trial++) {
            new Trial(form, 7_919L * trial + form.ordinal()).run();
        }
    }

    private static final class Trial {
        private final Form form;
        private final long seed;
        private final Random random;
        private final int size;
        private final int slide;
        private final int offset;
        private final int delay;
        private final int cutEvery;
        private final boolean gaps;
        private final ExpandedWindows reference;

        Trial(Form form, long seed) {
            this.form = form;
            this.seed = seed;
            this.random = new Random(seed);
            this.size = 1 + random.nextInt(24);
            this.gaps = random.nextInt(6) == 0;
            this.slide = gaps ? size + random.nextInt(10) : 1 + random.nextInt(size);
            this.offset = random.nextInt(2 * slide - 1) - slide + 1;
            this.delay = random.nextInt(30);
            this.cutEvery = 1 + random.nextInt(9);
            this.reference = new ExpandedWindows(size, slide, offset, delay);
        }

        void run() {
            long pane = BigInteger.valueOf(size).gcd(BigInteger.valueOf(slide)).longValue();
            String setting = form + ", seed " + seed + ", size " + size + ", slide " + slide + ", offset " + offset
                    + ", delay " + delay + ", cut every " + cutEvery;
            try (MemoryJournal source = MemoryJournal.of("in", SCHEMA);
                    MemoryJournal result = MemoryJournal.output("out");
                    QueryInvoker query = query(source, result).invoker()) {
                int rows = 1 + random.nextInt(120);
                for (int i = 0; i < rows; i++) {
                    long time = i / 2 - 30 - random.nextInt(25);
                    String key = "k" + random.nextInt(4);
                    long value = random.nextInt(100);
                    source.appendValues(Instant.ofEpochSecond(time), key, value);
                    onRow(time, key, value, pane);
                    if ((i + 1) % cutEvery == 0) {
                        onCut(pane);
                    }
                    if (random.nextInt(10) == 0) {
                        query.processAllAvailable();
                    }
                }
                query.drain();
                onCut(pane);
                reference.drain();
                if (form == Form.APPEND) {
                    reference.emitComplete(pane);
                }
                assertTrue(reference.rows().equals(result.rows()), setting);
                QueryProgress progress = query.progress();
                assertEquals(form == Form.COMPLETE ? 0 : reference.late(), progress.dropped(DropReason.LATE), setting);
                assertEquals(reference.noWindow(), progress.dropped(DropReason.NO_WINDOW), setting);
                if (form != Form.COMPLETE) {
                    assertEquals(
                            reference.partlyLate(), progress.operators().get(1).rowsPartlyLate(), setting);
                    assertEquals(0, progress.stateRows(), setting);
                }
            }
        }

        private void onRow(long time, String key, long value, long pane) {
            List<Long> entered = reference.add(time, key, value);
            if (form == Form.UPDATE) {
                entered.forEach(start -> reference.emitGroup(start, key));
            }
            if (form == Form.COMPLETE) {
                return;
            }
            reference.advance(time);
            if (form == Form.APPEND) {
                reference.emitComplete(pane);
            } else {
                if (form == Form.UPDATE_AT_CUTS) {
                    reference.emitTouched(true);
                }
                reference.evict();
            }
        }

        private void onCut(long pane) {
            if (form == Form.UPDATE_AT_CUTS) {
                reference.emitTouched(false);
            } else if (form == Form.COMPLETE) {
                reference.emitAll(pane);
            }
        }

        private StreamWriter query(MemoryJournal source, MemoryJournal result) {
            Window window = new Window(
                    col("ts").expression(),
                    new FixedWindow(
                            Duration.ofSeconds(size).toNanos(),
                            Duration.ofSeconds(slide).toNanos(),
                            Duration.ofSeconds(offset).toNanos(),
                            gaps),
                    "window");
            StreamWriter writer = Tidemark.stream("in", source)
                    .withWatermark("ts", Duration.ofSeconds(delay))
                    .groupBy(window, "k")
                    .unboundedState("a test")
                    .agg(count(), sum("v"), min("v"), first("v"), last("v"))
                    .writeStream()
                    .queryName("q")
                    .pollLimit(1 + random.nextInt(20))
                    .cutEvery(cutEvery)
                    .to(result);
            return switch (form) {
                case APPEND -> writer;
                case UPDATE -> writer.outputMode(OutputMode.UPDATE);
                case UPDATE_AT_CUTS -> writer.outputMode(OutputMode.UPDATE).conflated();
                case COMPLETE -> writer.outputMode(OutputMode.COMPLETE);
            };
        }
    }
}
