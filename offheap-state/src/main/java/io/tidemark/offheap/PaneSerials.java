package io.tidemark.offheap;

/** Numbers the panes of a backend in the order in which they are opened, so that no two panes are taken for one another. */
final class PaneSerials {
    private long last;

    long next() {
        return ++last;
    }
}
