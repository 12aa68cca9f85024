package io.tidemark.metrics.diagnosis;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What is said about a query at one moment. Each finding has the numbers of the last sample for which it held.
 *
 * @param verdict the verdict; empty before there is one
 * @param contributing verdicts that hold beside it, in the order of the table
 * @param crossed thresholds that are crossed
 */
public record Standing(Optional<Finding> verdict, List<Finding> contributing, List<Finding> crossed) {
    /** Before anything can be said. */
    static final Standing NOTHING = new Standing(Optional.empty(), List.of(), List.of());

    /** Copies the lists. */
    public Standing {
        Objects.requireNonNull(verdict, "verdict");
        contributing = List.copyOf(contributing);
        crossed = List.copyOf(crossed);
    }
}
