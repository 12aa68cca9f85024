package io.tidemark.examples;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.window;

import io.tidemark.StreamingQuery;
import io.tidemark.Tidemark;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** Keeps bars in a database, exactly once: the query is stopped and started again, and the table has each bar once. */
public final class DatabaseExample {
    private static final Schema TRADES = Schema.parse("ts timestamp, symbol string, price long");
    private static final Duration CHECKPOINTS = Duration.ofMillis(50);

    private DatabaseExample() {}

    /** Runs the example. */
    public static void main(String[] args) throws SQLException {
        Path home = Path.of(args[0]);
        try (ChronicleJournal trades = ChronicleJournal.create(home.resolve("stored-trades"), TRADES);
                RowAppender appender = trades.openAppender()) {
            for (int day = 0; day < 2; day++) {
                appendTrades(appender, day * 3_000, 3_000);
                try (StreamingQuery query = bars(home, trades, 100)) {
                    query.processAllAvailable();
                }
            }
        }
        try (Connection connection = DriverManager.getConnection(url(home));
                Statement statement = connection.createStatement();
                ResultSet bars = statement.executeQuery(
                        "select count(*), count(distinct window_start || symbol), sum(trades) from bars")) {
            bars.next();
            System.out.println("bars: " + bars.getLong(1) + ", distinct: " + bars.getLong(2) + ", trades in them: "
                    + bars.getLong(3));
        }
    }

    /** Appends trades, one each second. */
    static void appendTrades(RowAppender appender, int first, int count) {
        for (int i = first; i < first + count; i++) {
            var row = appender.begin();
            row.setLong(0, i * 1_000_000_000L);
            row.setString(1, i % 3 == 0 ? "BTCUSD" : "ETHUSD");
            row.setLong(2, 1_000 + i % 97);
            appender.commit();
        }
    }

    /** Starts the query, or starts it again where it was. */
    static StreamingQuery bars(Path home, ChronicleJournal trades, int rowsPerCommit) {
        return Tidemark.stream("trades", trades)
                .withWatermark("ts", Duration.ofSeconds(5))
                .groupBy(window("ts", Duration.ofSeconds(10)), "symbol")
                .agg(count().as("trades"), min("price").as("low"), max("price").as("high"))
                .writeStream()
                .queryName("stored-bars")
                .directory(home.resolve("stored-bars-query"))
                .checkpoints(CheckpointSettings.every(CHECKPOINTS))
                .state(ChronicleState.withLimit(16 << 20))
                .to(new DatabaseSink(url(home), "bars", rowsPerCommit))
                .start();
    }

    /** A database in one file. */
    static String url(Path home) {
        return "jdbc:sqlite:" + home.resolve("bars.db");
    }
}
