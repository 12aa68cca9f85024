package io.tidemark.tools.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.chronicle.JournalFile;
import io.tidemark.chronicle.JournalFiles;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JournalWalkTest {
    private static final RowTest ODD = (row, sequence) -> row.getLong(0) % 2 == 1;

    private final MemoryJournal journal = MemoryJournal.of("numbers", Schema.parse("i int"));
    private final List<String> invalid = new ArrayList<>();

    @BeforeEach
    void fill() {
        append(0, 5);
    }

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void shouldHandOverAll() throws IOException {
        assertEquals("0 1 2 3 4", walk(bounds(-1, 900, 900, 0, 900, false), RowTest.ALL));
        assertEquals("0 1 2 3 4", walk(WalkBounds.ALL, RowTest.ALL));
        assertEquals("1 3", walk(WalkBounds.ALL, ODD));
    }

    @Test
    void shouldBeginAndEndAtPositions() throws IOException {
        assertEquals("3 4", walk(bounds(3, 900, 900, 0, 900, false), RowTest.ALL));
        assertEquals("1 2 3", walk(bounds(1, 3, 900, 0, 900, false), RowTest.ALL));
        assertEquals("3 2 1", walk(bounds(1, 3, 900, 0, 900, true), RowTest.ALL));
        assertEquals("", walk(bounds(5, 900, 900, 0, 900, false), RowTest.ALL));
        assertEquals("", walk(bounds(900, 1000, 900, 0, 900, true), RowTest.ALL));
        assertEquals("", walk(bounds(3, 2, 900, 0, 900, false), RowTest.ALL));
    }

    @Test
    void shouldSkipAndStopAtTheLimit() throws IOException {
        assertEquals("0 1", walk(bounds(-1, 900, 900, 0, 2, false), RowTest.ALL));
        assertEquals("", walk(bounds(-1, 900, 900, 0, 0, false), RowTest.ALL));
        assertEquals("2 3", walk(bounds(-1, 900, 900, 2, 2, false), RowTest.ALL));
        assertEquals("2 1", walk(bounds(-1, 900, 900, 2, 2, true), RowTest.ALL));
        assertEquals("3", walk(bounds(-1, 900, 900, 1, 2, false), ODD));
        assertEquals("1", walk(bounds(-1, 900, 900, 1, 2, true), ODD));
    }

    @Test
    void shouldTakeTheLastOfThoseThatAreWanted() throws IOException {
        List<String> expected = List.of("", "4", "3 4", "2 3 4", "1 2 3 4", "0 1 2 3 4", "0 1 2 3 4");
        for (int records = 0; records < expected.size(); records++) {
            assertEquals(expected.get(records), walk(bounds(-1, 900, records, 0, 900, false), RowTest.ALL));
        }
        assertEquals("1 2", walk(bounds(-1, 900, 4, 0, 2, false), RowTest.ALL));
        assertEquals("2 3", walk(bounds(-1, 900, 4, 1, 2, false), RowTest.ALL));
        assertEquals("3", walk(bounds(-1, 900, 1, 0, 900, false), ODD));
        assertEquals("4 3", walk(bounds(-1, 900, 2, 0, 900, true), RowTest.ALL));
        assertEquals("2 3", walk(bounds(1, 3, 2, 0, 900, false), RowTest.ALL));
    }

    @Test
    void shouldGoOverManyChunksBothWays() throws IOException {
        append(5, 5_000);
        StringBuilder up = new StringBuilder();
        StringBuilder down = new StringBuilder();
        for (int i = 1; i < 5_000; i += 2) {
            up.append(i).append(' ');
            down.insert(0, i + " ");
        }
        assertEquals(up.toString().strip(), walk(WalkBounds.ALL, ODD));
        assertEquals(up.toString().strip(), walk(bounds(-1, 90_000, 4_000, 0, 90_000, false), ODD));
        assertEquals(down.toString().strip(), walk(bounds(-1, 90_000, 90_000, 0, 90_000, true), ODD));
        assertEquals("4995 4997", walk(bounds(-1, 90_000, 3, 0, 2, false), ODD));
        assertEquals("1001 999", walk(bounds(-1, 90_000, 90_000, 1_999, 2, true), ODD));
    }

    @Test
    void shouldFindNothingInAnEmptyJournal() throws IOException {
        journal.reset();
        assertEquals("", walk(bounds(-1, 900, 3, 0, 900, false), RowTest.ALL));
        assertEquals("", walk(bounds(3, 900, 900, 0, 900, false), RowTest.ALL));
        assertEquals("", walk(bounds(-1, 900, 900, 0, 900, true), RowTest.ALL));
    }

    @Test
    void shouldFollowUntilTheLimit() throws IOException {
        JournalFiles before = files();
        append(10, 13);
        try (JournalReader reader = journal.openReader()) {
            Lines lines = new Lines();
            new JournalWalk(reader, before, RowTest.ALL, bounds(3, 900, 900, 0, 4, false), Progress.none())
                    .follow(lines);
            assertEquals("3 4 10 11", lines.text());
            assertEquals(1, lines.flushes);
        }
    }

    /** Y01: the position behind the last record gives nothing, and then the next one that is appended. */
    @Test
    void shouldBeginBehindTheEnd() throws IOException {
        WalkBounds behind = bounds(5, 900, 900, 0, 1, false);
        assertEquals("", walk(behind, RowTest.ALL));
        JournalFiles before = files();
        append(77, 79);
        try (JournalReader reader = journal.openReader()) {
            Lines lines = new Lines();
            new JournalWalk(reader, before, RowTest.ALL, behind, Progress.none()).follow(lines);
            assertEquals("77", lines.text());
        }
    }

    @Test
    void shouldNameRecordsThatCannotBeDecodedAndGoOn() throws IOException {
        journal.appendInvalid(new byte[] {1}, "checksum");
        journal.appendValues(6);
        assertEquals("0 1 2 3 4 6", walk(WalkBounds.ALL, RowTest.ALL));
        assertEquals("6 4", walk(bounds(-1, 900, 3, 0, 900, true), RowTest.ALL));
        assertEquals("1 3", walk(WalkBounds.ALL, ODD));
        assertEquals(List.of("5 checksum", "5 checksum", "5 checksum"), invalid);
    }

    private void append(int from, int to) {
        for (int i = from; i < to; i++) {
            journal.appendValues(i);
        }
    }

    private static WalkBounds bounds(long from, long to, long last, long skip, long limit, boolean reverse) {
        return new WalkBounds(from, to, last, skip, limit, reverse);
    }

    private JournalFiles files() {
        return new JournalFiles(List.of(new JournalFile("all", 0, 0, journal.size())));
    }

    private String walk(WalkBounds bounds, RowTest test) throws IOException {
        try (JournalReader reader = journal.openReader()) {
            Lines lines = new Lines();
            new JournalWalk(reader, files(), test, bounds, Progress.none()).run(lines);
            return lines.text();
        }
    }

    private final class Lines implements RecordSink {
        private final StringBuilder text = new StringBuilder();
        private int flushes;

        @Override
        public void onRow(RowView row, long sequence) {
            text.append(row.getLong(0)).append(' ');
        }

        @Override
        public void onInvalid(RowView record, String reason) {
            invalid.add(record.position() + " " + reason);
        }

        @Override
        public void flush() {
            flushes++;
        }

        String text() {
            return text.toString().strip();
        }
    }
}
