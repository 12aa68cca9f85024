package io.tidemark.state;

/**
 * Bytes of variable length that a group owns beside its fixed-size value: texts, sets, histograms. A {@link StatePane} is one, and frees
 * them as a whole; a store whose groups come and go singly frees them one by one. Addresses stay good until the bytes are freed; other
 * bytes that are made do not move them. Engine thread only.
 */
public interface BytesStore {
    /**
     * Makes room for bytes, all zero.
     *
     * @return a reference for {@link #bytes}, never 0; plain data that may stand in a value or in other bytes and stays good across
     *     copy and restore
     * @throws io.tidemark.error.TidemarkException {@code STATE_LIMIT_EXCEEDED} when the declared limit is reached;
     *     {@code ROW_TOO_LARGE} above {@link TableSpec#MAX_ROW_BYTES} bytes. Nothing has changed then.
     */
    long allocateBytes(int length);

    /** Address of bytes made by {@link #allocateBytes}, for reading. */
    long bytes(long reference);

    /** Address of the same bytes, the write barrier done for the first {@code length} of them. */
    long bytesForUpdate(long reference, int length);

    /** Address of the same bytes, the write barrier done for {@code length} of them from {@code offset} on. */
    default long bytesForUpdate(long reference, int offset, int length) {
        return bytesForUpdate(reference, offset + length);
    }

    /** Gives bytes back; the reference is dead. Does nothing in a store that frees all its bytes as a whole. */
    void freeBytes(long reference);
}
