package io.tidemark.offheap;

import static io.tidemark.expr.Functions.aggregate;
import static io.tidemark.expr.Functions.approx_count_distinct;
import static io.tidemark.expr.Functions.bool_and;
import static io.tidemark.expr.Functions.bool_or;
import static io.tidemark.expr.Functions.call;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.collect_list;
import static io.tidemark.expr.Functions.collect_set;
import static io.tidemark.expr.Functions.count_distinct;
import static io.tidemark.expr.Functions.count_distinct_is_exact;
import static io.tidemark.expr.Functions.count_distinct_or_approx;
import static io.tidemark.expr.Functions.count_if;
import static io.tidemark.expr.Functions.first_by_arrival;
import static io.tidemark.expr.Functions.first_non_null;
import static io.tidemark.expr.Functions.last_by_arrival;
import static io.tidemark.expr.Functions.last_non_null_by_arrival;
import static io.tidemark.expr.Functions.max_by;
import static io.tidemark.expr.Functions.median;
import static io.tidemark.expr.Functions.min_by;
import static io.tidemark.expr.Functions.percentile;
import static io.tidemark.expr.Functions.sliding;
import static io.tidemark.expr.Functions.stddev;
import static io.tidemark.expr.Functions.sum_distinct;
import static io.tidemark.expr.Functions.var_pop;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.eval.CallSite;
import io.tidemark.expr.eval.Signature;
import io.tidemark.function.AggregateArguments;
import io.tidemark.function.AggregateResult;
import io.tidemark.function.AggregateSlots;
import io.tidemark.function.UserAggregate;
import io.tidemark.function.UserFunctions;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.OutputMode;
import io.tidemark.row.DataType;
import io.tidemark.row.Schema;
import io.tidemark.state.heap.HeapState;
import io.tidemark.testkit.OperatorContract;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of operators for every kind of slot that aggregates have, an aggregate of the user's own among them. */
class AggregateContractTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, k string, v long, d double, b bool");
    private static final int ROWS = 60;
    private static final long SEED = 20_260_202;

    private static final Aggregate[] SLOTS = {
        aggregate("longest", call("length", col("k"))),
        min_by("k", "d"),
        max_by("d", "k"),
        stddev("d"),
        var_pop("v"),
        count_if("b"),
        bool_and("b"),
        bool_or("b").where(col("v").gt(50L)),
        first_by_arrival("k"),
        last_by_arrival("d"),
        first_non_null("v"),
        last_non_null_by_arrival("k")
    };
    /** A key has about ten rows in a window, so that bounds of 3 are exceeded and sets leave the slots. */
    private static final Aggregate[] BLOCKS = {
        approx_count_distinct("v"),
        count_distinct("v"),
        count_distinct("k"),
        count_distinct("k", "v"),
        count_distinct("d").where(col("b")),
        count_distinct_or_approx(3, "v"),
        count_distinct_is_exact(3, "v"),
        count_distinct_or_approx(3, "v", "d"),
        sum_distinct("v"),
        percentile("v", 0.25),
        percentile("v", 0.9),
        median("d").where(col("b")),
        collect_list("k", 100),
        collect_set("v", 100),
        collect_set("k", 100)
    };

    /** {@code longest(x)}: greatest length of a text; begins at -1. */
    private static final class Longest implements UserAggregate {
        @Override
        public String name() {
            return "longest";
        }

        @Override
        public int version() {
            return 1;
        }

        @Override
        public Signature resolve(CallSite site) {
            return new Signature(List.of(DataType.INT), DataType.INT, false);
        }

        @Override
        public int slots() {
            return 1;
        }

        @Override
        public void init(AggregateSlots state) {
            state.putLong(0, -1);
        }

        @Override
        public void add(AggregateSlots state, AggregateArguments arguments) {
            if (!arguments.isNull(0)) {
                state.putLong(0, Math.max(state.getLong(0), arguments.getLong(0)));
            }
        }

        @Override
        public void merge(AggregateSlots state, AggregateSlots later) {
            state.putLong(0, Math.max(state.getLong(0), later.getLong(0)));
        }

        @Override
        public void result(AggregateSlots state, AggregateResult result) {
            result.setLong(state.getLong(0));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = OutputMode.class,
            names = {"APPEND", "UPDATE"})
    void shouldKeepTheContract(OutputMode mode) {
        check(mode, SLOTS);
    }

    @ParameterizedTest
    @EnumSource(
            value = OutputMode.class,
            names = {"APPEND", "UPDATE"})
    void shouldKeepTheContractWithBlocksOfState(OutputMode mode) {
        check(mode, BLOCKS);
    }

    private static void check(OutputMode mode, Aggregate[] aggregates) {
        try (MemoryJournal input = MemoryJournal.of("in", SCHEMA)) {
            fill(input);
            OperatorContract contract = OperatorContract.of(
                    input,
                    source -> query(source, mode, aggregates),
                    List.of(HeapState.withLimit(16 << 20), ChronicleState.withLimit(16 << 20)),
                    SEED);
            assertTrue(contract.expectedOutput().size() > 20, "the input says too little");
            contract.checkAll();
        }
    }

    private static StreamWriter query(JournalSource source, OutputMode mode, Aggregate[] aggregates) {
        return Tidemark.stream("in", source)
                .functions(UserFunctions.NONE.with(new Longest()))
                .withWatermark("ts", Duration.ofSeconds(6))
                .groupBy(
                        sliding("ts", Duration.ofSeconds(12), Duration.ofSeconds(5)), call("substring", col("k"), 1, 4))
                .agg(aggregates)
                .writeStream()
                .outputMode(mode)
                .queryName("contract");
    }

    private static void fill(MemoryJournal input) {
        Random random = new Random(SEED);
        for (int i = 0; i < ROWS; i++) {
            long seconds = 1_000_000 + i / 2 - random.nextInt(12);
            input.appendValues(
                    Instant.ofEpochSecond(seconds),
                    random.nextInt(9) == 0 ? null : "key" + random.nextInt(2) + "-" + "x".repeat(random.nextInt(40)),
                    random.nextInt(9) == 0 ? null : (Object) (long) random.nextInt(100),
                    random.nextInt(9) == 0 ? null : (Object) (random.nextInt(100) / 4.0),
                    random.nextInt(9) == 0 ? null : (Object) random.nextBoolean());
        }
    }
}
