package io.tidemark.chronicle;

/**
 * A file of a journal, which holds the records of one roll cycle. Within a file positions count up by one.
 *
 * @param name name of the file in the directory of the journal
 * @param bytes its length, also of what is not written yet
 * @param firstPosition position of its first record, also where it has none
 * @param records records that it has
 */
public record JournalFile(String name, long bytes, long firstPosition, long records) {
    /** Position of its last record; one before the first where it has none. */
    public long lastPosition() {
        return firstPosition + records - 1;
    }
}
