package io.tidemark.operator.aggregate;

import io.tidemark.operator.Scratch;
import io.tidemark.state.StatePane;

/**
 * Panes whose keys have numbers, in the order of their times. A pane is linked when it is merged first, its later rows when it is merged again; it is unlinked
 * before it goes, always the oldest one first. Scratch and no state.
 */
final class PaneLinks implements AutoCloseable {
    /** Most bytes that a row of a linked pane takes: an entry, in a block that may be a quarter larger. */
    static final int MOST_BYTES_PER_ROW = LinkedPane.ENTRY_BYTES * 5 / 4;

    private static final String AGAIN = "panes are linked again when they are merged";

    private final KeyNumbers keys = new KeyNumbers();
    private final NativeBlocks blocks = new NativeBlocks();

    @Scratch(AGAIN)
    private LinkedPane first;

    @Scratch("kept to be used again")
    private LinkedPane free;

    KeyNumbers keys() {
        return keys;
    }

    /** The oldest linked pane, or null. */
    LinkedPane first() {
        return first;
    }

    /**
     * Gives numbers to the rows of a pane that have none.
     *
     * @param before what the call for the pane before returned, null for the first one
     * @return null when a pane that was linked is no longer there: then {@link #clear} and begin anew
     */
    LinkedPane link(StatePane pane, LinkedPane before) {
        LinkedPane link = before == null ? first : before.next();
        if (link == null || link.id() > pane.id()) {
            link = insert(pane, before, link);
        } else if (!link.isOf(pane)) {
            return null;
        }
        link.link(keys, blocks);
        return link;
    }

    private LinkedPane insert(StatePane pane, LinkedPane before, LinkedPane after) {
        LinkedPane link = free;
        if (link == null) {
            link = new LinkedPane();
        } else {
            free = link.next();
        }
        link.open(pane);
        link.setNext(after);
        if (before == null) {
            first = link;
        } else {
            before.setNext(link);
        }
        return link;
    }

    /** Takes the numbers of the oldest linked pane back. */
    void unlinkFirst() {
        long end = first.entries() + first.rows() * LinkedPane.ENTRY_BYTES;
        for (long entry = first.entries(); entry < end; entry += LinkedPane.ENTRY_BYTES) {
            keys.giveBack(LinkedPane.number(entry));
        }
        dropFirst();
    }

    private void dropFirst() {
        LinkedPane link = first;
        first = link.next();
        link.close(blocks);
        link.setNext(free);
        free = link;
    }

    /** Forgets all panes, whatever became of them. */
    void clear() {
        while (first != null) {
            dropFirst();
        }
        keys.clear();
    }

    @Override
    public void close() {
        clear();
        keys.close();
        blocks.close();
    }
}
