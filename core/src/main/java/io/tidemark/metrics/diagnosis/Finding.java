package io.tidemark.metrics.diagnosis;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What one row of the table, or one threshold, came to at one moment.
 *
 * @param alarm the verdict or threshold
 * @param matched whether all its conditions hold
 * @param subject the source, operator or keys that it is about; empty if it is about the query
 * @param evidence the numbers it rests on, conditions first
 * @param counterEvidence numbers that speak against it
 * @param unknown figures that were not known; with one of its own unknown a finding does not match
 * @param action what is safe to do
 */
public record Finding(
        Alarm alarm,
        boolean matched,
        String subject,
        List<Evidence> evidence,
        List<Evidence> counterEvidence,
        List<String> unknown,
        String action) {
    /** Copies the lists. */
    public Finding {
        Objects.requireNonNull(alarm, "alarm");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(action, "action");
        evidence = List.copyOf(evidence);
        counterEvidence = List.copyOf(counterEvidence);
        unknown = List.copyOf(unknown);
    }

    /** For people: name, subject, numbers, numbers against it, what to do, and the page. */
    @Override
    public String toString() {
        return alarm.name()
                + (subject.isEmpty() ? "" : " (" + subject + ")")
                + ": "
                + joined(evidence)
                + (counterEvidence.isEmpty() ? "" : "; against it: " + joined(counterEvidence))
                + (unknown.isEmpty() ? "" : "; not known: " + String.join(", ", unknown))
                + ". "
                + action
                + " See "
                + alarm.page()
                + ".";
    }

    private static String joined(List<Evidence> numbers) {
        return numbers.stream().map(Evidence::toString).collect(Collectors.joining(", "));
    }
}
