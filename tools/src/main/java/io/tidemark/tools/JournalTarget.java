package io.tidemark.tools;

import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.row.RowWriter;
import io.tidemark.tools.csv.ImportTarget;
import java.util.function.Supplier;

/** A journal that takes imported rows; it is opened by the first row, so that a refused file leaves nothing behind. */
public final class JournalTarget implements ImportTarget, AutoCloseable {
    private final Supplier<ChronicleJournal> opener;
    private ChronicleJournal journal;
    private RowAppender appender;

    /** A target that opens its journal by this call, at most once. */
    public JournalTarget(Supplier<ChronicleJournal> opener) {
        this.opener = opener;
    }

    /** Opens the journal if no row has done so. */
    public void open() {
        if (journal == null) {
            journal = opener.get();
            appender = journal.openAppender();
        }
    }

    @Override
    public RowWriter begin() {
        open();
        return appender.begin();
    }

    @Override
    public void commit(long ingestTimeNs) {
        appender.commit(ingestTimeNs);
    }

    @Override
    public void close() {
        if (appender != null) {
            appender.close();
        }
        if (journal != null) {
            journal.close();
        }
    }
}
