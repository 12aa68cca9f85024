package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tidemark.error.ErrorCode;
import io.tidemark.journal.JournalReader;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.SelfDescribingMarshallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MethodForeignJournalTest {
    private static final Schema LEGS = Schema.parse("id long not null, leg int, symbol string, at timestamp");

    @TempDir
    private Path directory;

    /** An order with any number of legs. */
    public static final class Order extends SelfDescribingMarshallable {
        private long id;
        private long at;
        private final List<String> legs = new ArrayList<>();

        Order(long id, long at, String... legs) {
            this.id = id;
            this.at = at;
            this.legs.addAll(List.of(legs));
        }
    }

    /** What the other program writes. */
    public interface Orders {
        void order(Order order);

        void cancel(long id);
    }

    /** What it also writes. */
    interface More {
        void heartbeat(long time);
    }

    private static Orders legs(MethodRows rows) {
        return new Orders() {
            @Override
            public void order(Order order) {
                for (int leg = 0; leg < order.legs.size(); leg++) {
                    RowWriter row = rows.begin();
                    row.setLong(0, order.id);
                    row.setInt(1, leg);
                    row.setString(2, order.legs.get(leg));
                    row.setLong(3, order.at);
                    rows.emit();
                }
            }

            @Override
            public void cancel(long id) {
                if (id < 0) {
                    rows.begin().setLong(0, id);
                    rows.emit();
                    rows.invalid("negative id");
                } else if (id == 0) {
                    rows.begin().setInt(1, 5);
                    rows.emit();
                } else if (id == 99) {
                    throw new IllegalStateException("cannot be cancelled");
                } else {
                    rows.begin().setLong(0, id);
                }
            }
        };
    }

    private ForeignJournal journal() {
        return ForeignJournal.methods(directory, LEGS, Orders.class, MethodForeignJournalTest::legs);
    }

    @Test
    void shouldHandOverNoneOneOrSeveralRowsOfADocumentTogether() {
        List<Long> positions = new ArrayList<>();
        ForeignQueue.write(directory, queue -> {
            Orders orders = queue.appender.methodWriter(Orders.class);
            Runnable note = () -> positions.add(queue.queue.lastIndex());
            orders.order(new Order(1, 100, "A"));
            note.run();
            orders.order(new Order(2, 200));
            note.run();
            orders.order(new Order(3, 300, "B", "C", "D"));
            note.run();
            orders.cancel(5);
            note.run();
            orders.order(new Order(4, 400, "E", "F"));
            note.run();
        });
        try (ForeignJournal journal = journal().withIngestTime("at");
                JournalReader reader = journal.openReader()) {
            Recorder seen = new Recorder();
            assertEquals(1, reader.poll(seen, 1));
            assertEquals(1, reader.poll(seen, 1));
            assertEquals(1, seen.rows.size());
            assertEquals(1, reader.poll(seen, 1));
            assertEquals(4, seen.rows.size());
            assertEquals(positions.get(2), reader.position());
            assertEquals(2, reader.poll(seen, 9));
            assertEquals(0, reader.poll(seen, 9));
            assertEquals(
                    List.of(
                            "{id=1, leg=0, symbol=A, at=1970-01-01T00:00:00.000000100Z}",
                            "{id=3, leg=0, symbol=B, at=1970-01-01T00:00:00.000000300Z}",
                            "{id=3, leg=1, symbol=C, at=1970-01-01T00:00:00.000000300Z}",
                            "{id=3, leg=2, symbol=D, at=1970-01-01T00:00:00.000000300Z}",
                            "{id=4, leg=0, symbol=E, at=1970-01-01T00:00:00.000000400Z}",
                            "{id=4, leg=1, symbol=F, at=1970-01-01T00:00:00.000000400Z}"),
                    seen.rows);
            assertEquals(List.of(100L, 300L, 300L, 300L, 400L, 400L), seen.ingestTimes);
            Long third = positions.get(2);
            Long fifth = positions.get(4);
            assertEquals(List.of(positions.get(0), third, third, third, fifth, fifth), seen.positions);

            reader.moveAfter(third);
            assertEquals(List.of(fifth, fifth), Recorder.readAll(reader).positions);
            reader.moveAfter(positions.get(1));
            assertEquals(5, Recorder.readAll(reader).rows.size());
        }
    }

    @Test
    void shouldReportInvalidDocumentsAndDropTheirRows() {
        ForeignQueue.write(directory, queue -> {
            Orders orders = queue.appender.methodWriter(Orders.class);
            orders.cancel(-4);
            orders.cancel(0);
            try (var document = queue.appender.writingDocument()) {
                document.wire().write("cancel").text("no number");
            }
            queue.appender.writeBytes(Bytes.wrapForRead(new byte[] {(byte) 0xB9, (byte) 0xE5, 'o', 'r', 'd'}));
            orders.order(new Order(1, 100, "A"));
        });
        try (ForeignJournal journal = journal()) {
            Recorder seen = Recorder.readAll(journal.openReader());
            assertEquals(1, seen.rows.size());
            assertEquals(
                    List.of(
                            "negative id",
                            "A column that may not be null has no value.",
                            "The document cannot be read as a call of the interface.",
                            "The document cannot be read as a call of the interface."),
                    seen.invalid);
            assertEquals(5, seen.positions.size());
        }
    }

    @Test
    void shouldPassOverCallsOfOtherInterfaces() {
        ForeignQueue.write(directory, queue -> {
            queue.appender.methodWriter(More.class).heartbeat(1);
            queue.appender.methodWriter(Orders.class).order(new Order(1, 100, "A"));
            queue.appender.methodWriter(More.class).heartbeat(2);
        });
        try (ForeignJournal journal = journal();
                JournalReader reader = journal.openReader()) {
            Recorder seen = new Recorder();
            assertEquals(3, reader.poll(seen, 9));
            assertEquals(1, seen.rows.size());
            assertEquals(List.of(), seen.invalid);
            assertEquals(reader.endPosition(), reader.position());
        }
    }

    @Test
    void shouldLetAFaultOfTheImplementationThrough() {
        ForeignQueue.write(
                directory, queue -> queue.appender.methodWriter(Orders.class).cancel(99));
        try (ForeignJournal journal = journal();
                JournalReader reader = journal.openReader()) {
            IllegalStateException e = assertThrows(IllegalStateException.class, () -> reader.poll(new Recorder(), 1));
            assertEquals("cannot be cancelled", e.getMessage());
        }
    }

    @Test
    void shouldRefuseAClassForAnInterface() {
        ForeignQueue.write(directory, queue -> {});
        Fails.with(ErrorCode.SETTING_INVALID, () -> ForeignJournal.methods(directory, LEGS, String.class, rows -> "x"));
    }
}
