package io.tidemark.tools.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The longest spans between two times that follow each other, longest first. */
final class Silences {
    private final int kept;
    private final List<Silence> longest = new ArrayList<>();
    private long greatestNs = Long.MIN_VALUE;

    /**
     * A span in which nothing came.
     *
     * @param lengthNs how long it is
     * @param endNs the time at which it ended
     * @param position of the record that ended it
     */
    record Silence(long lengthNs, long endNs, long position) {}

    Silences(int kept) {
        this.kept = kept;
    }

    /** A record with this time; a time before an earlier one ends no silence. */
    void at(long timeNs, long position) {
        if (greatestNs != Long.MIN_VALUE && timeNs > greatestNs) {
            long length = timeNs - greatestNs;
            // Over a span of more than 292 years the difference has no place in 64 bits.
            add(new Silence(length < 0 ? Long.MAX_VALUE : length, timeNs, position));
        }
        greatestNs = Math.max(greatestNs, timeNs);
    }

    private void add(Silence silence) {
        if (longest.size() == kept
                && (kept == 0 || silence.lengthNs() <= longest.get(kept - 1).lengthNs())) {
            return;
        }
        longest.add(silence);
        longest.sort(Comparator.comparingLong(Silence::lengthNs).reversed());
        if (longest.size() > kept) {
            longest.remove(kept);
        }
    }

    List<Silence> longest() {
        return List.copyOf(longest);
    }
}
