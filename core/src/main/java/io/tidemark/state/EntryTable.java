package io.tidemark.state;

/**
 * Entries with distinct keys, each of which can be removed by itself, and blocks of bytes. An entry is a fixed-size value and a key.
 * Made for state that has no common end: sessions, duplicates, join buffers, state per key. State that is emitted and freed as a whole
 * belongs into panes, see {@link StateTable}.
 *
 * <p><b>References.</b> An entry or block is named by a reference: plain data, never 0, that may stand in values and blocks and stays
 * good across copy and restore. Nothing moves: a reference is good, and so is an address got from it, until the entry is removed or the
 * block is freed. With assertions on, use after that is refused with {@code STATE_CORRUPT}, even if the room was given away again.
 *
 * <p><b>Room.</b> What is removed or freed makes room for entries and blocks of about its size; pages that are empty go back to the
 * store. Freeing an entry does not free blocks that its value names: do that first.
 *
 * <p>Every call does bounded work. Engine thread only.
 */
public interface EntryTable extends StateUnit {
    /** No entry, no block. */
    long NONE = 0;

    /**
     * Largest entry, as {@link TableSpec#rowBytes} counts: value, key and, where keys differ in length, 8 bytes. Also the largest
     * block.
     */
    int MAX_BYTES = TableSpec.MAX_ROW_BYTES - Long.BYTES;

    /** Shape of the table. */
    TableSpec spec();

    /** The entry with this key, or {@link #NONE}. */
    long find(long keyAddress, int keyBytes);

    /**
     * The entry with this key, made with a value of zeros when there is none. The key is copied.
     *
     * @throws io.tidemark.error.TidemarkException {@code STATE_LIMIT_EXCEEDED} when the declared limit is reached;
     *     {@code ROW_TOO_LARGE} above {@link #MAX_BYTES}. Nothing has changed then.
     */
    long acquire(long keyAddress, int keyBytes);

    /** Whether the last {@link #acquire} made the entry. */
    boolean created();

    /** Removes an entry; its reference and addresses are dead. */
    void remove(long entry);

    /** Address of the value, for reading. */
    long value(long entry);

    /** Address of the value, the write barrier done for the whole of it. */
    long valueForUpdate(long entry);

    /** Address of the key; its bytes are a row of the key's schema. */
    long key(long entry);

    /** Length of the key. */
    int keyBytes(long entry);

    /**
     * Walks all entries: takes 0 or the entry before, returns the next one, 0 at the end. The order is that of storage: it differs between
     * backends, so nothing may be emitted in it. The current entry may be removed, and blocks freed, before going on; nothing else may be
     * changed.
     */
    long next(long cursor);

    /**
     * Makes a block of zeros.
     *
     * @param bytes at least 0; rounded up to a multiple of 8
     * @return reference of the block
     * @throws io.tidemark.error.TidemarkException {@code STATE_LIMIT_EXCEEDED} when the declared limit is reached;
     *     {@code ROW_TOO_LARGE} above {@link #MAX_BYTES}. Nothing has changed then.
     */
    long allocate(int bytes);

    /** Frees a block; its reference and addresses are dead. */
    void free(long block);

    /** Address of the first byte of a block, for reading. */
    long block(long reference);

    /** Address of the <em>first byte of the block</em>, the write barrier done for {@code length} bytes from {@code offset}. */
    long blockForUpdate(long reference, int offset, int length);

    /** Bytes of a block: what {@link #allocate} was given, rounded up to a multiple of 8. */
    int blockBytes(long reference);

    /** Number of blocks. */
    long blockCount();

    /** Number of entries. */
    @Override
    long rowCount();

    @Override
    default int paneCount() {
        return 0;
    }
}
