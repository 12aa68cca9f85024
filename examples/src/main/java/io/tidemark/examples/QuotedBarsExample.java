package io.tidemark.examples;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.last;
import static io.tidemark.expr.Functions.window;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.time.Duration;

/** Bars of ten seconds with the quote that stood when each bar closed: a window, and below it an as-of join. */
public final class QuotedBarsExample {
    private static final long SECOND_NS = 1_000_000_000L;

    private QuotedBarsExample() {}

    /** Runs the example. */
    public static void main(String[] args) {
        Path home = Path.of(args[0]);
        try (ChronicleJournal trades = ChronicleJournal.create(
                        home.resolve("bar-trades"), Schema.parse("ts timestamp, symbol string, price long"));
                ChronicleJournal quotes = ChronicleJournal.create(
                        home.resolve("bar-quotes"), Schema.parse("quoted timestamp, of string, bid long, ask long"))) {
            fill(trades, quotes);
            StreamFrame bars = Tidemark.stream("trades", trades)
                    .withWatermark("ts", Duration.ofSeconds(1))
                    .groupBy(window("ts", Duration.ofSeconds(10)), "symbol")
                    .agg(count().as("trades"), last("price").as("close"));
            StreamFrame standing = Tidemark.stream("quotes", quotes).withWatermark("quoted", Duration.ofSeconds(1));
            try (QueryInvoker query = bars.asOf(standing)
                    .on(col("symbol"), col("of"))
                    .tolerance(Duration.ofSeconds(15))
                    .left()
                    .select("window_end", "symbol", "trades", "close", "bid", "ask")
                    .writeStream()
                    .queryName("quoted bars")
                    .state(ChronicleState.withLimit(16 << 20))
                    .foreach((row, sequence) -> System.out.println(row))
                    .invoker()) {
                query.drain();
            }
        }
    }

    /** Trades of ABC each second and one of XYZ; quotes of ABC at 0 s, 9 s and 21 s, none of XYZ. */
    private static void fill(ChronicleJournal trades, ChronicleJournal quotes) {
        try (RowAppender trade = trades.openAppender();
                RowAppender quote = quotes.openAppender()) {
            for (long second = 0; second < 30; second++) {
                trade(trade, second, "ABC", 100 + second);
            }
            trade(trade, 29, "XYZ", 7);
            quote(quote, 0, 99, 101);
            quote(quote, 9, 108, 110);
            quote(quote, 21, 120, 123);
        }
    }

    private static void trade(RowAppender appender, long second, String symbol, long price) {
        var row = appender.begin();
        row.setLong(0, second * SECOND_NS);
        row.setString(1, symbol);
        row.setLong(2, price);
        appender.commit();
    }

    private static void quote(RowAppender appender, long second, long bid, long ask) {
        var row = appender.begin();
        row.setLong(0, second * SECOND_NS);
        row.setString(1, "ABC");
        row.setLong(2, bid);
        row.setLong(3, ask);
        appender.commit();
    }
}
