package io.tidemark.plan;

import java.util.HashMap;
import java.util.Map;

/**
 * The decisions that a user gave.
 *
 * @param byName by uid of an operator, name of a source, {@code settings} or {@code sink}
 * @param others for all that have no own one, where it is among their options; or null
 */
public record RestartDecisions(Map<String, RestartDecision> byName, RestartDecision others) {
    /** None. */
    public static final RestartDecisions NONE = new RestartDecisions(Map.of(), null);

    /** Copies the map. */
    public RestartDecisions {
        byName = Map.copyOf(byName);
    }

    /** These and one for an operator. */
    public RestartDecisions with(String name, RestartDecision decision) {
        Map<String, RestartDecision> more = new HashMap<>(byName);
        more.put(name, decision);
        return new RestartDecisions(more, others);
    }

    /** These and one for all that have no own one. */
    public RestartDecisions withOthers(RestartDecision decision) {
        return new RestartDecisions(byName, decision);
    }

    /** The decision for a change, or null when there is none or it is not among the options. */
    public RestartDecision of(PlanChange change) {
        RestartDecision own = byName.get(change.name());
        RestartDecision decision = own != null ? own : others;
        return change.options().contains(decision) ? decision : null;
    }
}
