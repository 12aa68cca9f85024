package io.tidemark.offheap;

/** Numbers the panes of a backend in the order in which they are opened, so that no two panes are taken for one another. */
final class PaneSerials {
    private long last;

    long last() {
        return last;
    }

    /** Goes on after a number that was given out. */
    void continueAfter(long number) {
        last = number;
    }

    long next() {
        return ++last;
    }
}
