package io.tidemark.benchmarks.state;

import io.tidemark.offheap.ChronicleState;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;

/** Totals in a table of rows in pages: one pane at a time. */
final class PagedTotals implements TotalsState.Store {
    private static final long BYTES_PER_KEY = 110;
    private static final long BYTES_BESIDES = 1 << 20;

    private final RandomKeys keys;
    private final StateBackend backend;
    private final StateTable table;
    private StatePane pane;

    PagedTotals(RandomKeys keys, int count) {
        this.keys = keys;
        backend =
                ChronicleState.withLimit(BYTES_BESIDES + count * BYTES_PER_KEY).open();
        table = backend.openTable(new TableSpec("benchmark", "totals", Totals.BYTES, RandomKeys.BYTES));
        pane = table.openPane(0);
    }

    @Override
    public void add(int number, long value) {
        long row = pane.acquire(keys.key(number), RandomKeys.BYTES);
        if (pane.created()) {
            Totals.clear(row);
        }
        Totals.add(row, value);
    }

    /** Closes the pane and reads all its rows, frees it and opens the next one. */
    @Override
    public long retire() {
        long total = 0;
        pane.seal(0, 0, 0);
        for (long cursor = pane.next(0); cursor != 0; cursor = pane.next(cursor)) {
            total += Totals.total(pane.valueAt(cursor));
        }
        free();
        return total;
    }

    /** Frees the pane unread and opens the next one. */
    @Override
    public void clear() {
        pane.seal(0, 0, 0);
        free();
    }

    private void free() {
        long next = pane.id() + 1;
        boolean gone = false;
        while (!gone) {
            gone = pane.free(64);
        }
        pane = table.openPane(next);
    }

    @Override
    public void close() {
        backend.close();
    }
}
