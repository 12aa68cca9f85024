package io.tidemark.peers.esper;

import io.tidemark.peers.Checksums;
import io.tidemark.peers.Pass;
import io.tidemark.peers.Workload;

/** Adds up the checksums of what comes out. Esper finds the {@code update} of its subclasses by the columns. */
public abstract class Subscriber {
    private long rows;
    private long checksum;

    Subscriber() {}

    static Subscriber of(Workload workload) {
        return switch (workload) {
            case W1, W2 -> new OfGroups();
            case W3 -> new OfEvents();
            case W4, W4L -> new OfPairs();
        };
    }

    final void add(long checksumOfRow) {
        rows++;
        checksum += checksumOfRow;
    }

    final void addTo(Pass pass) {
        pass.add(rows, checksum);
    }

    /** Takes groups. */
    public static final class OfGroups extends Subscriber {
        OfGroups() {}

        /** A group of a window. */
        public void update(long key, long startMillis, long count, double sum, double min, double max) {
            add(Checksums.group(key, startMillis, count, sum, min, max));
        }
    }

    /** Takes events. */
    public static final class OfEvents extends Subscriber {
        OfEvents() {}

        /** An event that was let through. */
        public void update(long id, long key, long timeMillis, double amount) {
            add(Checksums.event(id, key, timeMillis, amount));
        }
    }

    /** Takes pairs. */
    public static final class OfPairs extends Subscriber {
        OfPairs() {}

        /** An order and its fill. */
        public void update(long id, long orderMillis, long fillMillis) {
            add(Checksums.pair(id, orderMillis, fillMillis));
        }
    }
}
