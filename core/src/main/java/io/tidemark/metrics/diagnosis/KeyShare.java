package io.tidemark.metrics.diagnosis;

import java.util.Objects;

/**
 * How much of the rows belongs to one key.
 *
 * @param key the key as text
 * @param share its part of the rows, 0 to 1
 */
public record KeyShare(String key, double share) {
    /** Checks that there is a key. */
    public KeyShare {
        Objects.requireNonNull(key, "key");
    }
}
