package io.tidemark.examples;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.first_by_arrival;
import static io.tidemark.expr.Functions.last_by_arrival;
import static io.tidemark.expr.Functions.session;
import static io.tidemark.expr.Functions.sum;

import io.tidemark.StreamingQuery;
import io.tidemark.Tidemark;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.row.DecimalColumn;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** Finds spells of trading: trades with no pause of more than two minutes between them, from a file of real trades. */
public final class SessionsExample {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, price decimal(18,8), amount decimal(18,8)");
    private static final DecimalColumn PRICE = SCHEMA.decimalColumn("price");
    private static final DecimalColumn AMOUNT = SCHEMA.decimalColumn("amount");

    private SessionsExample() {}

    /** Runs the example: a directory for its files, then the file of trades. */
    public static void main(String[] args) throws IOException {
        Path home = Path.of(args[0]);
        try (ChronicleJournal trades = ChronicleJournal.create(home.resolve("sessions-trades"), SCHEMA);
                RowAppender appender = trades.openAppender();
                StreamingQuery query = Tidemark.stream("trades", trades)
                        .withWatermark("ts", Duration.ofSeconds(10))
                        .groupBy(session("ts", Duration.ofMinutes(2)))
                        .agg(
                                count().as("trades"),
                                sum("amount").as("volume"),
                                first_by_arrival("price").as("open"),
                                last_by_arrival("price").as("close"))
                        .filter(col("trades").ge(6_000L))
                        .writeStream()
                        .queryName("spells")
                        .state(ChronicleState.withLimit(16 << 20))
                        .foreach((spell, sequence) -> System.out.println(spell))
                        .start()) {
            append(Path.of(args[1]), appender);
            query.drain();
        }
    }

    private static void append(Path file, RowAppender appender) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            lines.skip(1).forEach(line -> {
                String[] fields = line.split(",");
                RowWriter row = appender.begin();
                row.setLong(0, Long.parseLong(fields[0]) * 1_000_000_000L);
                PRICE.set(row, new BigDecimal(fields[1]));
                AMOUNT.set(row, new BigDecimal(fields[2]));
                appender.commit();
            });
        }
    }
}
