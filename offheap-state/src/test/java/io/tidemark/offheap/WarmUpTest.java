package io.tidemark.offheap;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.lit;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.sliding;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.QueryDirectory;
import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.engine.ReplayVerification;
import io.tidemark.engine.StoredState;
import io.tidemark.engine.WarmUp;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.function.UserFunctions;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.journal.RecordHandler;
import io.tidemark.journal.ScratchJournal;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.join.JoinType;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.StateBackendFactory;
import io.tidemark.state.heap.HeapState;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A query that was warmed up does exactly what one does that was not: rows, dropped rows, order, counters, positions, state and checkpoints, also after a restart. */
class WarmUpTest {
    private static final Schema TRADES =
            Schema.parse("ts timestamp, k long, v long, name string, price decimal(18,4), x double");
    private static final Schema QUOTES = Schema.parse("ts timestamp not null, k long, bid double");
    private static final Duration DELAY = Duration.ofSeconds(5);

    @TempDir
    private Path base;

    private enum Work {
        TUMBLING {
            @Override
            StreamWriter query(StreamFrame trades, StreamFrame quotes) {
                return trades.groupBy(window("ts", Duration.ofSeconds(10)), "name")
                        .agg(count().as("n"), sum("price").as("total"), max("x").as("high"))
                        .writeStream();
            }
        },
        SLIDING_UPDATE {
            @Override
            StreamWriter query(StreamFrame trades, StreamFrame quotes) {
                return trades.groupBy(sliding("ts", Duration.ofSeconds(20), Duration.ofSeconds(5)), "k")
                        .agg(count().as("n"), sum("v").as("total"))
                        .writeStream()
                        .outputMode(OutputMode.UPDATE);
            }
        },
        DEDUP {
            @Override
            StreamWriter query(StreamFrame trades, StreamFrame quotes) {
                return trades.dropDuplicatesWithinWatermark("k", "name").writeStream();
            }
        },
        JOIN {
            @Override
            StreamWriter query(StreamFrame trades, StreamFrame quotes) {
                StreamFrame right = quotes.select(col("ts").as("qts"), col("k").as("qk"), col("bid"));
                return trades.join(
                                right,
                                JoinType.LEFT_OUTER,
                                col("k").eq(col("qk"))
                                        .and(col("qts").ge(col("ts").minus(Duration.ofSeconds(4))))
                                        .and(col("qts").le(col("ts").plus(Duration.ofSeconds(4)))))
                        .writeStream();
            }
        },
        AS_OF {
            @Override
            StreamWriter query(StreamFrame trades, StreamFrame quotes) {
                return trades.asOf(quotes)
                        .on("k")
                        .backward()
                        .tolerance(Duration.ofSeconds(30))
                        .rightPrefix("q_")
                        .left()
                        .writeStream();
            }
        },
        /** Divides by zero in the warm-up, for a key that no real row has. */
        FAILING {
            @Override
            StreamWriter query(StreamFrame trades, StreamFrame quotes) {
                return trades.withColumn("share", lit(100).divide(col("k").minus(50)))
                        .groupBy(window("ts", Duration.ofSeconds(10)), "k")
                        .agg(sum("share").as("shares"))
                        .writeStream();
            }
        },
        COMPLETE {
            @Override
            StreamWriter query(StreamFrame trades, StreamFrame quotes) {
                return trades.groupBy("k")
                        .unboundedState("12 keys")
                        .agg(count().as("n"))
                        .writeStream()
                        .outputMode(OutputMode.COMPLETE);
            }
        };

        abstract StreamWriter query(StreamFrame trades, StreamFrame quotes);
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveNoTrace(Work work) {
        assertTrace(work, ChronicleState.withLimit(16 << 20));
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveNoTraceOnTheHeap(Work work) {
        assertTrace(work, HeapState.withLimit(16 << 20));
    }

    @Test
    void shouldHandNothingToACallbackAndNeedNoDirectory() {
        AtomicInteger rows = new AtomicInteger();
        try (MemoryJournal trades = MemoryJournal.of("trades", TRADES)) {
            StreamFrame frame = Tidemark.stream("trades", trades).withWatermark("ts", DELAY);
            try (QueryInvoker query = Work.TUMBLING
                    .query(frame, null)
                    .queryName("warm")
                    .foreach((row, sequence) -> rows.incrementAndGet())
                    .warmUp(WarmUp.made(2_000))
                    .invoker()) {
                query.processAllAvailable();
                assertEquals(0, rows.get());
                assertEquals(0, query.progress().rowsRead());
                assertEquals(0, query.progress().stateRows());
            }
        }
    }

    @Test
    void shouldRehearseRecordedRows() {
        AtomicInteger read = new AtomicInteger();
        try (MemoryJournal trades = MemoryJournal.of("trades", TRADES);
                MemoryJournal recorded = MemoryJournal.of("recorded", TRADES);
                RowWriter row = new RowWriter()) {
            for (int i = 0; i < 100; i++) {
                row.start(TRADES);
                row.setLong(0, i * 1_000_000_000L);
                row.setString(3, "seen");
                recorded.append(row);
            }
            StreamFrame frame = Tidemark.stream("trades", trades).withWatermark("ts", DELAY);
            try (QueryInvoker query = Work.TUMBLING
                    .query(frame, null)
                    .queryName("warm")
                    .to(new Counting(read))
                    .warmUp(WarmUp.made(1_000).with("trades", recorded))
                    .invoker()) {
                assertEquals(10, read.get());
                assertEquals(0, query.progress().rowsRead());
            }
        }
    }

    @Test
    void shouldRefuseANumberOfRowsThatIsNotPossible() {
        for (int rows : new int[] {-1, 10_000_001}) {
            TidemarkException refused = assertThrows(TidemarkException.class, () -> WarmUp.made(rows));
            assertEquals(ErrorCode.SETTING_INVALID, refused.code());
        }
    }

    /** A sink that counts what a warm-up appends to its scratch journal. */
    private record Counting(AtomicInteger rows) implements JournalSink {
        @Override
        public String name() {
            return "counting";
        }

        @Override
        public JournalWriter openWriter(Schema schema) {
            return MemoryJournal.output("real").openWriter(schema);
        }

        @Override
        public ScratchJournal scratch(Path directory, Schema schema) {
            MemoryJournal memory = MemoryJournal.withIngestTime("scratch", schema);
            JournalSink counting = new JournalSink() {
                @Override
                public String name() {
                    return "scratch";
                }

                @Override
                public JournalWriter openWriter(Schema rowSchema) {
                    return new JournalWriter() {
                        @Override
                        public long lastSequence() {
                            return -1;
                        }

                        @Override
                        public void append(RowView row, long sequence) {
                            rows.incrementAndGet();
                        }

                        @Override
                        public void close() {
                            // Nothing is open.
                        }
                    };
                }
            };
            return new ScratchJournal(memory, counting, memory);
        }
    }

    private void assertTrace(Work work, StateBackendFactory state) {
        List<String> without = new Life(work, state, "without", writer -> writer).live();
        List<String> with = new Life(work, state, "with", writer -> writer.warmUp(WarmUp.made(2_000))).live();
        for (int i = 0; i < Math.min(with.size(), without.size()); i++) {
            assertEquals(tables(without.get(i)), tables(with.get(i)), "line " + i);
        }
        assertEquals(without.size(), with.size());
        assertTrue(without.size() > 150, "lines " + without.size());
    }

    /** An index that was restored empty takes fewer buckets than a new one, as after any restart: bytes of state are left out. */
    private static String tables(String line) {
        return line.replaceAll("stateBytes=\\d+", "");
    }

    /** A run with a restart in the middle, and all that can be seen of it. */
    private final class Life {
        private final Work work;
        private final StateBackendFactory state;
        private final Path directory;
        private final UnaryOperator<StreamWriter> settings;
        private final MemoryJournal trades = MemoryJournal.withIngestTime("trades", TRADES);
        private final MemoryJournal quotes = MemoryJournal.withIngestTime("quotes", QUOTES);
        private final MemoryJournal result = MemoryJournal.output("result");
        private final MemoryJournal late = MemoryJournal.output("late");
        private final MemoryJournal order = MemoryJournal.output("order");
        private final Random random = new Random(7);
        private final List<String> seen = new ArrayList<>();
        private long second = 1_700_000_000L;

        Life(Work work, StateBackendFactory state, String name, UnaryOperator<StreamWriter> settings) {
            this.work = work;
            this.state = state;
            this.directory = base.resolve(name);
            this.settings = settings;
        }

        List<String> live() {
            try (trades;
                    quotes;
                    result;
                    late;
                    order) {
                append(400);
                run(false);
                append(400);
                run(false);
                append(50);
                run(true);
                read("result", result);
                read("late", late);
                read("order", order);
            }
            return seen;
        }

        private void run(boolean drain) {
            StreamFrame left = Tidemark.stream("trades", trades).withWatermark("ts", DELAY);
            StreamFrame right = Tidemark.stream("quotes", quotes).withWatermark("ts", DELAY);
            StreamWriter writer = work.query(left, right);
            settings.apply(writer.queryName("life")
                    .state(state)
                    .directory(directory)
                    .checkpoints(CheckpointSettings.onDemand())
                    .pollLimit(16)
                    .to(result)
                    .order(order)
                    .dropped(DropReason.LATE, late));
            try (QueryInvoker query = writer.invoker()) {
                assertFalse(Files.exists(directory.resolve("warm-up")));
                seen.add("opened " + query.progress());
                query.processAllAvailable();
                seen.add("checkpoint " + query.checkpoint());
                append(20);
                query.processAllAvailable();
                seen.add("read " + query.progress());
                if (drain) {
                    query.drain();
                    seen.add("drained " + query.progress());
                }
            }
            dump();
        }

        private void dump() {
            try (StoredState stored =
                    QueryDirectory.open(directory, UserFunctions.NONE).state(ReplayVerification.NEWEST, state)) {
                seen.add("manifest " + stored.manifest().number() + " "
                        + stored.manifest().commit());
                stored.dump(StoredState.Filter.ALL, seen::add);
            }
        }

        private void append(int rows) {
            try (RowWriter row = new RowWriter()) {
                for (int i = 0; i < rows; i++) {
                    second += random.nextInt(3) == 0 ? 1 : 0;
                    long time = (second - (random.nextInt(6) == 0 ? random.nextInt(20) : 0)) * 1_000_000_000L;
                    row.start(TRADES);
                    row.setLong(0, time);
                    if (random.nextInt(20) > 0) {
                        row.setLong(1, random.nextInt(12));
                    }
                    row.setLong(2, i);
                    row.setString(3, "name " + random.nextInt(5));
                    row.setDecimal(4, BigDecimal.valueOf(random.nextInt(10_000), 4));
                    row.setDouble(5, random.nextDouble());
                    trades.append(row.finish().origin(0, time, RowKind.INSERT));
                    row.start(QUOTES);
                    row.setLong(0, time);
                    row.setLong(1, random.nextInt(12));
                    row.setDouble(2, i);
                    quotes.append(row.finish().origin(0, time, RowKind.INSERT));
                }
            }
        }

        private void read(String name, MemoryJournal journal) {
            try (JournalReader reader = journal.openReader()) {
                RecordHandler handler = new RecordHandler() {
                    @Override
                    public void onRow(RowView row) {
                        seen.add(name + " " + row.kind() + " " + row + " " + reader.cause() + " "
                                + reader.causeSource());
                    }

                    @Override
                    public void onInvalid(RowView record, String reason) {
                        throw new IllegalStateException(reason);
                    }
                };
                while (reader.poll(handler, 100) > 0) {
                    continue;
                }
            }
        }
    }
}
