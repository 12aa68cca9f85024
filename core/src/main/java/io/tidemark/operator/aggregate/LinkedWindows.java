package io.tidemark.operator.aggregate;

import io.tidemark.accumulator.Accumulator;
import io.tidemark.memory.OffHeap;
import io.tidemark.operator.Scratch;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.time.GroupTimes;
import io.tidemark.time.Watermark;

/**
 * Makes complete windows of panes that several of them share. The keys of a pane are looked up once and get small numbers, see {@link PaneLinks}; a merge
 * then finds the group of a key by its number, without a hash or a compare. Benchmark: {@code bin/bench throughput --workload W2}.
 */
final class LinkedWindows implements CompleteWindows {
    /** Rows whose places are found before their values are merged. */
    private static final int RUN = 128;

    private static final int TURN = 0;
    private static final int TO = 8;

    private final GroupTimes times;
    private final StateTable panes;
    private final StateTable merged;
    private final Accumulator accumulators;
    private final PaneLinks links;
    private final long[] madeFrom = new long[RUN];
    private final long[] madeTo = new long[RUN];
    private final long[] knownFrom = new long[RUN];
    private final long[] knownTo = new long[RUN];
    /** Number of the merge, which tells the places of its groups from those of merges before. */
    @Scratch("only compared with what was written since the panes were linked")
    private long turn;

    LinkedWindows(Groups groups, StateTable merged, PaneLinks links) {
        this.times = groups.times();
        this.panes = groups.table();
        this.merged = merged;
        this.accumulators = groups.accumulators();
        this.links = links;
    }

    @Override
    public StatePane complete(long endNs) {
        long startNs = times.firstPane(endNs);
        if (!link(startNs, endNs)) {
            links.clear();
            link(startNs, endNs);
        }
        LinkedPane link = links.first();
        if (link == null || link.id() >= endNs) {
            return null;
        }
        turn++;
        StatePane target = merged.openPane(endNs);
        for (; link != null && link.id() < endNs; link = link.next()) {
            merge(link, target);
        }
        return target;
    }

    /** Links the panes of a window; {@code false} when others are linked than those that are there. */
    private boolean link(long startNs, long endNs) {
        LinkedPane link = null;
        for (StatePane pane = panes.nextPane(startNs - 1);
                pane != null && pane.id() < endNs;
                pane = panes.nextPane(pane.id())) {
            link = links.link(pane, link);
            if (link == null) {
                return false;
            }
        }
        return link != null || links.first() == null || links.first().id() >= endNs;
    }

    /**
     * Merges one pane, a run of rows after the other. First the places of the groups of a run are found, and those made that are not there; then values are
     * merged, those of new groups and those of others apart. So the processor waits for many places at once, and a guess which kind
     * of group comes next, often wrong, costs little.
     */
    private void merge(LinkedPane link, StatePane target) {
        StatePane pane = link.pane();
        long places = links.keys().places();
        long end = link.entries() + link.rows() * LinkedPane.ENTRY_BYTES;
        long entry = link.entries();
        while (entry < end) {
            int made = 0;
            int known = 0;
            long endOfRun = Math.min(end, entry + RUN * LinkedPane.ENTRY_BYTES);
            for (; entry < endOfRun; entry += LinkedPane.ENTRY_BYTES) {
                long place = places + ((long) LinkedPane.number(entry) << KeyNumbers.PLACE_SHIFT);
                if (OffHeap.getLong(place + TURN) == turn) {
                    knownFrom[known] = LinkedPane.value(entry);
                    knownTo[known++] = OffHeap.getLong(place + TO);
                } else {
                    long to = target.append(LinkedPane.key(entry), LinkedPane.keyBytes(entry));
                    OffHeap.putLong(place + TURN, turn);
                    OffHeap.putLong(place + TO, to);
                    madeFrom[made] = LinkedPane.value(entry);
                    madeTo[made++] = to;
                }
            }
            merge(madeFrom, madeTo, made, pane, target);
            merge(knownFrom, knownTo, known, pane, target);
        }
    }

    private void merge(long[] from, long[] to, int count, StatePane pane, StatePane target) {
        for (int i = 0; i < count; i++) {
            accumulators.merge(from[i], pane, to[i], target);
        }
    }

    @Override
    public void expire(long endNs) {
        LinkedPane link = links.first();
        while (link != null && Watermark.isComplete(times.lastEnd(link.id()), endNs)) {
            links.unlinkFirst();
            link = links.first();
        }
    }

    @Override
    public void restored() {
        links.clear();
    }

    @Override
    public void close() {
        links.close();
    }
}
