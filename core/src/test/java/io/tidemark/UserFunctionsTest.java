package io.tidemark;

import static io.tidemark.expr.Functions.aggregate;
import static io.tidemark.expr.Functions.call;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.sliding;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.accumulator.Span;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.eval.CallSite;
import io.tidemark.expr.eval.Evaluator;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.expr.eval.NodeContext;
import io.tidemark.expr.eval.ScalarFunction;
import io.tidemark.expr.eval.Signature;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.function.AggregateArguments;
import io.tidemark.function.AggregateResult;
import io.tidemark.function.AggregateSlots;
import io.tidemark.function.UserAggregate;
import io.tidemark.function.UserFunctions;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.QuerySettings;
import io.tidemark.plan.Analyzer;
import io.tidemark.plan.Fingerprint;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class UserFunctionsTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, k string, x long");

    /** {@code collatz(n)}: the next number. */
    static final class Collatz implements ScalarFunction {
        private final int version;

        Collatz(int version) {
            this.version = version;
        }

        @Override
        public String name() {
            return "collatz";
        }

        @Override
        public int version() {
            return version;
        }

        @Override
        public Signature resolve(CallSite call) {
            return call.accepts(1, 1) ? new Signature(List.of(DataType.LONG), DataType.LONG, call.nullable(0)) : null;
        }

        @Override
        public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
            return context.node(Next.class, arguments.get(0).asLong());
        }

        static final class Next implements LongEvaluator {
            private final LongEvaluator input;

            Next(LongEvaluator input) {
                this.input = input;
            }

            @Override
            public boolean isNull(RowView row) {
                return input.isNull(row);
            }

            @Override
            public long getLong(RowView row) {
                long value = input.getLong(row);
                return value % 2 == 0 ? value / 2 : 3 * value + 1;
            }
        }
    }

    /** An aggregate whose parts a test gives. */
    private static final class Custom implements UserAggregate {
        private final String name;
        private final Signature signature;
        private final int slots;
        private final BiConsumer<AggregateSlots, AggregateArguments> add;
        private final BiConsumer<AggregateSlots, AggregateResult> result;

        Custom(
                String name,
                Signature signature,
                int slots,
                BiConsumer<AggregateSlots, AggregateArguments> add,
                BiConsumer<AggregateSlots, AggregateResult> result) {
            this.name = name;
            this.signature = signature;
            this.slots = slots;
            this.add = add;
            this.result = result;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int version() {
            return 1;
        }

        @Override
        public Signature resolve(CallSite call) {
            return signature;
        }

        @Override
        public int slots() {
            return slots;
        }

        @Override
        public void add(AggregateSlots state, AggregateArguments arguments) {
            add.accept(state, arguments);
        }

        @Override
        public void merge(AggregateSlots state, AggregateSlots later) {
            state.putLong(0, state.getLong(0) + later.getLong(0));
        }

        @Override
        public void result(AggregateSlots state, AggregateResult to) {
            result.accept(state, to);
        }
    }

    private static Signature longs() {
        return new Signature(List.of(DataType.LONG), DataType.LONG, true);
    }

    private static Custom custom(String name, Signature signature, int slots) {
        return new Custom(name, signature, slots, (state, arguments) -> {}, (state, to) -> {});
    }

    private static StreamFrame grouped(MemoryJournal source, UserFunctions functions, Aggregate... aggregates) {
        return Tidemark.stream("in", source)
                .functions(functions)
                .withWatermark("ts", Duration.ZERO)
                .groupBy(window("ts", Duration.ofSeconds(10)), "k")
                .agg(aggregates);
    }

    private static List<List<Object>> run(UserFunctions functions, Aggregate... aggregates) {
        List<List<Object>> rows = new ArrayList<>();
        try (MemoryJournal source = MemoryJournal.of("in", SCHEMA)) {
            source.appendValues(Instant.ofEpochSecond(1), "a", 3L);
            source.appendValues(Instant.ofEpochSecond(2), "a", 10L);
            source.appendValues(Instant.ofEpochSecond(3), "b", null);
            source.appendValues(Instant.ofEpochSecond(11), "a", 7L);
            try (QueryInvoker query = grouped(source, functions, aggregates)
                    .writeStream()
                    .queryName("q")
                    .foreach((row, sequence) -> {
                        List<Object> values = new ArrayList<>();
                        for (int column = 2; column < row.schema().size(); column++) {
                            values.add(row.get(column));
                        }
                        rows.add(values);
                    })
                    .invoker()) {
                query.drain();
            }
        }
        return rows;
    }

    private static TidemarkException failure(UserFunctions functions, Aggregate... aggregates) {
        return assertThrows(TidemarkException.class, () -> run(functions, aggregates));
    }

    private static Problem refused(Custom aggregate) {
        return failure(UserFunctions.NONE.with(aggregate), aggregate(aggregate.name(), "x"))
                .problems()
                .get(0);
    }

    private static String fingerprint(UserFunctions functions) {
        try (MemoryJournal source = MemoryJournal.of("in", SCHEMA)) {
            StreamFrame frame = grouped(
                    source,
                    functions,
                    aggregate("span", call("collatz", col("x"))).as("s"));
            List<Problem> problems = new ArrayList<>();
            QuerySettings settings = QuerySettings.defaults().withFunctions(functions);
            String fingerprint = Fingerprint.of(new Analyzer(settings, problems).analyze(frame.plan()));
            assertEquals(List.of(), problems);
            return fingerprint;
        }
    }

    @Test
    void shouldRunAggregatesOfTheUsersOwn() {
        UserFunctions functions = UserFunctions.NONE.with(new Span(1)).with(new Collatz(1));
        assertEquals(
                List.of(List.of("a", 7.0, 5.0, 13L), List.of("b", -1.0, -1.0), List.of("a", 0.0, 0.0, 7L))
                        .toString(),
                run(
                                functions,
                                aggregate("span", "x").as("s"),
                                aggregate("span", call("collatz", col("x"))).as("t"),
                                sum("x"))
                        .toString()
                        .replace(", null", ""));
        assertEquals(
                List.of(List.of("a", -1.0), List.of("b", -1.0), List.of("a", 0.0)),
                run(functions, aggregate("span", "x").where(col("x").eq(7L)).as("s")));
    }

    @Test
    void shouldMergeThemInSlidingWindows() {
        List<String> rows = new ArrayList<>();
        try (MemoryJournal source = MemoryJournal.of("in", SCHEMA)) {
            source.appendValues(Instant.ofEpochSecond(1), "a", 3L);
            source.appendValues(Instant.ofEpochSecond(6), "a", 10L);
            source.appendValues(Instant.ofEpochSecond(11), "a", 7L);
            try (QueryInvoker query = Tidemark.stream("in", source)
                    .functions(UserFunctions.NONE.with(new Span(1)))
                    .withWatermark("ts", Duration.ZERO)
                    .groupBy(sliding("ts", Duration.ofSeconds(10), Duration.ofSeconds(5)))
                    .agg(aggregate("span", "x").as("s"))
                    .select("s")
                    .writeStream()
                    .queryName("q")
                    .foreach((row, sequence) -> rows.add(row.toString()))
                    .invoker()) {
                query.drain();
            }
        }
        assertEquals(List.of("{s=0.0}", "{s=7.0}", "{s=3.0}", "{s=0.0}"), rows);
    }

    @Test
    void shouldKeepAGroupWithoutKeys() {
        List<String> rows = new ArrayList<>();
        UserFunctions functions = UserFunctions.NONE.with(new Span(1));
        try (MemoryJournal source = MemoryJournal.of("in", SCHEMA)) {
            QueryInvoker query = Tidemark.stream("in", source)
                    .functions(functions)
                    .groupBy()
                    .agg(aggregate("span", "x").as("s"))
                    .writeStream()
                    .outputMode(OutputMode.COMPLETE)
                    .cutEvery(1)
                    .queryName("q")
                    .foreach((row, sequence) -> rows.add(row.toString()))
                    .invoker();
            try (query) {
                source.appendValues(Instant.ofEpochSecond(1), "a", 3L);
                source.appendValues(Instant.ofEpochSecond(1), "a", 5L);
                query.processAllAvailable();
            }
        }
        assertEquals(List.of("{s=0.0}", "{s=2.0}"), rows.subList(rows.indexOf("{s=0.0}"), rows.indexOf("{s=0.0}") + 2));
    }

    @Test
    void shouldNameAndStopWhenAFunctionFails() {
        Custom dividing = new Custom(
                "dividing",
                longs(),
                1,
                (state, arguments) -> state.putLong(0, 1 / arguments.getLong(0)),
                (state, to) -> to.setLong(state.getLong(0)));
        TidemarkException failure =
                failure(UserFunctions.NONE.with(dividing), aggregate("dividing", col("x").minus(3L)));
        assertEquals(ErrorCode.FUNCTION_FAILED, failure.code());
        assertTrue(failure.getMessage().contains("dividing((x - 3))"), failure.getMessage());
        assertTrue(failure.getMessage().contains("/ by zero"), failure.getMessage());

        Custom outside = new Custom(
                "outside", longs(), 1, (state, arguments) -> state.putLong(1, 0), (state, to) -> to.setLong(0));
        Custom before =
                new Custom("before", longs(), 1, (state, arguments) -> state.getLong(-1), (state, to) -> to.setLong(0));
        Custom writing =
                new Custom("writing", longs(), 1, (state, arguments) -> {}, (state, to) -> state.putLong(0, 1));
        Custom wrong = new Custom("wrong", longs(), 1, (state, arguments) -> {}, (state, to) -> to.setDouble(1));
        Custom silent = new Custom(
                "silent",
                new Signature(List.of(DataType.LONG), DataType.LONG, false),
                1,
                (state, arguments) -> {},
                (state, to) -> {});
        for (Custom custom : List.of(outside, before, writing, wrong, silent)) {
            assertEquals(
                    ErrorCode.FUNCTION_FAILED,
                    failure(UserFunctions.NONE.with(custom), aggregate(custom.name(), "x"))
                            .code(),
                    custom.name());
        }
    }

    @Test
    void shouldRefuseWhatCannotRun() {
        Signature text = new Signature(List.of(DataType.LONG), DataType.STRING, true);
        Signature two = new Signature(List.of(DataType.LONG, DataType.LONG), DataType.LONG, true);
        Signature binary = new Signature(List.of(DataType.BINARY), DataType.LONG, true);
        assertEquals(
                ErrorCode.FUNCTION_UNSUPPORTED, refused(custom("text", text, 1)).code());
        assertEquals(
                ErrorCode.FUNCTION_UNSUPPORTED, refused(custom("two", two, 1)).code());
        assertEquals(
                ErrorCode.TYPE_MISMATCH, refused(custom("binary", binary, 1)).code());
        assertEquals(
                ErrorCode.FUNCTION_UNSUPPORTED,
                refused(custom("many", longs(), 513)).code());
        assertEquals(
                ErrorCode.FUNCTION_UNSUPPORTED,
                refused(custom("negative", longs(), -1)).code());
        assertEquals(
                ErrorCode.FUNCTION_UNSUPPORTED,
                refused(custom("nothing", null, 1)).code());
        assertEquals(
                ErrorCode.FUNCTION_UNSUPPORTED,
                refused(custom("sum", longs(), 1)).code());
        UserFunctions span = UserFunctions.NONE.with(new Span(1));
        assertEquals(
                ErrorCode.TYPE_MISMATCH, failure(span, aggregate("span", "k")).code());
        assertEquals(
                ErrorCode.FUNCTION_UNSUPPORTED,
                failure(UserFunctions.NONE, aggregate("span", "x")).code());
        assertEquals(
                ErrorCode.FUNCTION_UNSUPPORTED,
                failure(UserFunctions.NONE, sum(call("collatz", col("x")))).code());
        assertThrows(TidemarkException.class, () -> span.with(new Span(2)));
        assertThrows(TidemarkException.class, () -> UserFunctions.NONE.with(new Collatz(1), new Collatz(1)));
    }

    @Test
    void shouldPutVersionsOfUsedFunctionsIntoTheFingerprint() {
        UserFunctions functions = UserFunctions.NONE.with(new Span(1)).with(new Collatz(1));
        String fingerprint = fingerprint(functions);
        assertEquals(fingerprint, fingerprint(functions));
        assertEquals(fingerprint, fingerprint(functions.with(custom("unused", longs(), 1))));
        assertNotEquals(
                fingerprint, fingerprint(UserFunctions.NONE.with(new Span(2)).with(new Collatz(1))));
        assertNotEquals(
                fingerprint, fingerprint(UserFunctions.NONE.with(new Span(1)).with(new Collatz(2))));
    }
}
