package io.tidemark.benchmarks.journal;

import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Rows of 64 bytes, one word of null bits and seven columns, and a directory for them. */
final class Ticks {
    static final int ROWS = 1_000_000;
    static final int ROW_BYTES = 64;
    static final Schema SCHEMA =
            Schema.parse("ts timestamp, id long, price decimal(18,8), qty long, bid double, ask double, venue int");

    private Ticks() {}

    static void fill(RowWriter row, long n) {
        row.setLong(0, n);
        row.setLong(1, n);
        row.setLong(2, 100_00000000L + n);
        row.setLong(3, n & 1023);
        row.setDouble(4, n);
        row.setDouble(5, n + 1);
        row.setInt(6, (int) n & 7);
    }

    static Path directory() {
        try {
            return Files.createTempDirectory("tidemark-journal");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds up a column, so that every row is really looked at. */
    static final class Sum implements RecordHandler {
        long qty;

        @Override
        public void onRow(RowView row) {
            qty += row.getLong(3);
        }

        @Override
        public void onInvalid(RowView record, String reason) {
            throw new IllegalStateException(reason);
        }
    }
}
