package io.tidemark.operator.keyed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Functions;
import io.tidemark.function.KeyContext;
import io.tidemark.function.KeyedFunction;
import io.tidemark.function.RowOutput;
import io.tidemark.function.StateLayout;
import io.tidemark.function.UserFunctions;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.OutputMode;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KeyedTest {
    private static final Duration TEN = Duration.ofSeconds(10);

    private final MemoryJournal source = MemoryJournal.of("in", Schema.parse("ts timestamp, k string, v long"));
    private final MemoryJournal result = MemoryJournal.output("out");

    @AfterEach
    void close() {
        source.close();
        result.close();
    }

    /** Says when no row of a key came for some time: the time of the row that is missed. */
    private static final class Silence implements KeyedFunction {
        private final StateLayout state = new StateLayout();
        private final StateLayout.LongValue expected = state.longValue("expected");
        private final Schema output = Schema.parse("at timestamp, k string");
        private final long lateNs;
        private final int version;

        /** A silence; what comes out says a time that is too early by {@code lateNs}. */
        Silence(long lateNs, int version) {
            this.lateNs = lateNs;
            this.version = version;
        }

        Silence() {
            this(0, 1);
        }

        @Override
        public String name() {
            return "silence";
        }

        @Override
        public int version() {
            return version;
        }

        @Override
        public StateLayout state() {
            return state;
        }

        @Override
        public Schema output() {
            return output;
        }

        @Override
        public String eventTime() {
            return "at";
        }

        @Override
        public void onRow(RowView row, KeyContext key, RowOutput out) {
            if (row.getLong(2) < 0) {
                throw new IllegalArgumentException("v is " + row.getLong(2));
            }
            if (key.isSet(expected)) {
                key.deleteTimer(key.get(expected));
            }
            key.set(expected, Math.max(key.get(expected), row.getLong(0) + TEN.toNanos()));
            key.registerTimer(key.get(expected));
        }

        @Override
        public void onTimer(long timeNs, KeyContext key, RowOutput out) {
            RowWriter row = out.begin();
            row.setLong(0, timeNs - lateNs);
            row.copy(1, key.key(), 0);
            out.emit();
            key.clearAll();
        }
    }

    @Test
    void shouldCallATimerWhenEveryRowUpToItsTimeIsIn() {
        row(0, "a");
        row(1, "b");
        row(10, "z");
        try (QueryInvoker query = query(silence())) {
            query.processAllAvailable();
            assertEquals(List.of(), result.rows());
            row(11, "z");
            query.processAllAvailable();
            assertEquals(List.of(List.of(at(10), "a")), result.rows());
            assertEquals(List.of(3L), List.of(result.cause(0)));
            row(11, "b");
            row(12, "z");
            query.processAllAvailable();
            assertEquals(1, result.size());
            query.drain();
            assertEquals(List.of(List.of(at(10), "a"), List.of(at(21), "b"), List.of(at(22), "z")), result.rows());
            assertEquals(0, query.progress().stateRows());
        }
    }

    @Test
    void shouldLetWindowsFollow() {
        row(0, "a");
        row(1, "b");
        row(50, "z");
        row(90, "y");
        try (QueryInvoker query = query(frame ->
                silence().apply(frame).groupBy(Functions.window("at", TEN)).agg(Functions.count()))) {
            query.processAllAvailable();
            assertEquals(List.of(List.of(at(10), at(20), 2L), List.of(at(60), at(70), 1L)), result.rows());
        }
    }

    @Test
    void shouldRefuseARowThatIsLateForWhatStandsBelow() {
        row(0, "a");
        row(8, "z");
        row(30, "z");
        TidemarkException error = assertThrows(
                TidemarkException.class,
                () -> query(frame -> frame.groupByKey("k").ttl(TEN).process(new Silence(3_000_000_000L, 1)))
                        .processAllAvailable());
        assertEquals(ErrorCode.ROW_BEFORE_WATERMARK, error.code());
        assertTrue(
                error.getMessage().contains("1970-01-01T00:00:07Z")
                        && error.getMessage().contains("'silence'"),
                error.getMessage());
    }

    @Test
    void shouldSayWhichFunctionThrew() {
        source.appendValues(at(0), "a", -7L);
        TidemarkException error =
                assertThrows(TidemarkException.class, () -> query(silence()).processAllAvailable());
        assertEquals(ErrorCode.FUNCTION_FAILED, error.code());
        assertTrue(
                error.getMessage().contains("'silence'") && error.getMessage().contains("v is -7"), error.getMessage());
    }

    @Test
    void shouldRefuseTimersWithoutAWatermark() {
        row(0, "a");
        TidemarkException error = assertThrows(
                TidemarkException.class,
                () -> Tidemark.stream("in", source)
                        .groupByKey("k")
                        .unboundedState("few")
                        .process(new Silence())
                        .writeStream()
                        .queryName("q")
                        .to(result)
                        .invoker()
                        .processAllAvailable());
        assertEquals(ErrorCode.WATERMARK_MISSING, error.code());
    }

    @Test
    void shouldForgetAKeyAfterItsTimeToLive() {
        row(0, "a");
        row(10, "z");
        row(15, "z");
        try (QueryInvoker query =
                query(frame -> frame.groupByKey("k").ttl(Duration.ofSeconds(4)).process(new Silence()))) {
            query.processAllAvailable();
            assertEquals(List.of(), result.rows());
            query.drain();
            assertEquals(0, query.progress().stateRows());
            assertEquals(List.of(), result.rows());
        }
    }

    @Test
    void shouldRefuseWhatHasNoBoundOrIsNotThere() {
        assertEquals(
                List.of(ErrorCode.STATE_UNBOUNDED),
                codes(timed().groupByKey("k").process(new Silence()), OutputMode.APPEND));
        assertEquals(
                List.of(ErrorCode.WATERMARK_MISSING),
                codes(
                        Tidemark.stream("in", source).groupByKey("k").ttl(TEN).process(new Silence()),
                        OutputMode.APPEND));
        assertEquals(
                List.of(ErrorCode.COLUMN_UNKNOWN, ErrorCode.SETTING_INVALID),
                codes(timed().groupByKey("q").ttl(TEN.negated()).process(new Silence()), OutputMode.APPEND));
        assertEquals(
                List.of(ErrorCode.MODE_UNSUPPORTED),
                codes(timed().groupByKey("k").ttl(TEN).process(new Silence()), OutputMode.COMPLETE));
        assertEquals(
                List.of(ErrorCode.FUNCTION_UNSUPPORTED),
                codes(
                        timed().groupByKey("k").ttl(TEN).process(new Silence()).functions(UserFunctions.NONE),
                        OutputMode.APPEND));
    }

    @Test
    void shouldTakeTheVersionIntoTheFingerprint() {
        assertEquals(fingerprint(new Silence(0, 1)), fingerprint(new Silence(0, 1)));
        assertTrue(!fingerprint(new Silence(0, 1)).equals(fingerprint(new Silence(0, 2))));
        assertTrue(explain(new Silence()).contains("emission: at once"), explain(new Silence()));
    }

    private String fingerprint(KeyedFunction function) {
        String text = explain(function);
        return text.substring(text.indexOf("fingerprint"));
    }

    private String explain(KeyedFunction function) {
        return timed().groupByKey("k").ttl(TEN).process(function).writeStream().explain();
    }

    private StreamFrame timed() {
        return Tidemark.stream("in", source).withWatermark("ts", Duration.ZERO);
    }

    private static Function<StreamFrame, StreamFrame> silence() {
        return frame -> frame.groupByKey("k").ttl(Duration.ofMinutes(1)).process(new Silence());
    }

    private QueryInvoker query(Function<StreamFrame, StreamFrame> plan) {
        return plan.apply(timed()).writeStream().queryName("q").to(result).invoker();
    }

    private List<ErrorCode> codes(StreamFrame frame, OutputMode mode) {
        return assertThrows(
                        TidemarkException.class,
                        () -> frame.writeStream()
                                .queryName("q")
                                .outputMode(mode)
                                .to(result)
                                .build())
                .problems()
                .stream()
                .map(Problem::code)
                .toList();
    }

    private void row(long seconds, String key) {
        source.appendValues(at(seconds), key, 1L);
    }

    private static Instant at(long seconds) {
        return Instant.ofEpochSecond(seconds);
    }
}
