package io.tidemark.tools.lateness;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.metrics.lateness.LatenessReport;
import io.tidemark.metrics.lateness.LatenessSettings;
import io.tidemark.metrics.lateness.LatenessStudy;
import io.tidemark.row.RowView;
import io.tidemark.tools.read.OpenedJournal;
import io.tidemark.tools.read.Progress;
import io.tidemark.tools.read.RowTest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Studies the lateness of one journal, or of several as the inputs of one query: in the order in which their rows were written. One thread. */
public final class JournalStudy {
    private static final int ROUND = 256;

    private final LatenessSettings settings;
    private final boolean weighted;
    private final List<String> names = new ArrayList<>();
    private final List<StudyFeed> feeds = new ArrayList<>();

    /**
     * A study.
     *
     * @param weighted whether rows have a value
     */
    public JournalStudy(LatenessSettings settings, boolean weighted) {
        this.settings = settings;
        this.weighted = weighted;
    }

    /**
     * Adds a journal.
     *
     * @param test which of its rows are wanted
     * @param timeColumn column with the event time, or null for the only one
     * @param valueColumn column with the value, or null
     */
    public void add(
            OpenedJournal journal, Function<OpenedJournal, RowTest> test, String timeColumn, String valueColumn) {
        names.add(String.valueOf(journal.directory().getFileName()));
        feeds.add(new StudyFeed(journal, test.apply(journal), timeColumn, valueColumn));
    }

    /**
     * Reads all that there is.
     *
     * @throws TidemarkException {@code INGEST_TIME_MISSING} when there are several journals and one has rows without a time of writing
     */
    public LatenessReport run(Progress progress) {
        LatenessStudy study = new LatenessStudy(settings, weighted, names);
        long rows = 0;
        for (int first = first(); first >= 0; first = first()) {
            StudyRow row = feeds.get(first).peek();
            if (row.hasTime()) {
                study.onRow(first, row.timeNs(), row.value());
            } else {
                study.onNullTime(first);
            }
            feeds.get(first).take();
            if (++rows % ROUND == 0) {
                progress.at(looked());
            }
        }
        return study.report();
    }

    /** Records that could not be decoded. */
    public long damaged() {
        return feeds.stream().mapToLong(StudyFeed::damaged).sum();
    }

    private long looked() {
        return feeds.stream().mapToLong(StudyFeed::looked).sum();
    }

    /** The feed whose next row was written first, among equals the first one; -1 at the end of all. */
    private int first() {
        int first = -1;
        for (int i = 0; i < feeds.size(); i++) {
            StudyRow row = feeds.get(i).peek();
            if (row == null) {
                continue;
            }
            requireWritten(i, row);
            if (first < 0 || row.writtenNs() < feeds.get(first).peek().writtenNs()) {
                first = i;
            }
        }
        return first;
    }

    private void requireWritten(int index, StudyRow row) {
        if (feeds.size() > 1 && row.writtenNs() == RowView.NO_INGEST_TIME) {
            throw new TidemarkException(
                    ErrorCode.INGEST_TIME_MISSING,
                    "Rows of several journals are taken in the order in which they were written, and those of '"
                            + names.get(index) + "' have no time of writing.",
                    "Study each journal on its own.");
        }
    }
}
