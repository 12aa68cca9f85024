package io.tidemark.offheap;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.state.MetaReader;
import io.tidemark.state.MetaWriter;
import io.tidemark.state.StateErrors;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a backend knows outside of its pages: what is open, scalars, panes, and where each chain of pages begins and ends. Indexes are not part of it;
 * they are built anew from the rows.
 */
final class SnapshotRest {
    private final PageStore store;
    private final BucketPool buckets;
    private final ScalarPages scalars;
    private final PaneSerials serials;
    private final List<PagedUnit> units = new ArrayList<>();
    private final List<byte[]> shapes = new ArrayList<>();

    SnapshotRest(PageStore store, BucketPool buckets, ScalarPages scalars, PaneSerials serials) {
        this.store = store;
        this.buckets = buckets;
        this.scalars = scalars;
        this.serials = serials;
    }

    /** Adds a unit that was opened. */
    void add(PagedUnit unit) {
        units.add(unit);
        shapes.add(unit.shape().text().getBytes(StandardCharsets.UTF_8));
    }

    /** Writes everything; makes no object. */
    void write(MetaWriter rest) {
        rest.putInt(shapes.size());
        for (int index = 0; index < shapes.size(); index++) {
            rest.putBytes(shapes.get(index));
        }
        scalars.write(rest);
        rest.putLong(serials.last());
        rest.putLong(buckets.takenCount());
        for (int index = 0; index < units.size(); index++) {
            units.get(index).write(rest);
        }
    }

    /** Makes of the pages that were loaded what they were. Nothing has changed when what is open differs. */
    void read(MetaReader rest) {
        requireShapes(rest);
        scalars.read(rest);
        serials.continueAfter(rest.getLong());
        long blocks = rest.getLong();
        int owned = store.reclaim();
        for (PagedUnit unit : units) {
            unit.read(rest);
            owned -= unit.requirePages();
        }
        if (owned != 0) {
            throw corrupt("A snapshot has " + owned + " pages that belong to no table.");
        }
        boolean roomy = roomForIndexes(blocks);
        units.forEach(unit -> unit.rebuildIndex(roomy));
    }

    private void requireShapes(MetaReader rest) {
        int count = rest.getInt();
        for (int index = 0; index < Math.max(count, units.size()); index++) {
            String stored = index < count ? rest.getText() : "nothing";
            String open = index < units.size() ? units.get(index).shape().text() : "nothing";
            if (!stored.equals(open)) {
                throw StateErrors.imageMismatch(
                        "In place " + (index + 1) + " the snapshot holds " + stored + ", open is " + open + ".");
            }
        }
    }

    /** Whether indexes may be laid out anew, without a split; if not, they take as many blocks as before. */
    private boolean roomForIndexes(long blocksBefore) {
        long planned = units.stream().mapToLong(PagedUnit::plannedBlocks).sum();
        long available = buckets.available();
        boolean roomy = planned + planned / 5 <= available;
        if (!roomy && blocksBefore > available) {
            throw store.limitExceeded("", "all state");
        }
        return roomy;
    }

    /** Pages, rest and calls do not fit together. */
    static TidemarkException corrupt(String reason) {
        return new TidemarkException(
                ErrorCode.STATE_CORRUPT, reason, "Restart from the checkpoint before, and report this as a defect.");
    }
}
