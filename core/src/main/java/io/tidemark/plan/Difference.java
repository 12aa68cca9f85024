package io.tidemark.plan;

import java.util.EnumSet;
import java.util.Set;

/**
 * One thing that differs.
 *
 * @param what what changed, in words: {@code window 5m -> 10m}
 * @param verdict what it means
 * @param note what follows from it, or empty
 * @param options what can be decided; empty where nothing has to be
 */
public record Difference(String what, RestartVerdict verdict, String note, Set<RestartDecision> options) {
    private static final Set<RestartDecision> DECIDE =
            EnumSet.of(RestartDecision.DRAIN, RestartDecision.DISCARD, RestartDecision.REBUILD);

    /** Copies the options. */
    public Difference {
        options = Set.copyOf(options);
    }

    static Difference harmless(String what, String note) {
        return new Difference(what, RestartVerdict.COMPATIBLE, note, Set.of());
    }

    static Difference decide(String what, String note) {
        return new Difference(what, RestartVerdict.NEEDS_DECISION, note, DECIDE);
    }

    /** The same where the old state may also be used. */
    static Difference decideOrKeep(String what, String note) {
        Set<RestartDecision> options = EnumSet.copyOf(DECIDE);
        options.add(RestartDecision.KEEP);
        return new Difference(what, RestartVerdict.NEEDS_DECISION, note, options);
    }

    static Difference rebuild(String what, String note) {
        return new Difference(what, RestartVerdict.INCOMPATIBLE, note, Set.of(RestartDecision.REBUILD));
    }
}
