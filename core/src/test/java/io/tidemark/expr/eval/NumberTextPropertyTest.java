package io.tidemark.expr.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;

/** Numbers as text, both ways, against the classes of the JDK. */
class NumberTextPropertyTest {
    private static final int TRIES = 100;
    private static final int CASES = 150;
    private static final long MEMORY = OffHeap.allocate(4096);

    private final NumberParser parser = new NumberParser();
    private final BytesView view = new BytesView();

    @AfterContainer
    static void free() {
        OffHeap.free(MEMORY);
    }

    @Property(tries = TRIES)
    void shouldFormatAsPlainString(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            BigDecimal value = values.decimal();
            formatAsPlainString(value);
        }
    }

    private void formatAsPlainString(BigDecimal value) {
        int length = DecimalText.format(Rows.decimal(value.unscaledValue()), value.scale(), MEMORY);
        assertEquals(value.toPlainString(), text(length));
    }

    @Property(tries = TRIES)
    void shouldFormatLongs(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            long value = values.bits();
            formatLongs(value);
        }
    }

    private void formatLongs(long value) {
        assertEquals(Long.toString(value), text(DecimalText.format(value, MEMORY)));
        assertTrue(parser.parseLong(put(" " + value + "\t"), Long.MIN_VALUE, Long.MAX_VALUE));
        assertEquals(value, parser.longValue());
        boolean isInt = (int) value == value;
        assertEquals(isInt, parser.parseLong(put("" + value), Integer.MIN_VALUE, Integer.MAX_VALUE));
    }

    @Property(tries = TRIES)
    void shouldParseDecimalsHalfUp(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            BigDecimal value = values.decimal();
            int precision = values.between(1, 38);
            int exponent = values.between(-45, 45);
            parseDecimalsHalfUp(value, precision, exponent);
        }
    }

    private void parseDecimalsHalfUp(BigDecimal value, int precision, int exponent) {
        DataType type = DataType.decimal(precision, precision / 2);
        Decimal128 result = new Decimal128();
        for (String text : new String[] {value.toPlainString(), value.toString(), value + "", shift(value, exponent)}) {
            BigInteger expected = new BigDecimal(text)
                    .setScale(type.scale(), RoundingMode.HALF_UP)
                    .unscaledValue();
            boolean fits = expected.abs().compareTo(BigInteger.TEN.pow(precision)) < 0;
            assertEquals(fits, parser.parseDecimal(put(text), type, result), text);
            if (fits) {
                assertEquals(expected, Rows.big(result), text);
            }
        }
    }

    @Property(tries = TRIES)
    void shouldParseDoublesToTheNearest(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            long bits = values.bits();
            BigDecimal value = values.decimal();
            parseDoublesToTheNearest(bits, value);
        }
    }

    private void parseDoublesToTheNearest(long bits, BigDecimal value) {
        double number = Double.longBitsToDouble(bits);
        if (!Double.isNaN(number)) {
            assertDouble(Double.toString(number), number);
        }
        assertDouble(value.toPlainString(), Double.parseDouble(value.toPlainString()));
        String shifted = shift(value, bits % 50);
        assertDouble(shifted, Double.parseDouble(shifted));
    }

    @Property(tries = TRIES)
    void shouldWriteDoublesThatReadBackAsTheSame(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            long bits = values.bits();
            writeDoublesThatReadBackAsTheSame(bits);
        }
    }

    private void writeDoublesThatReadBackAsTheSame(long bits) {
        double number = Double.longBitsToDouble(bits);
        assertEquals(number, Double.parseDouble(DoubleText.format(number)));
    }

    @Example
    void shouldWriteDoublesAsPeopleDo() {
        String[] texts = {
            "0.1",
            "0.3",
            "100.0",
            "-1.5",
            "1234567.25",
            "0.001",
            "1.0E7",
            "1.0E10",
            "9.5E-4",
            "1.0E23",
            "2.0E-3",
            "0.0",
            "-0.0",
            "NaN",
            "Infinity",
            "-Infinity",
            "4.94065645841247E-324",
            "1.7976931348623157E308"
        };
        for (String text : texts) {
            String expected = text.equals("2.0E-3") ? "0.002" : text;
            assertEquals(expected, DoubleText.format(Double.parseDouble(text)));
        }
    }

    @Example
    void shouldRefuseWhatIsNoNumber() {
        Decimal128 result = new Decimal128();
        String[] none = {
            "", " ", "+", "-", ".", "1.2.3", "1e", "e1", "1e+", "1 2", "0x10", "1d", "--1", "1e1.5", "abc", "١"
        };
        for (String text : none) {
            assertFalse(parser.parseDecimal(put(text), DataType.decimal(38, 0), result), text);
            assertFalse(parser.parseDouble(put(text)), text);
            assertFalse(parser.parseLong(put(text), Long.MIN_VALUE, Long.MAX_VALUE), text);
        }
        for (String text :
                new String[] {"1.5", "1e3", "9223372036854775808", "-9223372036854775809", "99999999999999999999"}) {
            assertFalse(parser.parseLong(put(text), Long.MIN_VALUE, Long.MAX_VALUE), text);
        }
        assertFalse(parser.parseDecimal(put("1e1000000000000"), DataType.decimal(38, 0), result));
        assertTrue(parser.parseDecimal(put("0e1000000000000"), DataType.decimal(38, 0), result));
        assertTrue(parser.parseDecimal(put("1e-1000000000000"), DataType.decimal(38, 0), result));
        assertTrue(result.isZero());
    }

    @Example
    void shouldReadTheWordsOfDoubles() {
        assertDouble("NaN", Double.NaN);
        assertDouble(" infinity ", Double.POSITIVE_INFINITY);
        assertDouble("-Inf", Double.NEGATIVE_INFINITY);
        assertDouble("-0", -0.0);
        assertDouble("+.5", 0.5);
        assertDouble("5.", 5.0);
        assertDouble("000000000000000000000000000000000000000000000000000000000000.5", 0.5);
    }

    private void assertDouble(String text, double expected) {
        assertTrue(parser.parseDouble(put(text)), text);
        assertEquals(expected, parser.doubleValue(), text);
    }

    private static String shift(BigDecimal value, long exponent) {
        return value.toPlainString() + "E" + exponent;
    }

    private BytesView put(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        OffHeap.copyIn(bytes, 0, MEMORY, bytes.length);
        return view.wrap(MEMORY, bytes.length);
    }

    private String text(int length) {
        return view.wrap(MEMORY, length).toString();
    }
}
