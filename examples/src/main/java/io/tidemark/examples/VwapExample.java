package io.tidemark.examples;

import static io.tidemark.expr.Functions.aggregate;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;

import io.tidemark.StreamingQuery;
import io.tidemark.Tidemark;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.expr.eval.CallSite;
import io.tidemark.expr.eval.Signature;
import io.tidemark.function.AggregateArguments;
import io.tidemark.function.AggregateResult;
import io.tidemark.function.AggregateSlots;
import io.tidemark.function.UserAggregate;
import io.tidemark.function.UserFunctions;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.row.DataType;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Adds an aggregate of its own: the average price weighted by volume, exact in longs until the division. */
public final class VwapExample {
    private VwapExample() {}

    /** Runs the example. */
    public static void main(String[] args) {
        Path home = Path.of(args[0]);
        Schema schema = Schema.parse("ts timestamp, price long, quantity long");
        try (ChronicleJournal trades = ChronicleJournal.create(home.resolve("weighted-trades"), schema);
                RowAppender appender = trades.openAppender();
                StreamingQuery query = Tidemark.stream("trades", trades)
                        .functions(UserFunctions.NONE.with(new Vwap()))
                        .withWatermark("ts", Duration.ofSeconds(2))
                        .groupBy(window("ts", Duration.ofSeconds(20)))
                        .agg(
                                aggregate("vwap", "price", "quantity").as("vwap"),
                                sum("quantity").as("volume"))
                        .select("window_start", "vwap", "volume")
                        .writeStream()
                        .queryName("vwap")
                        .state(ChronicleState.withLimit(16 << 20))
                        .foreach((row, sequence) -> System.out.println(row))
                        .start()) {
            for (long i = 0; i < 60; i++) {
                var row = appender.begin();
                row.setLong(0, i * 1_000_000_000L);
                row.setLong(1, 100 + i % 7);
                row.setLong(2, 1 + i % 3);
                appender.commit();
            }
            query.drain();
        }
    }

    /** {@code vwap(price, quantity)}. A quantity of 0 in all rows gives null. */
    private static final class Vwap implements UserAggregate {
        private static final int AMOUNT = 0;
        private static final int QUANTITY = 1;

        @Override
        public String name() {
            return "vwap";
        }

        @Override
        public int version() {
            return 1;
        }

        @Override
        public Signature resolve(CallSite call) {
            return call.accepts(2, 2)
                    ? new Signature(List.of(DataType.LONG, DataType.LONG), DataType.DOUBLE, true)
                    : null;
        }

        @Override
        public int slots() {
            return 2;
        }

        @Override
        public void add(AggregateSlots state, AggregateArguments trade) {
            if (!trade.isNull(0) && !trade.isNull(1)) {
                long quantity = trade.getLong(1);
                add(state, Math.multiplyExact(trade.getLong(0), quantity), quantity);
            }
        }

        @Override
        public void merge(AggregateSlots state, AggregateSlots later) {
            add(state, later.getLong(AMOUNT), later.getLong(QUANTITY));
        }

        @Override
        public void result(AggregateSlots state, AggregateResult result) {
            if (state.getLong(QUANTITY) != 0) {
                result.setDouble((double) state.getLong(AMOUNT) / state.getLong(QUANTITY));
            }
        }

        private static void add(AggregateSlots state, long amount, long quantity) {
            state.putLong(AMOUNT, Math.addExact(state.getLong(AMOUNT), amount));
            state.putLong(QUANTITY, Math.addExact(state.getLong(QUANTITY), quantity));
        }
    }
}
