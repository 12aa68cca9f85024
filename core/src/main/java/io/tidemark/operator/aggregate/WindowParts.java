package io.tidemark.operator.aggregate;

import io.tidemark.operator.OutputMode;
import io.tidemark.operator.StateBound;
import io.tidemark.operator.StateBound.Factor;
import io.tidemark.time.GroupTimes;
import io.tidemark.time.PaneWindows;

/**
 * What complete windows are put together from. A number of a key is about five times as fast as a look-up of a key; but blocks of n panes spare most of the merges where windows
 * have many panes with the same keys. Benchmark: {@code bin/bench scaling --what WINDOWS}.
 */
enum WindowParts {
    /** Panes, each key looked up: a pane is a window, or it belongs to one window only, or windows come out before they are complete. */
    PANES,
    /** Panes whose keys have numbers. */
    LINKED,
    /** Blocks of panes. */
    BLOCKS;

    /** Panes of a window up to which they are linked. */
    private static final int MOST_LINKED = 64;

    /** For windows in a mode. */
    static WindowParts of(GroupTimes times, OutputMode mode) {
        if (mode != OutputMode.APPEND
                || !(times instanceof PaneWindows windows)
                || windows.isDirect()
                || windows.windowsPerRow() == 1) {
            return PANES;
        }
        return windows.panesPerWindow() <= MOST_LINKED ? LINKED : BLOCKS;
    }

    /**
     * What is kept at most.
     *
     * @param open open panes
     * @param rowBytes bytes of a group
     * @param text whether texts of the group come on top
     */
    StateBound bound(PaneWindows windows, long open, long delayNs, long rowBytes, boolean text) {
        Factor keys = Factor.declared("keys");
        return switch (this) {
            case PANES -> StateBound.of(rowBytes, text, keys, Factor.known("open panes", open));
            case BLOCKS -> {
                long blocks = (windows.sizeNs() + delayNs) / windows.blockNs() + 1;
                yield StateBound.of(rowBytes, text, keys, Factor.known("open panes", open + blocks));
            }
            // One more for the window that comes out.
            case LINKED ->
                StateBound.of(rowBytes + PaneLinks.MOST_BYTES_PER_ROW, text, keys, Factor.known("open panes", open + 1))
                        .and(StateBound.of(KeyNumbers.MOST_BYTES_PER_KEY - StateBound.INDEX_BYTES, false, keys));
        };
    }
}
