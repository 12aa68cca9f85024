package io.tidemark.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.Schema;
import io.tidemark.tools.text.RowFormat;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JournalPrintTest {
    private final MemoryJournal journal = MemoryJournal.of("numbers", Schema.parse("i int"));
    private final StringWriter out = new StringWriter();
    private final List<String> invalid = new ArrayList<>();

    private interface Use {
        void print(JournalPrint print) throws IOException;
    }

    @BeforeEach
    void fill() {
        for (int i = 0; i < 5; i++) {
            journal.appendValues(i);
        }
    }

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void shouldPrintAll() throws IOException {
        assertEquals("0 1 2 3 4", print(JournalPrint::toEnd));
    }

    @Test
    void shouldStartAtAPosition() throws IOException {
        assertEquals("3 4", print(print -> {
            print.from(3);
            print.toEnd();
        }));
        assertEquals("0 1 2 3 4", print(print -> {
            print.from(0);
            print.toEnd();
        }));
        assertEquals("", print(print -> {
            print.from(5);
            print.toEnd();
        }));
        assertEquals("", print(print -> {
            print.from(900);
            print.toEnd();
        }));
    }

    @Test
    void shouldStopAtTheLimit() throws IOException {
        assertEquals("0 1", print(print -> {
            print.limit(2);
            print.toEnd();
        }));
        assertEquals("", print(print -> {
            print.limit(0);
            print.toEnd();
        }));
    }

    @Test
    void shouldPrintTheLast() throws IOException {
        List<String> expected = List.of("", "4", "3 4", "2 3 4", "1 2 3 4", "0 1 2 3 4", "0 1 2 3 4");
        for (int records = 0; records < expected.size(); records++) {
            long last = records;
            assertEquals(expected.get(records), print(print -> {
                print.last(last);
                print.toEnd();
            }));
        }
        assertEquals("1 2", print(print -> {
            print.limit(2);
            print.last(4);
            print.toEnd();
        }));
    }

    @Test
    void shouldPrintNothingOfAnEmptyJournal() throws IOException {
        journal.reset();
        assertEquals("", print(print -> {
            print.last(3);
            print.toEnd();
        }));
        assertEquals("", print(print -> {
            print.from(3);
            print.toEnd();
        }));
    }

    @Test
    void shouldFollowUntilTheLimit() throws IOException {
        assertEquals("3 4 10 11", print(print -> {
            print.from(3);
            print.limit(4);
            journal.appendValues(10);
            journal.appendValues(11);
            journal.appendValues(12);
            print.follow();
        }));
    }

    @Test
    void shouldNameRecordsThatCannotBeDecodedAndGoOn() throws IOException {
        journal.appendInvalid(new byte[] {1}, "checksum");
        journal.appendValues(6);
        assertEquals("0 1 2 3 4 6", print(JournalPrint::toEnd));
        assertEquals(List.of("5 checksum"), invalid);
    }

    private String print(Use use) throws IOException {
        out.getBuffer().setLength(0);
        try (JournalReader reader = journal.openReader()) {
            RowFormat format = RowFormat.Kind.TEXT.open(journal.schema(), false, out);
            use.print(new JournalPrint(
                    reader, format, out, (record, reason) -> invalid.add(record.position() + " " + reason)));
        }
        return out.toString().replace("i=", "").replace("\n", " ").strip();
    }
}
