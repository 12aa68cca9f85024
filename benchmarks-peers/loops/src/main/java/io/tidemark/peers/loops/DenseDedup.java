package io.tidemark.peers.loops;

import io.tidemark.peers.Event;
import io.tidemark.peers.Pass;
import java.util.Arrays;

/** A set of longs with open addressing, and a ring of lists of the ids to forget by seconds of event time. */
final class DenseDedup {
    private static final int SLOTS = 1 << 16;
    private static final int MASK = SLOTS - 1;
    private static final int SECONDS = 32;
    private static final long SECOND = 1_000;

    private final Result result;
    /** Id plus one; 0 is free. */
    private final long[] set = new long[SLOTS];

    private final long[][] lists = new long[SECONDS][2_048];
    private final int[] lengths = new int[SECONDS];
    private long next = Long.MIN_VALUE;

    DenseDedup(Result result) {
        this.result = result;
    }

    void run(Pass pass) {
        long delay = pass.workload().delayMillis();
        Event event = new Event();
        long watermark = Long.MIN_VALUE;
        for (long i = 0; i < pass.events(); i++) {
            pass.make(i, event);
            if (add(event.id + 1)) {
                result.event(event);
                remember(event.timeMillis / SECOND, event.id + 1);
            }
            if (event.timeMillis - delay > watermark) {
                watermark = event.timeMillis - delay;
                while ((next + 1) * SECOND <= watermark) {
                    forget((int) next++ & SECONDS - 1);
                }
            }
        }
    }

    private boolean add(long value) {
        int slot = home(value);
        while (set[slot] != 0) {
            if (set[slot] == value) {
                return false;
            }
            slot = slot + 1 & MASK;
        }
        set[slot] = value;
        return true;
    }

    private void remember(long second, long value) {
        if (next == Long.MIN_VALUE) {
            next = second - 3;
        }
        int list = (int) second & SECONDS - 1;
        if (lengths[list] == lists[list].length) {
            lists[list] = Arrays.copyOf(lists[list], lengths[list] * 2);
        }
        lists[list][lengths[list]++] = value;
    }

    private void forget(int list) {
        for (int i = 0; i < lengths[list]; i++) {
            remove(lists[list][i]);
        }
        lengths[list] = 0;
    }

    /** Removes a value and moves back those behind it that would not be found any more. */
    private void remove(long value) {
        int hole = home(value);
        while (set[hole] != value) {
            hole = hole + 1 & MASK;
        }
        for (int slot = hole + 1 & MASK; set[slot] != 0; slot = slot + 1 & MASK) {
            if ((slot - home(set[slot]) & MASK) >= (slot - hole & MASK)) {
                set[hole] = set[slot];
                hole = slot;
            }
        }
        set[hole] = 0;
    }

    private static int home(long value) {
        return (int) (value * 0x9E37_79B9_7F4A_7C15L >>> 48);
    }
}
