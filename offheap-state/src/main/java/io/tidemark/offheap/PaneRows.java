package io.tidemark.offheap;

/** The rows of a pane, for the fill of its index. */
record PaneRows(RowPane pane, PageAddresses pages, RowLayout layout, KeyHash keyHash, PaneIndex index)
        implements IndexFill.Rows {
    @Override
    public long next(long cursor) {
        return pane.next(cursor);
    }

    @Override
    public int hash(long cursor) {
        long row = pages.place((int) cursor);
        return keyHash.of(layout.key(row), layout.keyBytes(row));
    }

    @Override
    public void insert(long slot) {
        Bucket.insert(index.room((int) (slot >>> 32)), slot);
    }
}
