package io.tidemark.tools.demo;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.InvalidRecord;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The bars worth showing: the first ones, the last ones and the busiest. */
final class Highlights implements RecordHandler {
    private static final int SHOWN = 3;

    private final List<String> first = new ArrayList<>();
    private final Deque<String> last = new ArrayDeque<>();
    private String busiest = "";
    private long mostTrades;
    private long bars;
    private long trades;

    private Highlights() {}

    /** Reads a journal of bars from its start. */
    static Highlights of(JournalSource journal) {
        Highlights found = new Highlights();
        try (JournalReader reader = journal.openReader()) {
            while (reader.poll(found, 1024) > 0) {
                // Reads to the end.
            }
        }
        return found;
    }

    static String header() {
        return String.format(
                "%-20s %9s %9s %9s %9s %15s %6s %14s",
                "start", "open", "high", "low", "close", "volume", "trades", "vwap");
    }

    List<String> first() {
        return first;
    }

    List<String> last() {
        return List.copyOf(last);
    }

    String busiest() {
        return busiest;
    }

    long bars() {
        return bars;
    }

    long trades() {
        return trades;
    }

    @Override
    public void onRow(RowView bar) {
        String line = line(bar);
        bars++;
        long barTrades = bar.getLong(bar.schema().index("trades"));
        trades += barTrades;
        if (first.size() < SHOWN) {
            first.add(line);
        }
        last.add(line);
        if (last.size() > SHOWN) {
            last.remove();
        }
        if (barTrades > mostTrades) {
            mostTrades = barTrades;
            busiest = line;
        }
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        throw new TidemarkException(
                ErrorCode.RECORD_CORRUPT,
                "The bar at " + Long.toHexString(record.position()) + " cannot be read: "
                        + InvalidRecord.sentence(reason),
                "Run the demo in a new directory.");
    }

    private static String line(RowView bar) {
        Instant start = bar.getTimestamp(bar.schema().index("window_start"));
        return String.format(
                "%-20s %9s %9s %9s %9s %15s %6d %14s",
                start,
                number(bar, "open"),
                number(bar, "high"),
                number(bar, "low"),
                number(bar, "close"),
                number(bar, "volume"),
                bar.getLong(bar.schema().index("trades")),
                number(bar, "vwap"));
    }

    private static String number(RowView bar, String column) {
        BigDecimal value = bar.getDecimal(bar.schema().index(column));
        return value == null ? "-" : value.stripTrailingZeros().toPlainString();
    }
}
