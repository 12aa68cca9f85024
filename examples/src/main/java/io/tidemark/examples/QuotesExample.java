package io.tidemark.examples;

import io.tidemark.StreamFrame;
import io.tidemark.StreamingQuery;
import io.tidemark.Tidemark;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Puts the quote beside the trade and says who was in a hurry: a trade at the ask was bought, one at the bid was sold. The trades are those of
 * {@code data/btcusd-trades-2013.csv}; the quotes are made up, half a second after each trade and a quarter dollar around it.
 */
public final class QuotesExample {
    private static final BigDecimal HALF_SPREAD = new BigDecimal("0.25");
    private static final long HALF_A_SECOND = 500_000_000L;

    private int shown;
    private int bought;
    private int sold;
    private int between;
    private int unquoted;

    private QuotesExample() {}

    /** Runs the example: a directory for the journals, and the file of the trades. */
    public static void main(String[] args) throws IOException {
        Path home = Path.of(args[0]);
        try (ChronicleJournal trades = ChronicleJournal.create(
                        home.resolve("quoted-trades"), Schema.parse("ts timestamp, price decimal(18,8)"));
                ChronicleJournal quotes = ChronicleJournal.create(
                        home.resolve("quotes"),
                        Schema.parse("quoted timestamp, bid decimal(18,8), ask decimal(18,8)"))) {
            fill(Files.readAllLines(Path.of(args[1])), trades, quotes);
            QuotesExample count = new QuotesExample();
            StreamFrame quoted = Tidemark.stream("trades", trades)
                    .withWatermark("ts", Duration.ZERO)
                    .asOf(Tidemark.stream("quotes", quotes).withWatermark("quoted", Duration.ZERO))
                    .left();
            try (StreamingQuery query = quoted.writeStream()
                    .queryName("quoted")
                    .state(ChronicleState.withLimit(64 << 20))
                    .foreach((row, sequence) -> count.add(row))
                    .start()) {
                query.drain();
            }
            System.out.println("bought " + count.bought + ", sold " + count.sold + ", between bid and ask "
                    + count.between + ", without a quote " + count.unquoted);
        }
    }

    private static void fill(List<String> lines, ChronicleJournal trades, ChronicleJournal quotes) {
        try (RowAppender trade = trades.openAppender();
                RowAppender quote = quotes.openAppender()) {
            for (String line : lines.subList(1, lines.size())) {
                String[] values = line.split(",");
                long timeNs = Long.parseLong(values[0]) * 1_000_000_000L;
                BigDecimal price = new BigDecimal(values[1]);
                RowWriter row = trade.begin();
                row.setLong(0, timeNs);
                row.setDecimal(1, price);
                trade.commit();
                row = quote.begin();
                row.setLong(0, timeNs + HALF_A_SECOND);
                row.setDecimal(1, price.subtract(HALF_SPREAD));
                row.setDecimal(2, price.add(HALF_SPREAD));
                quote.commit();
            }
        }
    }

    /** Takes a row: ts, price, quoted, bid, ask. Prices are compared as they are stored, without the point. */
    private void add(RowView row) {
        if (shown++ < 3) {
            System.out.println(row);
        }
        if (row.isNull(2)) {
            unquoted++;
        } else if (row.getLong(1) >= row.getLong(4)) {
            bought++;
        } else if (row.getLong(1) <= row.getLong(3)) {
            sold++;
        } else {
            between++;
        }
    }
}
