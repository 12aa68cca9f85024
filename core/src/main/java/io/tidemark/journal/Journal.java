package io.tidemark.journal;

import io.tidemark.row.Schema;
import java.nio.file.Path;

/** What a place that is read and one that is written have in common. */
public interface Journal {
    /** Name for messages: a directory, or what the user called it. */
    String name();

    /**
     * Makes what was appended so far survive a stop of the machine, so far as the journal can. Any thread; may take as long as a disk does.
     *
     * @throws io.tidemark.error.TidemarkException {@code IO_FAILED}
     */
    default void force() {}

    /**
     * An empty journal of the same kind for a warm-up. It begins new files often, so that the warm-up runs what happens then. In memory where a kind of journal
     * says nothing else.
     *
     * @param directory an empty directory for its files, deleted afterwards
     * @param schema its rows
     */
    default ScratchJournal scratch(Path directory, Schema schema) {
        return ScratchJournal.inMemory(name(), schema);
    }
}
