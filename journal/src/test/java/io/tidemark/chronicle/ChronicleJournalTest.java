package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

final class ChronicleJournalTest {
    private static final Schema TRADES = Schema.parse("ts timestamp, symbol string, qty long");

    @TempDir
    private Path directory;

    @Test
    void shouldGiveBackEveryType() {
        Schema all = Schema.parse(
                "b bool, i int, l long, d double, m decimal(18,8), w decimal(38,10), ts timestamp, s string, x binary");
        BigDecimal wide = new BigDecimal("-1234567890123456789012345678.0123456789");
        Instant time = Instant.parse("2262-04-11T23:47:16.854775807Z");
        try (ChronicleJournal journal = ChronicleJournal.create(directory, all);
                RowAppender appender = journal.openAppender()) {
            RowWriter row = appender.begin();
            row.setBool(0, true);
            row.setInt(1, Integer.MIN_VALUE);
            row.setLong(2, Long.MAX_VALUE);
            row.setDouble(3, -0.1);
            row.setDecimal(4, new BigDecimal("-1234567890.12345678"));
            row.setDecimal(5, wide);
            row.setLong(6, Long.MAX_VALUE);
            row.setString(7, "größer 😀");
            row.setBytes(8, new byte[] {0, -1, 2}, 0, 3);
            appender.commit(77);
            appender.begin();
            appender.commit(RowView.NO_INGEST_TIME);

            List<List<Object>> seen = new ArrayList<>();
            journal.openReader().poll(collect(seen), 10);
            assertEquals(
                    Arrays.asList(
                            true,
                            Integer.MIN_VALUE,
                            Long.MAX_VALUE,
                            -0.1,
                            new BigDecimal("-1234567890.12345678"),
                            wide,
                            time,
                            "größer 😀"),
                    seen.get(0).subList(0, 8));
            assertArrayEquals(new byte[] {0, -1, 2}, (byte[]) seen.get(0).get(8));
            assertEquals(Arrays.asList(new Object[9]), seen.get(1));
            assertEquals(2, seen.size());
        }
    }

    @Test
    void shouldGiveSequenceIngestTimeAndNoCauseForAppendedRows() {
        try (ChronicleJournal journal = ChronicleJournal.create(directory, TRADES);
                RowAppender appender = journal.openAppender(() -> 123_456_789L)) {
            assertEquals(-1, appender.lastSequence());
            long first = append(appender, 1);
            appender.begin().setLong(2, 2);
            long second = appender.commit(5);
            assertEquals(1, appender.lastSequence());

            ChronicleReader reader = journal.openReader();
            assertEquals(JournalReader.NO_SEQUENCE, reader.sequence());
            Recorder seen = new Recorder();
            reader.poll(seen, 1);
            assertEquals(first, reader.position());
            assertEquals(0, reader.sequence());
            assertEquals(JournalReader.NO_POSITION, reader.cause());
            reader.poll(seen, 1);
            assertEquals(1, reader.sequence());
            assertEquals(List.of(first, second), seen.positions);
            assertEquals(List.of(123_456_789L, 5L), seen.ingestTimes);
            assertEquals(second, reader.endPosition());
            assertTrue(second > first);
        }
    }

    @Test
    void shouldDropARowThatWasAbortedOrBegunAgain() {
        try (ChronicleJournal journal = ChronicleJournal.create(directory, TRADES);
                RowAppender appender = journal.openAppender()) {
            appender.begin().setLong(2, 1);
            appender.abort();
            Fails.with(ErrorCode.QUERY_STATE_INVALID, appender::commit);
            appender.begin().setLong(2, 2);
            appender.begin().setString(1, "kept");
            appender.commit();
            Fails.with(ErrorCode.QUERY_STATE_INVALID, appender::commit);
            assertEquals(List.of("{ts=null, symbol=kept, qty=null}"), Recorder.readAll(journal.openReader()).rows);
        }
    }

    @Test
    void shouldResumeFromEveryPositionAfterReopening() {
        List<Long> positions = new ArrayList<>();
        for (int part = 0; part < 3; part++) {
            try (ChronicleJournal journal = ChronicleJournal.create(directory, TRADES);
                    RowAppender appender = journal.openAppender()) {
                assertEquals(part * 100L - 1, appender.lastSequence());
                for (int i = 0; i < 100; i++) {
                    positions.add(append(appender, part * 100L + i));
                }
            }
        }
        try (ChronicleJournal journal = ChronicleJournal.open(directory);
                ChronicleReader reader = journal.openReader()) {
            for (int after = -1; after < 300; after++) {
                reader.moveAfter(after < 0 ? JournalReader.NO_POSITION : positions.get(after));
                assertEquals(after < 0 ? JournalReader.NO_POSITION : positions.get(after), reader.position());
                Recorder seen = Recorder.readAll(reader);
                assertEquals(positions.subList(after + 1, 300), seen.positions);
                assertEquals(299 - after, seen.rows.size());
                if (after < 299) {
                    assertEquals("{ts=null, symbol=null, qty=" + (after + 1) + "}", seen.rows.get(0));
                }
            }
            assertEquals(new JournalCheck(300, positions.get(299), 299, -1, ""), journal.check(-1));
            assertEquals(new JournalCheck(100, positions.get(299), 299, -1, ""), journal.check(positions.get(199)));
        }
    }

    @Test
    void shouldSeeRowsThatAreAppendedWhileItReads() {
        try (ChronicleJournal journal =
                        ChronicleJournal.at(directory).blockSizeBytes(64 << 10).create(TRADES);
                ChronicleReader reader = journal.openReader()) {
            Recorder seen = new Recorder();
            assertEquals(0, reader.poll(seen, 1));
            assertEquals(JournalReader.NO_POSITION, reader.endPosition());
            try (RowAppender appender = journal.openAppender()) {
                for (int i = 0; i < 20_000; i++) {
                    append(appender, i);
                    if (i % 7 == 0) {
                        reader.poll(seen, 100);
                        assertEquals(i + 1, seen.rows.size());
                    }
                }
            }
        }
    }

    @Test
    void shouldTakeNoMoreThanTheLimit() {
        try (ChronicleJournal journal = ChronicleJournal.create(directory, TRADES);
                RowAppender appender = journal.openAppender()) {
            for (int i = 0; i < 5; i++) {
                append(appender, i);
            }
            Recorder seen = new Recorder();
            ChronicleReader reader = journal.openReader();
            assertEquals(2, reader.poll(seen, 2));
            assertEquals(2, seen.rows.size());
            assertEquals(0, reader.poll(seen, 0));
            assertEquals(3, reader.poll(seen, 9));
        }
    }

    @Test
    void shouldRefuseAnotherSchemaAndNameTheFirstDifference() {
        ChronicleJournal.create(directory, TRADES).close();
        String message = Fails.with(
                ErrorCode.SCHEMA_MISMATCH,
                () -> ChronicleJournal.create(directory, Schema.parse("ts timestamp, symbol string, qty int")));
        assertTrue(message.contains("column 2 is 'qty long', not 'qty int'"), message);
        message = Fails.with(
                ErrorCode.SCHEMA_MISMATCH,
                () -> ChronicleJournal.create(directory, Schema.parse("ts timestamp, symbol string")));
        assertTrue(message.contains("column 2 'qty long' is not asked for"), message);
        message = Fails.with(
                ErrorCode.SCHEMA_MISMATCH,
                () -> ChronicleJournal.create(directory, Schema.parse(TRADES + ", more string")));
        assertTrue(message.contains("there is no column 3 'more string'"), message);
        try (ChronicleJournal journal = ChronicleJournal.open(directory)) {
            assertEquals(TRADES, journal.schema());
            Fails.with(ErrorCode.SCHEMA_MISMATCH, () -> journal.openWriter(Schema.parse("a long")));
        }
    }

    @Test
    void shouldSayWhatIsMissing() throws IOException {
        Fails.with(ErrorCode.JOURNAL_MISSING, () -> ChronicleJournal.open(directory.resolve("none")));
        Fails.with(ErrorCode.JOURNAL_MISSING, () -> ChronicleJournal.openReadOnly(directory.resolve("none")));
        assertTrue(Files.notExists(directory.resolve("none")));
        Fails.with(ErrorCode.JOURNAL_INVALID, () -> ChronicleJournal.open(directory));
        Path file = Files.writeString(directory.resolve("notes.txt"), "x");
        Fails.with(ErrorCode.JOURNAL_INVALID, () -> ChronicleJournal.open(file));
        String message = Fails.with(ErrorCode.JOURNAL_INVALID, () -> ChronicleJournal.create(directory, TRADES));
        assertTrue(message.contains("'notes.txt'"), message);
        assertEquals(1, directory.toFile().list().length);
    }

    @Test
    void shouldSayWhenTheSchemaFileIsDamaged() throws IOException {
        ChronicleJournal.create(directory, TRADES).close();
        Files.writeString(directory.resolve("schema.json"), "{\"format\":1");
        String message = Fails.with(ErrorCode.SCHEMA_INVALID, () -> ChronicleJournal.open(directory));
        assertTrue(message.contains("schema.json"), message);
    }

    @Test
    void shouldFinishAJournalWhoseMakingWasInterrupted() throws IOException {
        ChronicleJournal.create(directory, TRADES).close();
        Files.move(directory.resolve("schema.json"), directory.resolve("schema.json.123"));
        String message = Fails.with(ErrorCode.JOURNAL_INVALID, () -> ChronicleJournal.open(directory));
        assertTrue(message.contains("without a schema"), message);
        try (ChronicleJournal journal = ChronicleJournal.create(directory, TRADES);
                RowAppender appender = journal.openAppender()) {
            append(appender, 1);
        }
        Files.delete(directory.resolve("schema.json"));
        for (Executable open : List.<Executable>of(
                () -> ChronicleJournal.create(directory, TRADES), () -> ChronicleJournal.openReadOnly(directory))) {
            String lost = Fails.with(ErrorCode.JOURNAL_INVALID, open);
            assertTrue(lost.contains("'schema.json' is missing. Way out: Restore 'schema.json'"), lost);
            assertTrue(lost.indexOf("foreign") > lost.indexOf("Restore"), lost);
        }
    }

    @Test
    void shouldNameALinkThatLeadsNowhere() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("gone"));
        for (Path place : List.of(link, link.resolve("journal"))) {
            for (Executable open : List.<Executable>of(
                    () -> ChronicleJournal.create(place, TRADES), () -> ChronicleJournal.open(place))) {
                String message = Fails.with(ErrorCode.JOURNAL_MISSING, open);
                assertTrue(message.contains("'" + link + "' is a link to 'gone', which is not there."), message);
            }
        }
    }

    @Test
    void shouldRefuseARowThatIsTooLong() {
        try (ChronicleJournal journal =
                        ChronicleJournal.at(directory).blockSizeBytes(64 << 10).create(TRADES);
                RowAppender appender = journal.openAppender()) {
            appender.begin().setString(1, "x".repeat(300_000));
            Fails.with(ErrorCode.ROW_TOO_LARGE, appender::commit);
            appender.begin().setString(1, "x".repeat(200_000));
            appender.commit();
            assertEquals(0, appender.lastSequence());
            assertEquals(1, Recorder.readAll(journal.openVerifyingReader()).rows.size());
        }
    }

    @Test
    void shouldKeepALongRow() {
        String text = "0123456789".repeat(100_000);
        try (ChronicleJournal journal = ChronicleJournal.create(directory, TRADES);
                RowAppender appender = journal.openAppender()) {
            for (int i = 0; i < 100; i++) {
                appender.begin().setString(1, text);
                appender.commit();
            }
            int[] length = new int[2];
            RecordHandler handler = new RecordHandler() {
                @Override
                public void onRow(RowView row) {
                    length[0]++;
                    length[1] = row.getString(1).equals(text) ? length[1] + 1 : length[1];
                }

                @Override
                public void onInvalid(RowView record, String reason) {
                    throw new AssertionError(reason);
                }
            };
            journal.openVerifyingReader().poll(handler, 1000);
            assertArrayEquals(new int[] {100, 100}, length);
        }
    }

    @Test
    void shouldKeepSequenceKindAndCauseOfAQuerysRows() {
        try (ChronicleJournal journal = ChronicleJournal.create(directory, TRADES);
                RowWriter row = new RowWriter()) {
            try (var writer = journal.openWriter(TRADES)) {
                assertEquals(-1, writer.lastSequence());
                row.start(TRADES).setLong(2, 5);
                writer.append(row.finish().origin(4_001, 900, RowKind.UPDATE_BEFORE), 0);
                writer.append(row.finish().origin(4_002, 901, RowKind.DELETE), 1, 7);
                Fails.with(ErrorCode.QUERY_STATE_INVALID, () -> writer.append(row.finish(), 1));
                Fails.with(ErrorCode.QUERY_STATE_INVALID, () -> writer.append(row.finish(), 3));
                assertEquals(1, writer.lastSequence());
            }
            List<String> seen = new ArrayList<>();
            ChronicleReader reader = journal.openReader();
            reader.poll(
                    new RecordHandler() {
                        @Override
                        public void onRow(RowView view) {
                            seen.add(reader.sequence() + " " + reader.cause() + " " + reader.causeSource() + " "
                                    + view.kind() + " " + view.ingestTimeNs());
                        }

                        @Override
                        public void onInvalid(RowView record, String reason) {
                            throw new AssertionError(reason);
                        }
                    },
                    9);
            assertEquals(List.of("0 4001 0 UPDATE_BEFORE 900", "1 4002 7 DELETE 901"), seen);
            try (var writer = journal.openWriter(TRADES)) {
                assertEquals(1, writer.lastSequence());
            }
        }
    }

    @Test
    void shouldEndWhatItOpenedWhenItIsClosed() {
        ChronicleJournal journal = ChronicleJournal.create(directory, TRADES);
        RowAppender appender = journal.openAppender();
        append(appender, 1);
        ChronicleReader reader = journal.openReader();
        journal.close();
        journal.close();
        reader.close();
        appender.close();
        Fails.with(ErrorCode.QUERY_STATE_INVALID, journal::openReader);
        Fails.with(ErrorCode.QUERY_STATE_INVALID, journal::openAppender);
        try (ChronicleJournal again = ChronicleJournal.open(directory);
                RowAppender next = again.openAppender()) {
            assertEquals(0, next.lastSequence());
        }
    }

    static long append(RowAppender appender, long qty) {
        appender.begin().setLong(2, qty);
        return appender.commit();
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
