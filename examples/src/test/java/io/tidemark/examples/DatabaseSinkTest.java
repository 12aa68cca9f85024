package io.tidemark.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.StreamingQuery;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bars in a database after real kills. */
class DatabaseSinkTest {
    private static final Schema TRADES = Schema.parse("ts timestamp, symbol string, price long");
    private static final int ROWS = 30_000;
    private static final int KILLS = 20;
    private static final int ROWS_PER_COMMIT = 25;
    private static final long LAST_LIFE_MS = 120_000;

    @TempDir
    private Path directory;

    /** What runs in the process that is killed. */
    static final class Life {
        private Life() {}

        public static void main(String[] args) {
            Path home = Path.of(args[0]);
            try (ChronicleJournal trades = ChronicleJournal.open(home.resolve("stored-trades"));
                    StreamingQuery query = DatabaseExample.bars(home, trades, ROWS_PER_COMMIT)) {
                System.out.println("ready");
                query.processAllAvailable();
            }
        }
    }

    @Test
    void shouldHoldEachBarOnceWhenTheProcessIsKilledAtRandomMoments() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<String> undisturbed = undisturbed();
        int kills = 0;
        int killsWithNewRows = 0;
        for (int round = 0; kills < KILLS; round++) {
            Path home = homeWithTrades("round-" + round);
            KilledProcess process = new KilledProcess(Life.class, home);
            long before = 0;
            // Each life may last longer than the one before, so that the last one comes to the end.
            for (int lives = 1; process.run(kills < KILLS ? random.nextInt(100 * lives) : LAST_LIFE_MS); lives++) {
                kills++;
                long now = stored(home).size();
                assertTrue(now >= before, before + " rows were there, and now " + now + ", seed " + seed);
                killsWithNewRows += now > before && now < undisturbed.size() ? 1 : 0;
                before = now;
            }
            assertEquals(undisturbed, stored(home), "seed " + seed);
        }
        System.out.println(kills + " kills, " + killsWithNewRows + " of them in the middle of new rows");
        assertTrue(killsWithNewRows > 0, "no kill hit the writing of rows, seed " + seed);
    }

    private List<String> undisturbed() throws IOException, SQLException {
        Path home = homeWithTrades("undisturbed");
        Life.main(new String[] {home.toString()});
        List<String> rows = stored(home);
        // 3 000 windows with two symbols; the last one is open.
        assertEquals(2 * (ROWS / 10 - 1), rows.size());
        return rows;
    }

    private Path homeWithTrades(String name) throws IOException {
        Path home = Files.createDirectory(directory.resolve(name));
        try (ChronicleJournal trades = ChronicleJournal.create(home.resolve("stored-trades"), TRADES);
                RowAppender appender = trades.openAppender()) {
            DatabaseExample.appendTrades(appender, 0, ROWS);
        }
        return home;
    }

    /** All rows in the order in which they were inserted, and the last sequence. */
    private static List<String> stored(Path home) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(DatabaseExample.url(home));
                Statement statement = connection.createStatement()) {
            try (ResultSet tables = statement.executeQuery("select * from sqlite_master where name = 'bars'")) {
                if (!tables.next()) {
                    return rows;
                }
            }
            try (ResultSet bars = statement.executeQuery("select * from bars order by rowid")) {
                while (bars.next()) {
                    StringBuilder row = new StringBuilder();
                    for (int column = 1; column <= bars.getMetaData().getColumnCount(); column++) {
                        row.append(bars.getObject(column)).append(' ');
                    }
                    rows.add(row.toString());
                }
            }
        }
        return rows;
    }
}
