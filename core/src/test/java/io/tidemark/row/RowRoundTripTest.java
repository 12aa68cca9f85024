package io.tidemark.row;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RowRoundTripTest {
    private static final DataType[] TYPES = {
        DataType.BOOL,
        DataType.INT,
        DataType.LONG,
        DataType.DOUBLE,
        DataType.decimal(9, 2),
        DataType.decimal(18, 18),
        DataType.decimal(19, 0),
        DataType.decimal(38, 38),
        DataType.TIMESTAMP,
        DataType.STRING,
        DataType.BINARY
    };

    private static Schema schema(Random random, int columns) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            fields.add(new Field("c" + i, TYPES[random.nextInt(TYPES.length)], true));
        }
        return Schema.of(fields);
    }

    private static Object value(Random random, DataType type) {
        return switch (type.kind()) {
            case BOOL -> random.nextBoolean();
            case INT -> random.nextInt();
            case LONG -> random.nextLong();
            case DOUBLE -> random.nextInt(5) == 0 ? Double.NaN : random.nextGaussian();
            case DECIMAL -> {
                BigInteger limit = BigInteger.TEN.pow(type.precision());
                BigInteger unscaled = random.nextInt(4) == 0
                        ? limit.subtract(BigInteger.ONE)
                        : new BigInteger(random.nextInt(limit.bitLength()) + 1, random).mod(limit);
                yield new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
            }
            case TIMESTAMP -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
            case STRING -> text(random);
            case BINARY -> {
                byte[] bytes = new byte[random.nextInt(40)];
                random.nextBytes(bytes);
                yield bytes;
            }
        };
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(30);
        int[] bounds = {0x80, 0x800, 0xD800, 0x110000};
        for (int i = 0; i < length; i++) {
            int c = random.nextInt(bounds[random.nextInt(bounds.length)]);
            text.appendCodePoint(c >= 0xD800 && c < 0xE000 ? 'x' : c);
        }
        return text.toString();
    }

    private static void set(RowWriter writer, int column, Object value) {
        if (value instanceof Boolean truth) {
            writer.setBool(column, truth);
        } else if (value instanceof Integer number) {
            writer.setInt(column, number);
        } else if (value instanceof Long number) {
            writer.setLong(column, number);
        } else if (value instanceof Double number) {
            writer.setDouble(column, number);
        } else if (value instanceof BigDecimal number) {
            writer.setDecimal(column, number);
        } else if (value instanceof Instant time) {
            writer.setLong(column, time.getEpochSecond() * 1_000_000_000L + time.getNano());
        } else if (value instanceof String text) {
            writer.setString(column, text);
        } else if (value instanceof byte[] bytes) {
            writer.setBytes(column, bytes, 0, bytes.length);
        }
    }

    private static void check(Object[] expected, RowView row) {
        assertEquals(0, row.length() % 8);
        for (int column = 0; column < expected.length; column++) {
            assertEquals(expected[column] == null, row.isNull(column));
            Object actual = row.get(column);
            if (expected[column] instanceof byte[] bytes) {
                assertArrayEquals(bytes, (byte[]) actual);
            } else {
                assertEquals(expected[column], actual, row.schema().field(column)::toString);
            }
            if (expected[column] == null) {
                assertEquals(0, row.getLong(column), "a null has a slot of zeros");
                assertEquals(0, row.schema().type(column).isWideDecimal() ? row.getDecimalHigh(column) : 0);
            } else if (expected[column] instanceof String text) {
                BytesView view = row.getBytes(column, new BytesView());
                assertArrayEquals(text.getBytes(StandardCharsets.UTF_8), view.toByteArray());
            }
        }
    }

    @Property(tries = 400)
    void shouldGiveBackWhatWasWritten(@ForAll long seed, @ForAll @IntRange(min = 1, max = 200) int columns) {
        Random random = new Random(seed);
        Schema schema = schema(random, columns);
        Object[] values = new Object[columns];
        try (RowWriter writer = new RowWriter();
                RowWriter copier = new RowWriter()) {
            for (int row = 0; row < 4; row++) {
                writer.start(schema);
                for (int column = 0; column < columns; column++) {
                    values[column] = random.nextInt(3) == 0 ? null : value(random, schema.type(column));
                    set(writer, column, values[column]);
                }
                RowView written = writer.finish();
                check(values, written);
                copier.start(schema);
                for (int column = 0; column < columns; column++) {
                    copier.copy(column, written, column);
                }
                RowView copied = copier.finish();
                check(values, copied);
                assertEquals(written.length(), copied.length());
                assertTrue(
                        OffHeap.equal(written.address(), copied.address(), written.length()),
                        "equal rows have equal bytes");
            }
        }
    }

    @Example
    void shouldKeepNullBitsOfMoreThan64ColumnsApart() {
        for (int columns : new int[] {63, 64, 65, 128, 129}) {
            Schema.Builder builder = Schema.builder();
            for (int i = 0; i < columns; i++) {
                builder.int64("c" + i);
            }
            Schema schema = builder.build();
            try (RowWriter writer = new RowWriter()) {
                for (int set = 0; set < columns; set++) {
                    writer.start(schema).setLong(set, set + 1);
                    RowView row = writer.finish();
                    for (int column = 0; column < columns; column++) {
                        assertEquals(column != set, row.isNull(column));
                    }
                    assertEquals(set + 1, row.getLong(set));
                }
            }
        }
    }

    @Example
    void shouldReadThroughTypedHandles() {
        Schema schema = Schema.parse(
                "b bool, i int, l long, d double, p decimal(18,8), w decimal(38,2), t timestamp, s string");
        try (RowWriter writer = new RowWriter()) {
            writer.start(schema);
            schema.boolColumn("b").set(writer, true);
            schema.longColumn("i").set(writer, -5);
            schema.longColumn("l").set(writer, Long.MIN_VALUE);
            schema.doubleColumn("d").set(writer, -0.0);
            schema.decimalColumn("p").setUnscaled(writer, -150_000_000L);
            schema.decimalColumn("w").setUnscaled(writer, -7);
            schema.longColumn("t").set(writer, 42);
            schema.textColumn("s").set(writer, "héllo");
            RowView row = writer.finish();
            assertEquals(true, schema.boolColumn("b").get(row));
            assertEquals(-5, schema.longColumn("i").get(row));
            assertEquals(Long.MIN_VALUE, schema.longColumn("l").get(row));
            assertEquals(-0.0, schema.doubleColumn("d").get(row));
            assertEquals(
                    new BigDecimal("-1.50000000"), schema.decimalColumn("p").get(row));
            assertEquals(new BigDecimal("-0.07"), schema.decimalColumn("w").get(row));
            assertEquals(42, schema.longColumn("t").get(row));
            assertEquals(
                    "héllo", schema.textColumn("s").get(row, new BytesView()).toString());
            writer.start(schema);
            RowView empty = writer.finish();
            assertTrue(schema.decimalColumn("w").isNull(empty));
            assertNull(schema.decimalColumn("w").get(empty));
            assertEquals(0, schema.textColumn("s").get(empty, new BytesView()).length());
        }
    }

    @Example
    void shouldReplaceUnpairedSurrogates() {
        Schema schema = Schema.parse("s string");
        try (RowWriter writer = new RowWriter()) {
            writer.start(schema).setString(0, "a\uD83D-\uDE00\uD83D");
            assertEquals("a?-??", writer.finish().getString(0));
            writer.start(schema).setString(0, "\uD83D\uDE00");
            assertEquals("\uD83D\uDE00", writer.finish().getString(0));
        }
    }

    @Example
    void shouldRefuseDecimalsThatDoNotFit() {
        Schema schema = Schema.parse("p decimal(4,2)");
        try (RowWriter writer = new RowWriter()) {
            for (String text : new String[] {"100", "-100.00", "1.234"}) {
                TidemarkException thrown = assertThrows(
                        TidemarkException.class, () -> writer.start(schema).setDecimal(0, new BigDecimal(text)));
                assertEquals(ErrorCode.ARITHMETIC_OVERFLOW, thrown.code());
                assertEquals("p", thrown.problems().get(0).column());
            }
        }
    }

    @Example
    void shouldRefuseRowsThatAreTooLarge() {
        Schema schema = Schema.parse("s string, t string");
        String half = "x".repeat(RowWriter.MAX_ROW_BYTES / 2);
        try (RowWriter writer = new RowWriter()) {
            writer.start(schema).setString(0, half);
            TidemarkException thrown = assertThrows(TidemarkException.class, () -> writer.setString(1, half));
            assertEquals(ErrorCode.ROW_TOO_LARGE, thrown.code());
            writer.start(schema).setString(0, half);
            writer.setString(1, half.substring(schema.fixedBytes()));
            assertEquals(RowWriter.MAX_ROW_BYTES, writer.finish().length());
            assertEquals(
                    ErrorCode.ROW_TOO_LARGE,
                    assertThrows(TidemarkException.class, () -> writer.setBytes(1, 0L, 5 * RowWriter.MAX_ROW_BYTES))
                            .code());
            writer.start(schema).setString(0, "small");
            assertEquals("small", writer.finish().getString(0));
        }
    }

    @Example
    void shouldMakeOneNanOfAll() {
        Schema schema = Schema.parse("d double");
        try (RowWriter writer = new RowWriter()) {
            writer.start(schema).setDouble(0, Double.longBitsToDouble(0x7FF8_0000_0000_0001L));
            assertEquals(0x7FF8_0000_0000_0000L, writer.finish().getLong(0));
        }
    }
}
