package io.tidemark.plan;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A source, an operator, the settings or the sink of a plan beside what it was.
 *
 * @param part which of these it is
 * @param name name or uid now; of one that is gone as it was
 * @param before name or uid as it was, empty of one that is new
 * @param fate whether it is there in both plans
 * @param stateful whether it keeps rows or groups
 * @param differences what differs; empty when nothing does
 */
public record PlanChange(
        Part part, String name, String before, Fate fate, boolean stateful, List<Difference> differences) {
    /** Copies the list. */
    public PlanChange {
        differences = List.copyOf(differences);
    }

    /** What a change is about. */
    public enum Part {
        /** The plan as a whole. */
        PLAN("plan"),
        /** A source. */
        SOURCE("source"),
        /** The settings of the query. */
        SETTINGS("settings"),
        /** An operator. */
        OPERATOR("op"),
        /** What comes out, and where it goes. */
        SINK("sink");

        private final String word;

        Part(String word) {
            this.word = word;
        }

        /** As it is printed. */
        public String word() {
            return word;
        }
    }

    /** Whether a part is there in both plans. */
    public enum Fate {
        /** In both. */
        STAYS,
        /** In the new one alone. */
        ADDED,
        /** In the old one alone. */
        REMOVED
    }

    /** What all differences together mean. */
    public RestartVerdict verdict() {
        return differences.stream().map(Difference::verdict).reduce(RestartVerdict.SAME, RestartVerdict::and);
    }

    /** What can be decided: what every difference that asks for a decision offers, of the worst ones. */
    public Set<RestartDecision> options() {
        Set<RestartDecision> options = EnumSet.noneOf(RestartDecision.class);
        if (verdict().compareTo(RestartVerdict.COMPATIBLE) <= 0) {
            return options;
        }
        options.addAll(EnumSet.allOf(RestartDecision.class));
        differences.stream().filter(one -> !one.options().isEmpty()).forEach(one -> options.retainAll(one.options()));
        return options;
    }

    /** What changed, in words. */
    public String what() {
        return differences.stream().map(Difference::what).collect(Collectors.joining("; "));
    }

    /** What follows, in words. */
    public String note() {
        return differences.stream()
                .map(Difference::note)
                .filter(note -> !note.isEmpty())
                .distinct()
                .collect(Collectors.joining("; "));
    }
}
