package io.tidemark.operator.join;

import io.tidemark.time.TimeBound;
import java.util.List;

/**
 * A part of a condition that bounds how far the times of two columns lie apart.
 *
 * @param left column of the left side
 * @param right column of the right side
 * @param bounds what it says when these are the event times: one bound, or the two halves of an equality
 * @param text the part as it was written
 */
record TimeCondition(int left, int right, List<TimeBound> bounds, String text) {
    /** Copies the bounds. */
    TimeCondition {
        bounds = List.copyOf(bounds);
    }

    /** Whether the times are equal, so that it is a part of the key as well. */
    boolean isKey() {
        return bounds.get(0).key();
    }
}
