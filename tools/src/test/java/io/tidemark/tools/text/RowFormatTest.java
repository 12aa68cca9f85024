package io.tidemark.tools.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowFormatTest {
    private static final Schema SCHEMA =
            Schema.parse("b bool, i int, l long, d double, m decimal(20,3), t timestamp, s string, x binary");
    private final RowWriter writer = new RowWriter();

    @AfterEach
    void close() {
        writer.close();
    }

    @Test
    void shouldWriteTextForPeople() throws IOException {
        assertEquals(
                "0x4d3e00000007  7  2026-01-31T12:00:00.5Z  UPDATE_AFTER  b=true i=-1 l=9007199254740993 d=0.1"
                        + " m=12345678901234567.890 t=2013-11-25T00:00:00Z s=plain x=00ff\n",
                write(RowFormat.Kind.TEXT, true, this::full));
        assertEquals(
                "b=null i=null l=null d=null m=null t=null s=null x=null\n",
                write(RowFormat.Kind.TEXT, false, row -> {}));
    }

    @Test
    void shouldShowWhatARecordLacks() throws IOException {
        RowView row = writer.start(Schema.parse("i int")).finish().origin(0, RowView.NO_INGEST_TIME, RowKind.DELETE);
        assertEquals("0x0  -  -  DELETE  i=null\n", write(RowFormat.Kind.TEXT, true, row, -1));
        assertEquals("index,sequence,ingest_time,kind,i\n0x0,,,DELETE,\n", write(RowFormat.Kind.CSV, true, row, -1));
        assertEquals(
                "{\"index\":\"0x0\",\"sequence\":null,\"ingestTime\":null,\"kind\":\"DELETE\",\"row\":{\"i\":null}}\n",
                write(RowFormat.Kind.JSON, true, row, -1));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            value = {
                "a b, |\"a b\"|",
                "||, |\"\"|",
                "null, |\"null\"|",
                "a\"b, |\"a\\\"b\"|",
                "a\\b, |\"a\\\\b\"|",
                "Köln, Köln",
            })
    void shouldQuoteTextThatCouldBeReadOtherwise(String value, String expected) throws IOException {
        RowWriter row = writer.start(Schema.parse("s string"));
        row.setString(0, value);
        assertEquals("s=" + expected + "\n", write(RowFormat.Kind.TEXT, false, row.finish(), 0));
    }

    @Test
    void shouldKeepARowOnOneLine() throws IOException {
        RowWriter row = writer.start(Schema.parse("s string"));
        row.setString(0, "a\nb\tc\r\u0007");
        assertEquals("s=\"a\\nb\\tc\\r\\u0007\"\n", write(RowFormat.Kind.TEXT, false, row.finish(), 0));
        assertEquals("{\"s\":\"a\\nb\\tc\\r\\u0007\"}\n", write(RowFormat.Kind.JSON, false, row.finish(), 0));
    }

    @Test
    void shouldWriteCsvThatTellsEmptyTextFromNull() throws IOException {
        assertEquals(
                "index,sequence,ingest_time,kind,b,i,l,d,m,t,s,x\n"
                        + "0x4d3e00000007,7,2026-01-31T12:00:00.5Z,UPDATE_AFTER,true,-1,9007199254740993,0.1,"
                        + "12345678901234567.890,2013-11-25T00:00:00Z,plain,00ff\n",
                write(RowFormat.Kind.CSV, true, this::full));
        assertEquals("b,i,l,d,m,t,s,x\n,,,,,,\"\",\n", write(RowFormat.Kind.CSV, false, row -> row.setString(6, "")));
        assertEquals(
                "b,i,l,d,m,t,s,x\n,,,,,,\"a,\"\"b\",\n",
                write(RowFormat.Kind.CSV, false, row -> row.setString(6, "a,\"b")));
    }

    @Test
    void shouldWriteJsonWithoutLoss() throws IOException {
        assertEquals(
                "{\"index\":\"0x4d3e00000007\",\"sequence\":7,\"ingestTime\":\"2026-01-31T12:00:00.5Z\","
                        + "\"kind\":\"UPDATE_AFTER\",\"row\":{\"b\":true,\"i\":-1,\"l\":9007199254740993,\"d\":0.1,"
                        + "\"m\":\"12345678901234567.890\",\"t\":\"2013-11-25T00:00:00Z\",\"s\":\"plain\",\"x\":\"00ff\"}}\n",
                write(RowFormat.Kind.JSON, true, this::full));
        assertEquals(
                "{\"b\":null,\"i\":null,\"l\":null,\"d\":\"NaN\",\"m\":null,\"t\":null,\"s\":\"a \\\"b\\\"\",\"x\":null}\n",
                write(RowFormat.Kind.JSON, false, row -> {
                    row.setDouble(3, Double.NaN);
                    row.setString(6, "a \"b\"");
                }));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1970-01-01T00:00:00Z",
        "1, 1970-01-01T00:00:00.000000001Z",
        "-1, 1969-12-31T23:59:59.999999999Z",
        "10, 1970-01-01T00:00:00.00000001Z",
        "500000000, 1970-01-01T00:00:00.5Z",
        "1050000000, 1970-01-01T00:00:01.05Z",
        "-9223372036854775808, 1677-09-21T00:12:43.145224192Z",
        "9223372036854775807, 2262-04-11T23:47:16.854775807Z",
    })
    void shouldWriteTimesWithAsFewDigitsAsHoldThem(long epochNs, String expected) {
        assertEquals(expected, TimeText.of(epochNs));
    }

    private void full(RowWriter row) {
        row.setBool(0, true);
        row.setInt(1, -1);
        row.setLong(2, 9007199254740993L);
        row.setDouble(3, 0.1);
        row.setDecimal(4, new BigDecimal("12345678901234567.89"));
        row.setLong(5, 1_385_337_600_000_000_000L);
        row.setString(6, "plain");
        row.setBytes(7, new byte[] {0, -1}, 0, 2);
    }

    private String write(RowFormat.Kind kind, boolean withRecord, Consumer<RowWriter> values) throws IOException {
        values.accept(writer.start(SCHEMA));
        RowView row = writer.finish().origin(0x4d3e00000007L, 1_769_860_800_500_000_000L, RowKind.UPDATE_AFTER);
        return write(kind, withRecord, row, 7);
    }

    private static String write(RowFormat.Kind kind, boolean withRecord, RowView row, long sequence)
            throws IOException {
        StringWriter out = new StringWriter();
        RowFormat format = kind.open(row.schema(), withRecord, out);
        format.write(row, sequence);
        format.flush();
        return out.toString();
    }
}
