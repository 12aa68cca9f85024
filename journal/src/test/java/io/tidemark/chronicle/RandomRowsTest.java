package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.journal.MemoryJournal;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of random schemas, compared with the Java values they were made from. A failure names its seed. */
final class RandomRowsTest {
    private static final int SCHEMAS = 30;
    private static final int ROWS = 50;

    @TempDir
    private Path directory;

    @Test
    void shouldGiveBackRandomRowsOfRandomSchemas() {
        for (long seed = 1; seed <= SCHEMAS; seed++) {
            Random random = new Random(seed);
            Schema schema = schema(random);
            Path path = directory.resolve("seed-" + seed);
            List<List<Object>> expected = new ArrayList<>();
            try (ChronicleJournal journal =
                            ChronicleJournal.at(path).blockSizeBytes(1 << 20).create(schema);
                    RowAppender appender = journal.openAppender();
                    MemoryJournal memory = MemoryJournal.of("memory", schema)) {
                for (int i = 0; i < ROWS; i++) {
                    Object[] row = IntStream.range(0, schema.size())
                            .mapToObj(column -> value(random, schema.type(column)))
                            .toArray();
                    memory.appendValues(row);
                    appender.append(memory.read(i, new RowView()), i);
                    expected.add(Arrays.asList(comparable(row)));
                }
            }
            List<List<Object>> seen = new ArrayList<>();
            try (ChronicleJournal journal = ChronicleJournal.openReadOnly(path)) {
                assertEquals(schema, journal.schema(), "seed " + seed);
                journal.openVerifyingReader().poll(collect(seen), ROWS + 1);
            }
            assertEquals(expected, seen, "seed " + seed);
        }
    }

    private static Schema schema(Random random) {
        Schema.Builder schema = Schema.builder();
        int columns = random.nextInt(1, 80);
        for (int column = 0; column < columns; column++) {
            schema.column("c" + column, type(random));
        }
        return schema.build();
    }

    private static DataType type(Random random) {
        DataType.Kind kind = DataType.Kind.values()[random.nextInt(DataType.Kind.values().length)];
        if (kind != DataType.Kind.DECIMAL) {
            return new DataType(kind, 0, 0);
        }
        int precision = random.nextInt(1, 39);
        return DataType.decimal(precision, random.nextInt(precision + 1));
    }

    private static Object value(Random random, DataType type) {
        if (random.nextInt(5) == 0) {
            return null;
        }
        return switch (type.kind()) {
            case BOOL -> random.nextBoolean();
            case INT -> random.nextInt();
            case LONG -> random.nextLong();
            case DOUBLE -> random.nextGaussian();
            case DECIMAL -> {
                BigInteger unscaled = new BigInteger(128, random).mod(BigInteger.TEN.pow(type.precision()));
                yield new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
            }
            case TIMESTAMP -> Instant.EPOCH.plusNanos(random.nextLong());
            case STRING ->
                random.ints(random.nextInt(40), 1, 0x3000)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
            case BINARY -> {
                byte[] bytes = new byte[random.nextInt(40)];
                random.nextBytes(bytes);
                yield bytes;
            }
        };
    }

    private static Object[] comparable(Object[] row) {
        return Arrays.stream(row)
                .map(value -> value instanceof byte[] bytes ? Arrays.toString(bytes) : value)
                .toArray();
    }

    private static RecordHandler collect(List<List<Object>> rows) {
        return new RecordHandler() {
            @Override
            public void onRow(RowView row) {
                Object[] values = new Object[row.schema().size()];
                Arrays.setAll(values, row::get);
                rows.add(Arrays.asList(comparable(values)));
            }

            @Override
            public void onInvalid(RowView record, String reason) {
                throw new AssertionError(reason);
            }
        };
    }
}
