package io.tidemark.benchmarks.latency;

import io.tidemark.chronicle.ChronicleJournal;
import java.util.List;

/** What is measured: reads the journal from its own position on. One thread. */
interface Subject extends AutoCloseable {
    /** Name in tables and files. */
    String name();

    /** Reads what is there, up to a limit; returns 0 when there is nothing to do. */
    int invoke();

    /** Delays of the rows that it takes. */
    Delays delays();

    /** Journals that it appends to. */
    List<ChronicleJournal> outputs();

    @Override
    void close();
}
