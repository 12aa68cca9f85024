package io.tidemark.benchmarks.throughput;

import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Where rows come from and where results go, for one run after the other. */
interface Ends extends AutoCloseable {
    /** Opens both for a run; the place for results is empty. */
    void open() throws IOException;

    /** Sources in their order. */
    List<JournalSource> sources();

    /** Takes the results of a query. */
    JournalSink sink();

    /** Takes the results of a loop. */
    LoopOutput loopOutput(Schema results);

    /** Whether loops make their events themselves, instead of reading rows. */
    boolean loopsMakeEvents();

    /** A directory for what else a run stores, empty at its beginning; null where nothing is stored. */
    Path scratch();

    /** Ends a run and returns the checksum of what came out. */
    Checksum finish() throws IOException;

    @Override
    void close() throws IOException;
}
