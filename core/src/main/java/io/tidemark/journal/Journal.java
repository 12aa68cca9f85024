package io.tidemark.journal;

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
}
