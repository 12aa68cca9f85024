package io.tidemark.tools.diff;

import io.tidemark.journal.InvalidRecord;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import io.tidemark.tools.read.OpenedJournal;
import io.tidemark.tools.read.Progress;
import io.tidemark.tools.read.RowTest;
import io.tidemark.tools.text.ValueText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** One of the two journals: its rows one after the other, up to where it ended when the comparison began. It can be read several times. */
final class JournalSide implements RecordHandler {
    private static final int BATCH = 256;

    private final JournalReader reader;
    private final RowTest test;
    private final int[] columns;
    private final long skip;
    private final Progress progress;
    private final Consumer<String> faults;
    private final ArrayDeque<ComparedRow> read = new ArrayDeque<>();
    private long rows;
    private long toSkip;
    private long damaged;
    private long lastDamage = JournalReader.NO_POSITION;
    private long looked;

    /**
     * A journal from its start.
     *
     * @param skip so many rows are passed over first
     * @param faults takes a sentence for each record that cannot be decoded, once
     */
    JournalSide(
            OpenedJournal journal,
            RowTest test,
            ComparedColumns columns,
            long skip,
            Progress progress,
            Consumer<String> faults) {
        this.reader = journal.reader();
        this.test = test;
        this.columns = columns.in(journal.schema());
        this.skip = skip;
        this.toSkip = skip;
        this.progress = progress;
        this.faults = faults;
        reader.stopAfter(reader.endPosition());
    }

    /** Goes back to the first row. */
    void rewind() {
        reader.moveAfter(JournalReader.NO_POSITION);
        read.clear();
        rows = 0;
        toSkip = skip;
    }

    /** The next row, without taking it; null at the end. */
    ComparedRow peek() {
        while (read.isEmpty()) {
            if (reader.poll(this, BATCH) == 0) {
                return null;
            }
            progress.at(looked);
        }
        return read.peek();
    }

    /** The next row; null at the end. */
    ComparedRow next() {
        return peek() == null ? null : read.poll();
    }

    /** Rows since the start. */
    long rows() {
        return rows;
    }

    /** Records that cannot be decoded. */
    long damaged() {
        return damaged;
    }

    @Override
    public void onRow(RowView row) {
        looked++;
        if (!test.accepts(row, reader.sequence())) {
            return;
        }
        if (toSkip > 0) {
            toSkip--;
            return;
        }
        List<String> values = new ArrayList<>(columns.length);
        for (int column : columns) {
            values.add(ValueText.of(row, column));
        }
        read.add(new ComparedRow(
                rows++, row.position(), reader.sequence(), row.kind().name(), values));
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        looked++;
        if (record.position() > lastDamage) {
            lastDamage = record.position();
            damaged++;
            faults.accept("Record " + ValueText.index(record.position()) + ": " + InvalidRecord.sentence(reason));
        }
    }
}
