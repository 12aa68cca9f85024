package io.tidemark.metrics.topkeys;

import java.util.Objects;

/**
 * A key and how many of the sampled rows have it, at most {@code count} and at least {@code count - error}.
 *
 * @param key the first bytes of the key; a copy that belongs to the caller
 * @param length length of the whole key
 * @param count upper bound of its sampled rows
 * @param error by how much that may be too high
 */
public record TopKey(byte[] key, int length, long count, long error) {
    /** Checks that there is a key. */
    public TopKey {
        Objects.requireNonNull(key, "key");
    }
}
