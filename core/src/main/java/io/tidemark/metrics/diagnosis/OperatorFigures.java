package io.tidemark.metrics.diagnosis;

import java.util.Objects;

/**
 * Figures of one operator that holds state. What is not known is {@link Sample#UNKNOWN}.
 *
 * @param uid name of the operator
 * @param stateRows rows in its state now
 * @param stateBytes bytes of its state now
 * @param oldestOpenEventTimeNs event time of its oldest open group
 * @param horizonNs how long it keeps something: window size + delay. For an operator that is unbounded by consent, the time after which
 *     growth is worth a word
 */
public record OperatorFigures(String uid, long stateRows, long stateBytes, long oldestOpenEventTimeNs, long horizonNs) {
    /** Checks that there is a name. */
    public OperatorFigures {
        Objects.requireNonNull(uid, "uid");
    }
}
