package io.tidemark.engine;

import io.tidemark.checkpoint.Commit;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.JournalWriter;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;

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

    private final JournalWriter realWriter;
    private final boolean recordsRuns;
    private final JournalSource source;
    private final RowWriter row = new RowWriter();
    private JournalWriter writer;
    private OrderReplay replay;
    private OrderMark next;
    private Commit.Mark done = Commit.Mark.NONE;
    private long sequence;
    private long replayed;
    private boolean runOpen;
    private int runSource;
    private long runPosition;
    private long runIngestTimeNs;

    private OrderLog(JournalWriter writer, JournalSource source, boolean recordsRuns) {
        this.realWriter = writer;
        this.writer = writer;
        this.source = source;
        this.recordsRuns = recordsRuns;
        this.sequence = writer.lastSequence();
    }

    /**
     * Opens the journal; what it holds is to be done first.
     *
     * @param sources number of sources of the query
     */
    static OrderLog open(OrderJournal journal, int sources) {
        OrderLog log = new OrderLog(journal.sink().openWriter(SCHEMA), journal.source(), sources > 1);
        try {
            log.resume(Commit.Mark.NONE);
            return log;
        } catch (RuntimeException e) {
            log.close();
            throw e;
        }
    }

    /** Whether something recorded is still to be done, so that nothing new may be. */
    boolean replaying() {
        return next != null;
    }

    /** What is to be done next. */
    OrderMark next() {
        return next;
    }

    /** The next one was done. */
    void done() {
        done = next.at();
        replayed++;
        next = replay.next();
        if (next == null) {
            endReplay();
        }
    }

    /** Records that were done again. */
    long replayed() {
        return replayed;
    }

    /** How much was done or written, for {@link #resume}. The open run is written first. */
    Commit.Mark commit() {
        closeRun();
        writer.flush();
        return replaying() ? done : new Commit.Mark(sequence, writer.position());
    }

    /** Whether the journal holds all up to a commit. */
    boolean holds(Commit.Mark mark) {
        return mark.sequence() <= sequence;
    }

    /** Goes to a commit; the records after it are to be done again. */
    void resume(Commit.Mark mark) {
        endReplay();
        done = mark;
        runOpen = false;
        if (mark.sequence() < sequence) {
            replay = new OrderReplay(source, mark, sequence);
            next = replay.next();
        }
    }

    private void endReplay() {
        next = null;
        if (replay != null) {
            replay.close();
            replay = null;
        }
    }

    /** Lets the journal keep what was appended. */
    void flush() {
        writer.flush();
    }

    /** Whether the journal has room for what a duty cycle appends. */
    boolean hasRoom() {
        return writer.hasRoom();
    }

    /** What was mended in the journal when it was opened, or empty. */
    String repaired() {
        return writer.repaired();
    }

    /** Declares what is still to be done void: rows that it names are lost, and nothing that was put out depends on them. */
    void beginEpoch() {
        long firstVoid = next.at().sequence();
        endReplay();
        OrderMark.write(row, OrderMark.Kind.EPOCH, 0, firstVoid, 0);
        writer.append(row.finish().origin(0, -1, RowView.NO_INGEST_TIME, RowKind.INSERT), ++sequence, 0);
    }

    /** Lets the order of a warm-up be recorded elsewhere: there is nothing to do again. */
    void divert(ScratchFiles files) {
        endReplay();
        writer = files.writer(source, SCHEMA);
        sequence = -1;
    }

    /** Ends that; {@link #resume} must follow. */
    void putBack() {
        if (writer != realWriter) {
            writer = realWriter;
            sequence = realWriter.lastSequence();
            runOpen = false;
            replayed = 0;
        }
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
        endReplay();
        realWriter.close();
        row.close();
    }
}
