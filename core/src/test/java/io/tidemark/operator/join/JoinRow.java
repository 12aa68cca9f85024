package io.tidemark.operator.join;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * A row of a random join.
 *
 * @param left whether it is of the left input
 * @param time event time in milliseconds
 * @param key key, or null
 * @param value a number
 */
record JoinRow(boolean left, long time, String key, long value) {
    List<Object> columns() {
        return Arrays.asList(Instant.ofEpochMilli(time), key, value);
    }
}
