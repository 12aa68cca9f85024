package io.tidemark.engine;

import io.tidemark.checkpoint.Commit;
import io.tidemark.checkpoint.ReplayReport;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.util.ArrayList;
import java.util.List;

/** Takes the rows of a replay instead of a sink, and holds them against those that the sink holds. It writes nothing. Engine thread only. */
final class ReplaySink implements JournalSink, JournalWriter, RecordHandler {
    private static final RecordHandler SKIP = new RecordHandler() {
        @Override
        public void onRow(RowView row) {
            // Its sequence is what is looked at.
        }

        @Override
        public void onInvalid(RowView record, String reason) {
            // Its sequence is what is looked at.
        }
    };

    private final JournalSink sink;
    private final JournalSource stored;
    private final long spanRows;
    private final JournalReader reader;
    private final RowChecksum checksum = new RowChecksum();
    private final RowChecksum again = new RowChecksum();
    private final List<ReplayReport.Span> spans = new ArrayList<>();
    private String difference = "";
    private String storedText = "";
    private long first;
    private long lastSeen = JournalReader.NO_SEQUENCE;
    private long lastOut = JournalReader.NO_SEQUENCE;
    private long rows;
    private long spanSize;
    private boolean aligned;
    private boolean ended;

    /**
     * A replay of one sink.
     *
     * @throws TidemarkException {@code SETTING_INVALID} when it cannot be read
     */
    ReplaySink(JournalSink sink, long spanRows) {
        if (!(sink instanceof JournalSource source)) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "What the sink " + sink.name() + " took cannot be read again.",
                    "Verify a query whose output is a journal.");
        }
        this.sink = sink;
        this.stored = source;
        this.spanRows = spanRows;
        reader = source.openReader();
    }

    /** The replay begins after this record. In a copy of the journal it may have another position; it is then looked for. */
    void moveAfter(Commit.Mark mark) {
        first = mark.sequence() + 1;
        try {
            reader.moveAfter(mark.position());
        } catch (TidemarkException e) {
            if (e.code() != ErrorCode.SOURCE_RETENTION_GAP) {
                throw e;
            }
            reader.moveAfter(JournalReader.NO_POSITION);
        }
    }

    /** Whether all that the sink holds was held against a row, so that the replay is over. */
    boolean ended() {
        return ended || reader.position() == reader.endPosition();
    }

    @Override
    public String name() {
        return sink.name();
    }

    /** A replay begins where it was told to, not where the sink ends. */
    @Override
    public boolean remembers() {
        return false;
    }

    @Override
    public JournalWriter openWriter(Schema schema) {
        return this;
    }

    @Override
    public long lastSequence() {
        return -1;
    }

    @Override
    public void append(RowView row, long sequence) {
        append(row, sequence, 0);
    }

    @Override
    public void append(RowView row, long sequence, int causeSource) {
        lastOut = sequence;
        if (!aligned) {
            align(sequence);
        }
        if (ended || sequence < first) {
            return;
        }
        storedText = "";
        if (reader.poll(this, 1) == 0) {
            ended = true;
            return;
        }
        lastSeen = Math.max(lastSeen, reader.sequence());
        again.add(row, causeSource, row.position());
        rows++;
        spanSize++;
        if (difference.isEmpty() && checksum.value() != again.value()) {
            difference = "row " + sequence + " was " + storedText + " and is " + row.kind() + " " + row
                    + " caused by position " + row.position() + " of source " + causeSource;
        }
        if (spanSize == spanRows) {
            endSpan();
        }
    }

    /** Goes to the record of a row. Rows in files of the sink that are gone are not compared: {@link #first} is then the oldest one that is there. */
    private void align(long sequence) {
        aligned = true;
        if (moveTo(sequence) > sequence) {
            reader.moveAfter(JournalReader.NO_POSITION);
            first = Math.max(sequence, moveTo(sequence));
        }
    }

    /** Moves to just before the first record that has this sequence or a greater one, and gives that one. */
    private long moveTo(long sequence) {
        while (true) {
            long before = reader.position();
            boolean found = reader.poll(SKIP, 1) > 0;
            if (!found || reader.sequence() >= sequence || reader.sequence() == JournalReader.NO_SEQUENCE) {
                long next = found && reader.sequence() > sequence ? reader.sequence() : sequence;
                reader.moveAfter(before);
                return next;
            }
        }
    }

    private void endSpan() {
        spans.add(new ReplayReport.Span(first, first + spanSize - 1, checksum.value(), again.value()));
        first += spanSize;
        spanSize = 0;
        checksum.reset();
        again.reset();
    }

    /**
     * Notes a difference when the sink ends before a row that the query is known to have put out.
     *
     * @param mark the last row of the output by a checkpoint
     */
    void requireEnd(Commit.Mark mark, long checkpoint) {
        requireEnd(mark.sequence(), "the query put out row " + mark.sequence() + " by checkpoint " + checkpoint);
    }

    /** Notes a difference when the sink ends before the last row of a replay that went on to the end of the query. */
    void requireAllOut() {
        requireEnd(lastOut, "row " + lastOut + " came out again before the query was drained");
    }

    private void requireEnd(long sequence, String because) {
        if (!difference.isEmpty() || sequence <= lastSeen) {
            return;
        }
        long end = lastStored();
        if (end < sequence) {
            difference = (end < 0 ? "the sink is empty" : "the sink ends at row " + end) + ", and " + because;
        }
    }

    /** Number of the last record that the sink holds, or -1; where a journal stores no numbers its records are counted. */
    private long lastStored() {
        long records = 0;
        try (JournalReader all = stored.openReader()) {
            while (all.poll(SKIP, 1) > 0) {
                records++;
                lastSeen = Math.max(lastSeen, all.sequence());
            }
        }
        return lastSeen == JournalReader.NO_SEQUENCE ? records - 1 : lastSeen;
    }

    /** The result, once the replay is over. */
    ReplayReport.SinkReplay result() {
        if (spanSize > 0) {
            endSpan();
        }
        if (difference.isEmpty() && !ended()) {
            difference = "the sink holds rows from " + first + " on that did not come out again";
        }
        return new ReplayReport.SinkReplay(name(), rows, spans, difference);
    }

    @Override
    public void onRow(RowView row) {
        checksum.add(row, reader.causeSource(), reader.cause());
        if (difference.isEmpty()) {
            keep(row);
        }
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        checksum.add(record, reader.causeSource(), reader.cause());
        storedText = "a record that cannot be read (" + reason + ")";
    }

    private void keep(RowView row) {
        storedText =
                row.kind() + " " + row + " caused by position " + reader.cause() + " of source " + reader.causeSource();
    }

    @Override
    public void close() {
        reader.close();
        checksum.close();
        again.close();
    }
}
