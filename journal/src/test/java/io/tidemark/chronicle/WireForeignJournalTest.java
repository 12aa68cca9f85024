package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.SelfDescribingMarshallable;
import net.openhft.chronicle.wire.WireOut;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WireForeignJournalTest {
    private static final Schema ALL = Schema.parse(
            "b bool, i int, l long, d double, m decimal(18,4), w decimal(38,10), ts timestamp, s string, x binary");

    @TempDir
    private Path directory;

    /** A DTO as users write it. */
    static final class Trade extends SelfDescribingMarshallable {
        String s;
        double d;
        long l;
        int i;
        boolean b;

        Trade(String s, double d, long l, int i, boolean b) {
            this.s = s;
            this.d = d;
            this.l = l;
            this.i = i;
            this.b = b;
        }
    }

    /** Events as users write them. */
    interface Events {
        void trade(Trade trade);

        void note(String text);
    }

    private static Map<String, String> sameNames(Schema schema) {
        Map<String, String> fields = new LinkedHashMap<>();
        schema.names().forEach(name -> fields.put(name, name));
        return fields;
    }

    private static void document(ForeignQueue queue, Consumer<WireOut> fields) {
        try (DocumentContext document = queue.appender.writingDocument()) {
            fields.accept(document.wire());
        }
    }

    private Recorder read(Schema schema, Map<String, String> fields) {
        try (ForeignJournal journal = ForeignJournal.wire(directory, schema, fields)) {
            return Recorder.readAll(journal.openReader());
        }
    }

    @Test
    void shouldReadFlatFieldsOfEveryType() {
        BigDecimal wide = new BigDecimal("-1234567890123456789012345678.0123456789");
        ForeignQueue.write(
                directory,
                queue -> document(queue, wire -> {
                    wire.write("unknown").text("passed over");
                    wire.write("x").bytes(new byte[] {0, -1, 2});
                    wire.write("b").bool(true);
                    wire.write("i").int32(-5);
                    wire.write("l").int64(1L << 60);
                    wire.write("map").marshallable(inner -> inner.write("l").int64(3));
                    wire.write("d").float64(-0.1);
                    wire.write("m").float64(1.25);
                    wire.write("w").text(wide.toPlainString());
                    wire.write("ts").int64(1_234_567_890_123_456_789L);
                    wire.write("s").text("größer 😀");
                }));
        List<List<Object>> rows = new ArrayList<>();
        try (ForeignJournal journal = ForeignJournal.wire(directory, ALL, sameNames(ALL))) {
            journal.openReader().poll(collect(rows), 5);
        }
        List<Object> row = rows.get(0);
        assertEquals(
                "[true, -5, 1152921504606846976, -0.1, 1.2500, " + wide
                        + ", 2009-02-13T23:31:30.123456789Z, größer 😀]",
                row.subList(0, 8).toString());
        assertArrayEquals(new byte[] {0, -1, 2}, (byte[]) row.get(8));
    }

    @Test
    void shouldReadTheFieldsOfADtoBelowItsEvent() {
        ForeignQueue.write(directory, queue -> {
            Events events = queue.appender.methodWriter(Events.class);
            events.trade(new Trade("ABC", 1.0, 7, 42, true));
            events.note("no fields");
            events.trade(new Trade(null, 2.5, -7_000_000_000L, 0, false));
        });
        Schema schema = Schema.parse("symbol string, price double, qty long, venue int, buy bool, other long");
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("s", "symbol");
        fields.put("d", "price");
        fields.put("l", "qty");
        fields.put("i", "venue");
        fields.put("b", "buy");
        fields.put("none", "other");
        try (ForeignJournal journal = ForeignJournal.wireEvent(directory, schema, fields, "trade")) {
            Recorder seen = new Recorder();
            assertEquals(3, journal.openReader().poll(seen, 10));
            assertEquals(
                    List.of(
                            "{symbol=ABC, price=1.0, qty=7, venue=42, buy=true, other=null}",
                            "{symbol=null, price=2.5, qty=-7000000000, venue=0, buy=false, other=null}"),
                    seen.rows);
            assertEquals(List.of(), seen.invalid);
        }
        assertEquals(
                List.of(
                        "{symbol=ABC, price=1.0, qty=7, venue=42, buy=true, other=null}",
                        "{symbol=null, price=null, qty=null, venue=null, buy=null, other=null}",
                        "{symbol=null, price=2.5, qty=-7000000000, venue=0, buy=false, other=null}"),
                read(schema, fields).rows);
    }

    @Test
    void shouldReadFieldsBelowATypedEvent() {
        ForeignQueue.write(
                directory,
                queue -> document(
                        queue, wire -> wire.write("trade").object(Object.class, new Trade("ABC", 1.5, 7, 42, true))));
        Schema schema = Schema.parse("s string, l long");
        assertEquals(List.of("{s=ABC, l=7}"), read(schema, sameNames(schema)).rows);
    }

    @Test
    void shouldTakeMissingAndNullFieldsForNull() {
        ForeignQueue.write(directory, queue -> {
            document(queue, wire -> wire.write("l").int64(1));
            document(queue, wire -> {
                wire.write("s").text((String) null);
                wire.write("l").int64(2);
            });
            document(queue, wire -> wire.write("other").int64(2));
        });
        Schema schema = Schema.parse("s string, l long");
        assertEquals(
                List.of("{s=null, l=1}", "{s=null, l=2}", "{s=null, l=null}"), read(schema, sameNames(schema)).rows);
    }

    @Test
    void shouldTakeNumbersInTheFormInWhichTheWireStoresThem() {
        long[] integers = {
            0,
            1,
            -1,
            127,
            128,
            255,
            256,
            -128,
            -129,
            32_767,
            32_768,
            65_535,
            65_536,
            1L << 31,
            1L << 32,
            (1L << 53) + 1,
            1L << 62,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            1_000_000_000_000L,
            -123_456_789_012_345L
        };
        double[] doubles = {0, 1, 1.5, 0.1, 1e300, -1e-300, 123_456.789, 1e18, Double.MAX_VALUE, Double.MIN_VALUE};
        ForeignQueue.write(directory, queue -> {
            for (long value : integers) {
                document(queue, wire -> wire.write("l").int64(value));
            }
            for (double value : doubles) {
                document(queue, wire -> wire.write("d").float64(value));
            }
        });
        Schema schema = Schema.parse("l long, d double");
        List<String> expected = new ArrayList<>();
        Arrays.stream(integers).forEach(value -> expected.add("{l=" + value + ", d=null}"));
        Arrays.stream(doubles).forEach(value -> expected.add("{l=null, d=" + value + "}"));
        assertEquals(expected, read(schema, sameNames(schema)).rows);
    }

    @Test
    void shouldReadTimes() {
        ForeignQueue.write(directory, queue -> {
            document(queue, wire -> wire.write("ts").text("2024-02-29T12:00:00.5Z"));
            document(
                    queue,
                    wire -> wire.write("ts")
                            .zonedDateTime(ZonedDateTime.of(2024, 2, 29, 13, 0, 0, 7, ZoneOffset.ofHours(1))));
            document(queue, wire -> wire.write("ts").dateTime(LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999)));
            document(queue, wire -> wire.write("ts").text("yesterday"));
            document(queue, wire -> wire.write("ts").text("2999-02-28T12:00:00Z"));
        });
        Schema schema = Schema.parse("ts timestamp");
        Recorder seen = read(schema, sameNames(schema));
        assertEquals(
                List.of(
                        "{ts=2024-02-29T12:00:00.500Z}",
                        "{ts=2024-02-29T12:00:00.000000007Z}",
                        "{ts=1969-12-31T23:59:59.000000999Z}"),
                seen.rows);
        assertEquals(List.of("Field 'ts' holds no timestamp.", "Field 'ts' holds no timestamp."), seen.invalid);
    }

    @Test
    void shouldReportValuesOfAWrongType() {
        List<Consumer<WireOut>> wrong = List.of(
                wire -> wire.write("b").text("true"),
                wire -> wire.write("i").int64(1L << 31),
                wire -> wire.write("i").float64(1.5),
                wire -> wire.write("l").text("5"),
                wire -> wire.write("l").float64(1e19),
                wire -> wire.write("l").float64(Double.NaN),
                wire -> wire.write("d").text("1.0"),
                wire -> wire.write("m").float64(0.00001),
                wire -> wire.write("m").text("1e20"),
                wire -> wire.write("m").text("one"),
                wire -> wire.write("s").int64(5),
                wire -> wire.write("x").text("bytes"),
                wire -> wire.write("l").marshallable(inner -> inner.write("l").int64(1)));
        ForeignQueue.write(directory, queue -> {
            wrong.forEach(fields -> document(queue, fields));
            document(queue, wire -> wire.write("l").int64(5));
        });
        Recorder seen = read(ALL, sameNames(ALL));
        assertEquals(
                List.of(
                        "Field 'b' holds no bool.",
                        "Field 'i' holds no int.",
                        "Field 'i' holds no int.",
                        "Field 'l' holds no long.",
                        "Field 'l' holds no long.",
                        "Field 'l' holds no long.",
                        "Field 'd' holds no double.",
                        "Field 'm' holds no decimal(18,4).",
                        "Field 'm' holds no decimal(18,4).",
                        "Field 'm' holds no decimal(18,4).",
                        "Field 's' holds no string.",
                        "Field 'x' holds no binary.",
                        "Field 'l' holds no long."),
                seen.invalid);
        assertEquals(1, seen.rows.size());
    }

    @Test
    void shouldGoOnBehindAWrongValueInTheMiddle() {
        ForeignQueue.write(directory, queue -> {
            document(queue, wire -> {
                wire.write("s").int64(5);
                wire.write("l").int64(6);
            });
            document(queue, wire -> {
                wire.write("l").int64(6);
                wire.write("l").int64(7);
            });
            queue.appender.writeBytes(Bytes.wrapForRead(new byte[] {(byte) 0xC5, 'a', (byte) 0x80, 9, 9}));
            document(queue, wire -> wire.write("l").int64(8));
        });
        Schema schema = Schema.parse("s string, l long");
        Recorder seen = read(schema, sameNames(schema));
        assertEquals(
                List.of(
                        "Field 's' holds no string.",
                        "A field stands twice in the document.",
                        "The document cannot be read as fields with values."),
                seen.invalid);
        assertEquals(List.of("{s=null, l=8}"), seen.rows);
        assertEquals(4, seen.positions.size());
    }

    @Test
    void shouldTakeTheIngestTimeFromItsField() {
        ForeignQueue.write(directory, queue -> {
            document(queue, wire -> {
                wire.write("received").int64(55);
                wire.write("l").int64(6);
            });
            document(queue, wire -> wire.write("l").int64(7));
        });
        Schema schema = Schema.parse("l long, at timestamp");
        try (ForeignJournal journal = ForeignJournal.wire(directory, schema, Map.of("l", "l", "received", "at"))
                .withIngestTime("at")) {
            assertTrue(journal.recordsIngestTime());
            assertEquals(List.of(55L, RowView.NO_INGEST_TIME), Recorder.readAll(journal.openReader()).ingestTimes);
        }
    }

    @Test
    void shouldRefuseAMappingThatCannotBe() {
        ForeignQueue.write(directory, queue -> {});
        Schema schema = Schema.parse("l long");
        Fails.with(ErrorCode.COLUMN_UNKNOWN, () -> ForeignJournal.wire(directory, schema, Map.of("a", "b")));
        Fails.with(ErrorCode.SETTING_INVALID, () -> ForeignJournal.wire(directory, schema, Map.of("a", "l", "b", "l")));
    }

    private static RecordHandler collect(List<List<Object>> rows) {
        return new RecordHandler() {
            @Override
            public void onRow(RowView row) {
                Object[] values = new Object[row.schema().size()];
                Arrays.setAll(values, row::get);
                rows.add(Arrays.asList(values));
            }

            @Override
            public void onInvalid(RowView record, String reason) {
                throw new AssertionError(reason);
            }
        };
    }
}
