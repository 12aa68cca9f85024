package io.tidemark.metrics.diagnosis;

import java.util.List;
import java.util.Objects;

/**
 * A change of what is said about a query.
 *
 * @param timeNs time of the sample that brought it, by the observer's clock
 * @param change what changed
 * @param finding the verdict or threshold with its numbers: those of now
 * @param contributing verdicts further down in the table that hold as well; empty for a threshold
 */
public record DiagnosisEvent(long timeNs, Change change, Finding finding, List<Finding> contributing) {
    /** What changed. */
    public enum Change {
        /** The verdict is the first of the table that holds, or the threshold is crossed. */
        ENTERED,
        /** The verdict, which was the first of the table, or the threshold does not hold any more. */
        LEFT,
        /** The verdict is the same, other verdicts hold beside it. */
        CONTRIBUTING
    }

    /** Copies the list. */
    public DiagnosisEvent {
        Objects.requireNonNull(change, "change");
        Objects.requireNonNull(finding, "finding");
        contributing = List.copyOf(contributing);
    }

    /** The verdict or threshold. */
    public Alarm alarm() {
        return finding.alarm();
    }
}
