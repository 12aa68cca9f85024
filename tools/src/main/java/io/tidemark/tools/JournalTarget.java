package io.tidemark.tools;

import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.journal.JournalReader;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowWriter;
import io.tidemark.tools.csv.ImportTarget;
import java.util.function.Supplier;

/** A journal that takes imported rows; it is opened by the first row, so that a refused file leaves nothing behind. */
public final class JournalTarget implements ImportTarget, AutoCloseable {
    private final Supplier<ChronicleJournal> opener;
    private ChronicleJournal journal;
    private RowAppender appender;
    private RowWriter row;

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
        row = appender.begin();
        return row;
    }

    @Override
    public void commit(long ingestTimeNs, RowKind kind) {
        if (kind == RowKind.INSERT) {
            appender.commit(ingestTimeNs);
        } else {
            appender.append(row.finish().origin(JournalReader.NO_POSITION, ingestTimeNs, kind), ingestTimeNs);
        }
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
