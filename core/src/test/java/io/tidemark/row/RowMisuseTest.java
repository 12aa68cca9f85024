package io.tidemark.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class RowMisuseTest {
    private static final Schema SCHEMA = Schema.parse(
            "b bool, i int, l long, d double, x decimal(18,2), w decimal(38,2), t timestamp, s string, y binary");
    private static final List<Consumer<RowWriter>> SETTERS = List.of(
            row -> row.setBool(0, true),
            row -> row.setInt(1, 7),
            row -> row.setLong(2, 7),
            row -> row.setDouble(3, 7),
            row -> row.setDecimal(4, new BigDecimal("1.25")),
            row -> row.setDecimal(5, -1, -2),
            row -> row.setLong(6, 7),
            row -> row.setString(7, "seven"),
            row -> row.setBytes(8, new byte[] {1, 2}, 0, 2));

    private final RowWriter row = new RowWriter();

    @AfterEach
    void close() {
        row.close();
    }

    private static TidemarkException refused(ErrorCode code, Executable call) {
        TidemarkException e = assertThrows(TidemarkException.class, call);
        assertEquals(code, e.code(), e.getMessage());
        return e;
    }

    @Test
    void shouldRefuseEverySetterBeforeTheStartAndAfterTheEnd() {
        SETTERS.forEach(set -> refused(ErrorCode.QUERY_STATE_INVALID, () -> set.accept(row)));
        refused(ErrorCode.QUERY_STATE_INVALID, row::finish);
        row.start(SCHEMA);
        SETTERS.forEach(set -> set.accept(row));
        RowView view = row.finish();
        assertEquals(
                "{b=true, i=7, l=7, d=7.0, x=1.25, w=-0.02, t=1970-01-01T00:00:00.000000007Z, s=seven, y=0102}",
                view.toString());
        row.close();
        SETTERS.forEach(set -> refused(ErrorCode.QUERY_STATE_INVALID, () -> set.accept(row)));
        refused(ErrorCode.QUERY_STATE_INVALID, row::finish);
        refused(ErrorCode.QUERY_STATE_INVALID, () -> row.start(SCHEMA));
        refused(ErrorCode.QUERY_STATE_INVALID, () -> SCHEMA.longColumn("l").set(row, 1));
        refused(ErrorCode.QUERY_STATE_INVALID, () -> view.getString(7));
        refused(ErrorCode.QUERY_STATE_INVALID, () -> SCHEMA.textColumn("s").get(view, new BytesView()));
        assertNull(row.schema());
    }

    @Test
    void shouldRefuseAColumnThatTheSchemaDoesNotHave() {
        row.start(SCHEMA);
        for (int column : new int[] {-1, 9, 64, 1 << 30, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            refused(ErrorCode.COLUMN_UNKNOWN, () -> row.setBool(column, true));
            refused(ErrorCode.COLUMN_UNKNOWN, () -> row.setInt(column, 1));
            refused(ErrorCode.COLUMN_UNKNOWN, () -> row.setLong(column, 1));
            refused(ErrorCode.COLUMN_UNKNOWN, () -> row.setDouble(column, 1));
            refused(ErrorCode.COLUMN_UNKNOWN, () -> row.setDecimal(column, 0, 1));
            refused(ErrorCode.COLUMN_UNKNOWN, () -> row.setDecimal(column, BigDecimal.ONE));
            refused(ErrorCode.COLUMN_UNKNOWN, () -> row.setString(column, "x"));
            refused(ErrorCode.COLUMN_UNKNOWN, () -> row.setBytes(column, new byte[1], 0, 1));
            RowView view = row.finish();
            refused(ErrorCode.COLUMN_UNKNOWN, () -> row.copy(column, view, 0));
            refused(ErrorCode.COLUMN_UNKNOWN, () -> row.copy(0, view, column));
            refused(ErrorCode.COLUMN_UNKNOWN, () -> view.isNull(column));
            refused(ErrorCode.COLUMN_UNKNOWN, () -> view.getLong(column));
            refused(ErrorCode.COLUMN_UNKNOWN, () -> view.getDecimalHigh(column));
            refused(ErrorCode.COLUMN_UNKNOWN, () -> view.getBytes(column, new BytesView()));
        }
        assertEquals(
                "{b=null, i=null, l=null, d=null, x=null, w=null, t=null, s=null, y=null}",
                row.finish().toString());
    }

    @Test
    void shouldRefuseASetterOfAnotherType() {
        row.start(SCHEMA);
        for (int column = 0; column < SCHEMA.size(); column++) {
            int at = column;
            String type = SCHEMA.type(column).kind().name();
            refuseUnless(type.equals("BOOL"), () -> row.setBool(at, true));
            refuseUnless(type.equals("DOUBLE"), () -> row.setDouble(at, 1));
            refuseUnless(type.equals("DECIMAL"), () -> row.setDecimal(at, 0, 1));
            refuseUnless(type.equals("DECIMAL"), () -> row.setDecimal(at, BigDecimal.ONE));
            refuseUnless(type.equals("STRING"), () -> row.setString(at, "x"));
            boolean bytes = type.equals("STRING") || type.equals("BINARY");
            refuseUnless(bytes, () -> row.setBytes(at, new byte[1], 0, 1));
            refuseUnless(!bytes && !type.equals("DOUBLE") && at != 5, () -> row.setLong(at, 1));
            RowView view = row.finish();
            refuseUnless(bytes, () -> view.getBytes(at, new BytesView()));
            refuseUnless(at == 5, () -> view.getDecimalHigh(at));
        }
    }

    private static void refuseUnless(boolean fits, Executable call) {
        if (!fits) {
            refused(ErrorCode.TYPE_MISMATCH, call);
        } else {
            org.junit.jupiter.api.Assertions.assertDoesNotThrow(call);
        }
    }

    @Test
    void shouldRefuseNumbersThatANarrowColumnCannotHold() {
        row.start(SCHEMA);
        refused(ErrorCode.ARITHMETIC_OVERFLOW, () -> row.setLong(1, 1L << 31));
        refused(ErrorCode.ARITHMETIC_OVERFLOW, () -> row.setLong(1, -(1L << 31) - 1));
        refused(ErrorCode.ARITHMETIC_OVERFLOW, () -> row.setLong(0, 77));
        refused(ErrorCode.ARITHMETIC_OVERFLOW, () -> row.setLong(0, -1));
        row.setLong(1, -(1L << 31));
        assertEquals(Integer.MIN_VALUE, row.finish().getInt(1));
    }

    @Test
    void shouldRefuseBytesOutsideOfTheArray() {
        row.start(SCHEMA);
        byte[] bytes = new byte[4];
        assertThrows(IndexOutOfBoundsException.class, () -> row.setBytes(8, bytes, 2, 3));
        assertThrows(IndexOutOfBoundsException.class, () -> row.setBytes(8, bytes, -1, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> row.setBytes(8, bytes, 0, -1));
        assertThrows(IndexOutOfBoundsException.class, () -> row.setBytes(8, 0L, -1));
        assertEquals(
                "value",
                assertThrows(NullPointerException.class, () -> row.setString(7, null))
                        .getMessage());
    }

    @Test
    void shouldRefuseAHandleOfAnotherSchema() {
        Schema other = Schema.parse("a string, b bool, i int, l long");
        row.start(SCHEMA);
        refused(ErrorCode.SCHEMA_MISMATCH, () -> other.textColumn("a").set(row, "x"));
        refused(ErrorCode.SCHEMA_MISMATCH, () -> other.longColumn("l").set(row, 1));
        refused(ErrorCode.SCHEMA_MISMATCH, () -> other.boolColumn("b").set(row, true));
        RowView view = row.finish();
        TidemarkException e =
                refused(ErrorCode.SCHEMA_MISMATCH, () -> other.textColumn("a").get(view, new BytesView()));
        assertEquals("a", e.problems().get(0).column());
        refused(ErrorCode.SCHEMA_MISMATCH, () -> other.longColumn("l").get(view));
        refused(ErrorCode.SCHEMA_MISMATCH, () -> other.longColumn("l").isNull(view));
        LongColumn same = Schema.parse("b bool not null, i int, l long").longColumn("l");
        same.set(row, 5);
        assertEquals(5, same.get(row.finish()));
        assertEquals(5, SCHEMA.longColumn("l").get(row.finish()));
    }

    @Test
    void shouldFindTheColumnThatHasNoValue() {
        StringBuilder text = new StringBuilder("c0 long");
        for (int i = 1; i < 130; i++) {
            text.append(", c").append(i).append(i == 3 || i == 64 || i == 129 ? " long not null" : " long");
        }
        Schema wide = Schema.parse(text.toString());
        row.start(wide);
        for (int missing : new int[] {3, 64, 129}) {
            assertEquals(missing, wide.missingValue(row.finish()));
            row.setLong(missing, 1);
        }
        assertEquals(-1, wide.missingValue(row.finish()));
        assertEquals(-1, SCHEMA.missingValue(row.start(SCHEMA).finish()));
    }
}
