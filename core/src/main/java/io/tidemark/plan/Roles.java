package io.tidemark.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * By what an operator is known in another plan: its uid, if it was given one, else the path of its role: its kind, and the roles of the operators with state,
 * the joins and the sources above it. Operators without state are left out of a path, so that one more of them changes no role below.
 */
final class Roles {
    private Roles() {}

    /** The role of each step. */
    static List<String> of(BoundPlan plan) {
        List<String> paths = new ArrayList<>();
        plan.sources().forEach(source -> paths.add(source.name()));
        List<String> roles = new ArrayList<>();
        Map<String, Integer> counts = new HashMap<>();
        for (BoundStep step : plan.steps()) {
            String above = step.inputs().stream().map(paths::get).collect(Collectors.joining(", "));
            String role = step.named() ? step.uid() : step.node().kind() + " of (" + above + ")";
            boolean seen = step.bound().stateful() || step.inputs().size() > 1;
            int number = counts.merge(role, 1, Integer::sum);
            role = number == 1 ? role : role + " " + number;
            paths.add(seen ? role : above);
            roles.add(role);
        }
        return roles;
    }
}
