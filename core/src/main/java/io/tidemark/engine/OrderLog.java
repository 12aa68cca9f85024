package io.tidemark.engine;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * The order in which a query did things, in a journal: runs of rows of one source, cuts, and sources that became idle. What is recorded is recorded
 * before anything that depends on it comes out. A query that is started again does what is recorded before it does anything new. With one source its
 * rows need no record: the source is the order. Engine thread only.
 */
final class OrderLog implements AutoCloseable {
    /** Columns of the journal. */
    static final Schema SCHEMA = Schema.of(
            new Field("mark", DataType.INT, false),
            new Field("source", DataType.INT, false),
            new Field("position", DataType.LONG, false),
            new Field("subject", DataType.INT, false));

    private final JournalWriter writer;
    private final boolean recordsRuns;
    private final JournalSource source;
    private List<OrderMark> recorded;
    private final RowWriter row = new RowWriter();
    private int passed;
    private long sequence;
    private boolean runOpen;
    private int runSource;
    private long runPosition;
    private long runIngestTimeNs;

    private OrderLog(JournalWriter writer, JournalSource source, List<OrderMark> recorded, boolean recordsRuns) {
        this.writer = writer;
        this.source = source;
        this.recorded = recorded;
        this.recordsRuns = recordsRuns;
        this.sequence = writer.lastSequence();
    }

    /**
     * Reads what is recorded, and opens the journal for more.
     *
     * @param sources number of sources of the query
     */
    static OrderLog open(OrderJournal journal, int sources) {
        JournalWriter writer = journal.sink().openWriter(SCHEMA);
        try {
            List<OrderMark> recorded = writer.lastSequence() < 0 ? new ArrayList<>() : read(journal.source());
            return new OrderLog(writer, journal.source(), recorded, sources > 1);
        } catch (RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    /** Whether something recorded is still to be done, so that nothing new may be. */
    boolean replaying() {
        return passed < recorded.size();
    }

    /** What is to be done next. */
    OrderMark next() {
        return recorded.get(passed);
    }

    /** The next one was done. */
    void done() {
        passed++;
    }

    /** Number of records that were done or written, for {@link #restore}. */
    long position() {
        return replaying() ? passed : sequence + 1;
    }

    /** Goes back to a number of records; those after it are to be done again. */
    void restore(long position) {
        if (sequence + 1 > recorded.size()) {
            recorded = read(source);
        }
        if (position > recorded.size()) {
            throw new TidemarkException(
                    ErrorCode.RESTART_INCOMPATIBLE,
                    "The order journal holds " + recorded.size() + " records, and " + position + " were used.",
                    "Give the query the order journal that it wrote.");
        }
        passed = (int) position;
        runOpen = false;
    }

    /** A record of a source is about to go down. */
    void row(RowView next) {
        if (!recordsRuns || replaying()) {
            return;
        }
        if (runOpen && runSource != next.source()) {
            closeRun();
        }
        runOpen = true;
        runSource = next.source();
        runPosition = next.position();
        runIngestTimeNs = next.ingestTimeNs();
    }

    /** Something is about to be put out: the rows that led to it are recorded first. */
    void closeRun() {
        if (runOpen) {
            record(OrderMark.Kind.RUN, runSource, runPosition, 0, runIngestTimeNs);
        }
    }

    /**
     * Records what happens after the last row.
     *
     * @param position position of the last record read from the source of that row: records that could not be decoded may have followed it
     */
    void record(OrderMark.Kind kind, RowView last, long position, int subject) {
        record(kind, last.source(), position, subject, last.ingestTimeNs());
    }

    private void record(OrderMark.Kind kind, int source, long position, int subject, long ingestTimeNs) {
        OrderMark.write(row, kind, source, position, subject);
        writer.append(row.finish().origin(source, position, ingestTimeNs, RowKind.INSERT), ++sequence, source);
        runOpen = false;
    }

    @Override
    public void close() {
        writer.close();
        row.close();
    }

    private static List<OrderMark> read(JournalSource source) {
        List<OrderMark> marks = new ArrayList<>();
        RecordHandler handler = new RecordHandler() {
            @Override
            public void onRow(RowView mark) {
                marks.add(OrderMark.of(mark));
            }

            @Override
            public void onInvalid(RowView record, String reason) {
                throw new TidemarkException(
                        ErrorCode.RECORD_CORRUPT,
                        "A record of the order journal " + source.name() + " cannot be read: " + reason + ".",
                        "Restore the journal; without it the order of the query cannot be repeated.");
            }
        };
        try (JournalReader reader = source.openReader()) {
            while (reader.poll(handler, 1024) > 0) {
                // Reads to the end.
            }
        }
        return marks;
    }
}
