package io.tidemark.plan;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.operator.StateMigration;
import io.tidemark.plan.PlanChange.Fate;
import io.tidemark.plan.PlanChange.Part;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What changed between the plan that a directory was written by and the one that is started, and how state gets from one to the other.
 *
 * @param changes a line for each source, the settings, each operator and the sink
 * @param moves how the state of each operator that may keep it is moved
 */
public record RestartPlan(List<PlanChange> changes, List<Move> moves) {
    /** Copies the lists. */
    public RestartPlan {
        changes = List.copyOf(changes);
        moves = List.copyOf(moves);
    }

    /**
     * How the state of one operator is moved.
     *
     * @param before uid under which it is stored
     * @param now uid under which it is wanted
     * @param migration the move
     */
    public record Move(String before, String now, StateMigration migration) {}

    /** The worst of all. */
    public RestartVerdict verdict() {
        return changes.stream().map(PlanChange::verdict).reduce(RestartVerdict.SAME, RestartVerdict::and);
    }

    /** Whether not even a name changed: the stored state can be loaded as it is. */
    public boolean isUnchanged() {
        return verdict() == RestartVerdict.SAME
                && changes.stream().allMatch(one -> one.name().equals(one.before()));
    }

    /** The changes that wait for a decision, or for one that is among their options. */
    public List<PlanChange> open(RestartDecisions decisions) {
        if (changes.stream().anyMatch(one -> decisions.of(one) == RestartDecision.REBUILD)) {
            // A rebuild is one of everything.
            return List.of();
        }
        return changes.stream()
                .filter(one -> one.verdict().compareTo(RestartVerdict.COMPATIBLE) > 0)
                .filter(one -> decisions.of(one) == null)
                .toList();
    }

    /**
     * Refuses decisions about something that is in neither plan. Where the plan before cannot be read its parts are not known, and nothing is refused.
     *
     * @throws TidemarkException {@code SETTING_INVALID} with the name and the parts that changed
     */
    public void requireKnown(RestartDecisions decisions) {
        if (changes.stream().noneMatch(one -> one.part() == Part.SETTINGS)) {
            return;
        }
        for (String name : new TreeSet<>(decisions.byName().keySet())) {
            if (changes.stream()
                    .noneMatch(one -> one.name().equals(name) || one.before().equals(name))) {
                throw new TidemarkException(
                        ErrorCode.SETTING_INVALID,
                        "A decision is given for '" + name + "', and there is no operator '" + name
                                + "' in the plan or in the one before; the changed parts are " + changedParts() + ".",
                        "Give it for the uid of an operator, the name of a source, 'settings' or 'sink', or take it away.");
            }
        }
    }

    private String changedParts() {
        return changes.stream()
                .filter(one -> one.verdict() != RestartVerdict.SAME)
                .map(PlanChange::name)
                .collect(Collectors.joining(", "));
    }

    /** The change of a source, an operator, {@code settings} or {@code sink}, or null. */
    public PlanChange of(String name) {
        return changes.stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /**
     * What is to be done with each part, by name, where no change is {@link #open}. A decision about sources, settings or the plan counts for all
     * operators, and a rebuild of one of them is one of the whole query.
     */
    public Map<String, RestartAction> actions(RestartDecisions decisions) {
        if (!open(decisions).isEmpty()) {
            throw new IllegalStateException("not everything is decided");
        }
        Map<String, RestartAction> actions = new LinkedHashMap<>();
        RestartDecision forAll = null;
        for (PlanChange change : changes) {
            RestartDecision decision = decisions.of(change);
            if (decision == RestartDecision.REBUILD) {
                forAll = decision;
            } else if (change.part() != Part.OPERATOR && change.part() != Part.SINK && decision != null) {
                forAll = forAll == RestartDecision.REBUILD ? forAll : decision;
            }
        }
        for (PlanChange change : changes) {
            actions.put(change.name(), action(change, decisions.of(change), forAll));
        }
        return actions;
    }

    private static RestartAction action(PlanChange change, RestartDecision own, RestartDecision forAll) {
        if (forAll == RestartDecision.REBUILD) {
            return RestartAction.REBUILD;
        }
        if (change.part() != Part.OPERATOR) {
            return RestartAction.NONE;
        }
        RestartDecision decision = own == null || own == RestartDecision.KEEP ? forAll : own;
        if (change.fate() == Fate.ADDED) {
            return RestartAction.START_EMPTY;
        } else if (decision == RestartDecision.DRAIN) {
            return RestartAction.DRAIN;
        } else if (change.fate() == Fate.REMOVED) {
            return own == RestartDecision.KEEP_PARKED ? RestartAction.PARK : RestartAction.DROP;
        }
        return decision == RestartDecision.DISCARD ? RestartAction.START_EMPTY : RestartAction.MOVE;
    }
}
