package io.tidemark.tools.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueParserTest {
    @ParameterizedTest
    @CsvSource({
        "bool, true, true",
        "bool, FALSE, false",
        "bool, 1, true",
        "int, -2147483648, -2147483648",
        "int, +7, 7",
        "long, 9223372036854775807, 9223372036854775807",
        "long, 10.0, 10",
        "long, 1e3, 1000",
        "double, 2.5e-3, 0.0025",
        "double, -Infinity, -Infinity",
        "double, NaN, NaN",
        "'decimal(18,8)', 800.010000000000, 800.01000000",
        "'decimal(18,8)', 1e2, 100.00000000",
        "'decimal(38,0)', -99999999999999999999999999999999999999, -99999999999999999999999999999999999999",
        "'decimal(3,2)', 0e-999999999, 0.00",
        "string, ' a ', ' a '",
    })
    void shouldReadExactly(String type, String text, String expected) throws InvalidValueException {
        Object value = parse(type, text, TimeFormat.ISO);
        assertEquals(expected, value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "bool, yes",
        "int, 2147483648",
        "int, 1.5",
        "int, ' 1'",
        "int, 0x10",
        "long, 9223372036854775808",
        "long, 1e30",
        "long, 1e999999999",
        "double, 1e999",
        "double, 1d",
        "double, 0x1p3",
        "double, abc",
        "double, '1 '",
        "'decimal(18,8)', 0.123456789",
        "'decimal(18,8)', 12345678901",
        "'decimal(18,8)', 1e2147483647",
        "'decimal(18,8)', 10e2147483647",
        "'decimal(18,8)', 1e-2147483647",
        "'decimal(18,8)', 1e99999999999",
        "'decimal(18,8)', NaN",
        "binary, 0f1",
        "binary, xy",
        "timestamp, 2013-11-25 24:30:00",
        "timestamp, 2013-11-2500:00:00",
        "timestamp, 2013-11-25T00:00:00.1234567891Z",
        "timestamp, 25.11.2013",
        "timestamp, 2013-02-29",
        "timestamp, 1600-01-01",
        "timestamp, 9999-12-31T00:00:00Z",
    })
    void shouldRefuseWhatIsNotExact(String type, String text) {
        InvalidValueException invalid =
                assertThrows(InvalidValueException.class, () -> parse(type, text, TimeFormat.ISO));
        assertTrue(invalid.getMessage().matches("(is not|has|lies) .*"), invalid::getMessage);
    }

    @ParameterizedTest
    @CsvSource({
        "ISO, 2013-11-25, 2013-11-25T00:00:00Z",
        "ISO, 2013-11-25T00:00, 2013-11-25T00:00:00Z",
        "ISO, 2013-11-25 00:00:13.5, 2013-11-25T00:00:13.500Z",
        "ISO, 2013-11-25t00:00:13z, 2013-11-25T00:00:13Z",
        "ISO, 2013-11-25T00:00:13+01:00, 2013-11-24T23:00:13Z",
        "ISO, 2013-11-25T00:00:13-0530, 2013-11-25T05:30:13Z",
        "ISO, 2013-11-25T00:00:13+01, 2013-11-24T23:00:13Z",
        "ISO, 1677-09-21T00:12:43.145224192Z, 1677-09-21T00:12:43.145224192Z",
        "ISO, 2262-04-11T23:47:16.854775807Z, 2262-04-11T23:47:16.854775807Z",
        "EPOCH_S, 1385337600, 2013-11-25T00:00:00Z",
        "EPOCH_S, 1385337600.000000001, 2013-11-25T00:00:00.000000001Z",
        "EPOCH_S, -1, 1969-12-31T23:59:59Z",
        "EPOCH_MS, 1385337600001, 2013-11-25T00:00:00.001Z",
        "EPOCH_US, 1385337600000001, 2013-11-25T00:00:00.000001Z",
        "EPOCH_NS, 1385337600000000001, 2013-11-25T00:00:00.000000001Z",
    })
    void shouldReadTimes(TimeFormat format, String text, String expected) throws InvalidValueException {
        assertEquals(expected, parse("timestamp", text, format).toString());
    }

    @ParameterizedTest
    @CsvSource({
        "EPOCH_S, 1385337600.0000000001",
        "EPOCH_S, 1e10",
        "EPOCH_NS, 0.5",
        "EPOCH_MS, 2013-11-25",
        "EPOCH_S, 1e2147483647",
    })
    void shouldRefuseTimesThatDoNotFit(TimeFormat format, String text) {
        assertThrows(InvalidValueException.class, () -> parse("timestamp", text, format));
    }

    @Property(tries = 300)
    void shouldKeepEveryDigitOfADecimal(
            @ForAll
                    @BigRange(
                            min = "-99999999999999999999999999999999999999",
                            max = "99999999999999999999999999999999999999")
                    BigInteger unscaled,
            @ForAll @IntRange(max = 38) int scale)
            throws InvalidValueException {
        BigDecimal value = new BigDecimal(unscaled, scale);
        String type = "decimal(38," + scale + ")";
        assertEquals(value, parse(type, value.toPlainString(), TimeFormat.ISO));
        assertEquals(value, parse(type, value.toPlainString() + (scale == 0 ? ".000" : "000"), TimeFormat.ISO));
        assertEquals(value, parse(type, value.toString(), TimeFormat.ISO));
    }

    @Property(tries = 300)
    void shouldReadBytesThatWereWrittenAsHex(@ForAll byte[] bytes) throws InvalidValueException {
        assertEquals(HexFormat.of().formatHex(bytes), HexFormat.of().formatHex((byte[])
                parse("binary", HexFormat.of().formatHex(bytes), TimeFormat.ISO)));
    }

    private static Object parse(String type, String text, TimeFormat format) throws InvalidValueException {
        Field field = new Field("x", DataType.parse(type), true);
        try (RowWriter row = new RowWriter()) {
            row.start(Schema.of(field));
            new ValueParser(field, 0, format).parse(text, row);
            return row.finish().get(0);
        }
    }
}
