package io.tidemark.examples;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.operator.reference.ReferenceMatch.on;

import io.tidemark.QueryInvoker;
import io.tidemark.ReferenceTable;
import io.tidemark.Tidemark;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.operator.reference.ReferenceJoin;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.nio.file.Path;

/** Checks trades against a table of tick sizes that changes during the day: each trade meets the size that held at its turn. */
public final class ReferenceTableExample {
    private static final long HOUR_NS = 3_600_000_000_000L;

    private ReferenceTableExample() {}

    /** Runs the example. */
    public static void main(String[] args) {
        Path home = Path.of(args[0]);
        Schema trade = Schema.parse("ts timestamp, symbol string, price decimal(9,2)");
        Schema instrument = Schema.parse("code string, tick decimal(9,2)");
        try (ChronicleJournal trades = ChronicleJournal.create(home.resolve("checked-trades"), trade);
                ChronicleJournal instruments = ChronicleJournal.create(home.resolve("instruments"), instrument);
                RowAppender tradeAppender = trades.openAppender();
                RowAppender instrumentAppender = instruments.openAppender();
                QueryInvoker query = query(trades, instruments)) {
            instrument(instrumentAppender, "ABC", "0.05");
            trade(tradeAppender, 9, "ABC", "20.05");
            trade(tradeAppender, 10, "ABC", "20.06");
            trade(tradeAppender, 11, "NEW", "7.00");
            query.processAllAvailable();
            instrument(instrumentAppender, "ABC", "0.02");
            instrument(instrumentAppender, "NEW", "0.50");
            trade(tradeAppender, 13, "ABC", "20.06");
            trade(tradeAppender, 14, "NEW", "7.00");
            trade(tradeAppender, 15, "ABC", "20.05");
            query.processAllAvailable();
        }
    }

    private static QueryInvoker query(ChronicleJournal trades, ChronicleJournal instruments) {
        ReferenceTable ticks =
                Tidemark.stream("instruments", instruments).latestBy("code").maxRows(10_000);
        return Tidemark.stream("trades", trades)
                .joinReference(ticks, ReferenceJoin.Type.LEFT_OUTER, on("symbol", "code"))
                .select(
                        col("ts"),
                        col("symbol"),
                        col("price"),
                        col("tick"),
                        col("price").mod(col("tick")).eq(0L).as("on_tick"))
                .writeStream()
                .queryName("tick-check")
                .foreach((row, sequence) -> System.out.println(row))
                .invoker();
    }

    private static void instrument(RowAppender appender, String code, String tick) {
        var row = appender.begin();
        row.setString(0, code);
        row.setDecimal(1, new BigDecimal(tick));
        appender.commit();
    }

    private static void trade(RowAppender appender, long hour, String symbol, String price) {
        var row = appender.begin();
        row.setLong(0, hour * HOUR_NS);
        row.setString(1, symbol);
        row.setDecimal(2, new BigDecimal(price));
        appender.commit();
    }
}
