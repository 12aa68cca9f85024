package io.tidemark.tools.stats;

import io.tidemark.chronicle.JournalFile;
import io.tidemark.chronicle.JournalFiles;
import io.tidemark.journal.JournalReader;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.tools.read.RecordSink;

/** Gathers figures about the records of one walk. */
public final class JournalStatistics implements RecordSink {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    final JournalFiles files;
    final int timeColumn;
    final Span written = new Span();
    final Span eventTime = new Span();
    final Silences writeSilences;
    final Silences eventSilences;
    final Disorder disorder = new Disorder();
    final long[] kinds = new long[RowKind.values().length];
    final long[] fileRows;
    final long[] fileBytes;
    long rows;
    long invalid;
    long rowBytes;
    long nullTimes;
    long firstPosition = JournalReader.NO_POSITION;
    long lastPosition = JournalReader.NO_POSITION;
    long busiestSecond;
    private long second = Long.MIN_VALUE;
    private long inSecond;
    private int file;

    /**
     * Figures of a journal.
     *
     * @param timeColumn column with the event time, or -1 for none
     * @param silences how many of the longest silences are kept
     */
    public JournalStatistics(JournalFiles files, int timeColumn, int silences) {
        this.files = files;
        this.timeColumn = timeColumn;
        this.writeSilences = new Silences(silences);
        this.eventSilences = new Silences(silences);
        this.fileRows = new long[files.files().size()];
        this.fileBytes = new long[files.files().size()];
    }

    @Override
    public void onRow(RowView row, long sequence) {
        rows++;
        rowBytes += row.length();
        kinds[row.kind().ordinal()]++;
        place(row);
        if (row.ingestTimeNs() != RowView.NO_INGEST_TIME) {
            written(row.ingestTimeNs(), row.position());
        }
        if (timeColumn < 0) {
            return;
        }
        if (row.isNull(timeColumn)) {
            nullTimes++;
            return;
        }
        long timeNs = row.getLong(timeColumn);
        eventTime.add(timeNs);
        eventSilences.at(timeNs, row.position());
        disorder.add(timeNs);
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        invalid++;
        place(record);
    }

    @Override
    public void flush() {}

    /** Records that could not be decoded. */
    public long invalid() {
        return invalid;
    }

    private void place(RowView row) {
        firstPosition = firstPosition < 0 ? row.position() : firstPosition;
        lastPosition = row.position();
        while (file < fileRows.length - 1 && row.position() > lastOf(file)) {
            file++;
        }
        if (file < fileRows.length && row.position() <= lastOf(file)) {
            fileRows[file]++;
            fileBytes[file] += row.length();
        }
    }

    private long lastOf(int index) {
        JournalFile each = files.files().get(index);
        return each.lastPosition();
    }

    private void written(long timeNs, long position) {
        written.add(timeNs);
        writeSilences.at(timeNs, position);
        long now = Math.floorDiv(timeNs, NANOS_PER_SECOND);
        inSecond = now == second ? inSecond + 1 : 1;
        second = now;
        busiestSecond = Math.max(busiestSecond, inSecond);
    }
}
