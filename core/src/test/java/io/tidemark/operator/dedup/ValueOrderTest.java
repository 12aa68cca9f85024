package io.tidemark.operator.dedup;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ValueOrderTest {
    /** A type and values from the least to the greatest, null first. */
    record Scale(String type, List<Object> values) {}

    static List<Scale> scales() {
        return List.of(
                new Scale("bool", Arrays.asList(null, false, true)),
                new Scale("int", Arrays.asList(null, Integer.MIN_VALUE, -1, 0, Integer.MAX_VALUE)),
                new Scale("long", Arrays.asList(null, Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE)),
                new Scale("timestamp", Arrays.asList(null, Instant.ofEpochSecond(-1), Instant.EPOCH)),
                new Scale(
                        "double",
                        Arrays.asList(
                                null,
                                Double.NEGATIVE_INFINITY,
                                -1.5,
                                0.0,
                                Double.MIN_VALUE,
                                Double.POSITIVE_INFINITY,
                                Double.NaN)),
                new Scale("decimal(10,2)", Arrays.asList(null, decimal("-1.01"), decimal("0.00"), decimal("10.00"))),
                new Scale(
                        "decimal(38,2)",
                        Arrays.asList(
                                null,
                                decimal("-999999999999999999999999999999999999.99"),
                                decimal("-0.01"),
                                decimal("0.00"),
                                decimal("92233720368547758.08"),
                                decimal("184467440737095516.16"),
                                decimal("999999999999999999999999999999999999.99"))),
                new Scale("string", Arrays.asList(null, "", "a", "ab", "b", "\uffff", "\ud83d\ude00")),
                new Scale(
                        "binary",
                        Arrays.asList(null, new byte[0], new byte[] {1}, new byte[] {1, 0}, new byte[] {(byte) 0x80})));
    }

    @ParameterizedTest
    @MethodSource("scales")
    void shouldOrderFromNullUp(Scale scale) {
        Schema schema = Schema.parse("other long, v " + scale.type());
        ValueOrder order = new ValueOrder();
        try (MemoryJournal rows = MemoryJournal.of("rows", schema)) {
            scale.values().forEach(value -> rows.appendValues(7L, value));
            for (int left = 0; left < rows.size(); left++) {
                for (int right = 0; right < rows.size(); right++) {
                    int found = order.compare(
                            schema.type(1), rows.read(left, new RowView()), 1, rows.read(right, new RowView()), 1);
                    assertEquals(Integer.compare(left, right), Integer.signum(found), left + " " + right);
                }
            }
        }
    }

    @Test
    void shouldTakeTheZerosAsEqual() {
        Schema schema = Schema.parse("v double");
        try (MemoryJournal rows = MemoryJournal.of("rows", schema)) {
            rows.appendValues(0.0);
            rows.appendValues(-0.0);
            RowView zero = rows.read(0, new RowView());
            RowView negative = rows.read(1, new RowView());
            assertEquals(0, new ValueOrder().compare(schema.type(0), zero, 0, negative, 0));
            assertEquals(0, new ValueOrder().compare(schema.type(0), negative, 0, zero, 0));
        }
    }

    private static BigDecimal decimal(String text) {
        return new BigDecimal(text);
    }
}
