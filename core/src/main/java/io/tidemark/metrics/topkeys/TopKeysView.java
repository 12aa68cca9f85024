package io.tidemark.metrics.topkeys;

import java.util.List;

/**
 * What a sketch held at one moment.
 *
 * @param keys keys with most rows, greatest upper bound first
 * @param rows sampled rows that the counts are part of
 */
public record TopKeysView(List<TopKey> keys, long rows) {
    /** Nothing was offered. */
    static final TopKeysView EMPTY = new TopKeysView(List.of(), 0);

    /** Copies the list. */
    public TopKeysView {
        keys = List.copyOf(keys);
    }

    /** Least part of the sampled rows that a key has, 0 to 1. */
    public double leastShare(TopKey key) {
        return rows == 0 ? 0 : Math.max(0, (double) (key.count() - key.error()) / rows);
    }

    /** Greatest part of the sampled rows that a key has, 0 to 1. */
    public double greatestShare(TopKey key) {
        return rows == 0 ? 0 : Math.min(1, (double) key.count() / rows);
    }
}
