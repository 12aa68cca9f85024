package io.tidemark.plan;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.QuerySettings;
import io.tidemark.operator.StreamType;
import io.tidemark.time.TimeProvenance;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Resolves names and types of a plan from its source down, and finds what is wrong with it. */
public final class Analyzer {
    private final QuerySettings settings;
    private final List<Problem> problems;
    private final Map<String, Integer> kinds = new HashMap<>();
    private final Set<String> uids = new HashSet<>();
    private final Set<String> usedFunctions = new HashSet<>();

    /**
     * An analysis.
     *
     * @param settings settings of the query
     * @param problems takes what is wrong; operators below one whose output cannot be known are not looked at
     */
    public Analyzer(QuerySettings settings, List<Problem> problems) {
        this.settings = settings;
        this.problems = problems;
    }

    /** The bound plan, or null when an operator has problems. */
    public BoundPlan analyze(PlanNode root) {
        Deque<PlanNode.Step> steps = new ArrayDeque<>();
        PlanNode node = root;
        while (node instanceof PlanNode.Step step) {
            steps.push(step);
            node = step.inputs().get(0);
        }
        PlanNode.Source source = (PlanNode.Source) node;
        List<Resolved> resolved = new ArrayList<>();
        StreamType type = sourceType(source);
        boolean broken = false;
        for (PlanNode.Step step : steps) {
            String uid = uid(step);
            BoundOperator bound = bind(uid, step, type);
            if (bound == null) {
                broken = true;
                type = step.operator().outputDespiteProblems(type);
                if (type == null) {
                    return null;
                }
                continue;
            }
            resolved.add(new Resolved(uid, step, bound));
            type = bound.output();
        }
        if (broken) {
            return null;
        }
        QuerySettings used = settings.withFunctions(settings.functions().only(usedFunctions));
        return new BoundPlan(source, boundSteps(resolved), type, used);
    }

    private BoundOperator bind(String uid, PlanNode.Step step, StreamType input) {
        NodeScope scope = new NodeScope(uid, input, settings, problems, usedFunctions);
        BoundOperator bound = step.operator().bind(scope);
        return scope.failed() ? null : bound;
    }

    private static List<BoundStep> boundSteps(List<Resolved> resolved) {
        List<BoundStep> steps = new ArrayList<>();
        boolean statefulBelow = false;
        for (int i = resolved.size() - 1; i >= 0; i--) {
            Resolved one = resolved.get(i);
            steps.add(0, new BoundStep(one.uid, one.step.operator(), one.bound, !statefulBelow));
            statefulBelow |= one.bound.stateful();
        }
        return steps;
    }

    private static StreamType sourceType(PlanNode.Source source) {
        return new StreamType(
                source.schema(),
                Collections.nCopies(source.schema().size(), TimeProvenance.NONE),
                "",
                source.recordsIngestTime());
    }

    private String uid(PlanNode.Step step) {
        String kind = step.operator().kind();
        int number = kinds.merge(kind, 1, Integer::sum);
        String uid = step.uid().isEmpty() ? kind + "-" + number : step.uid();
        if (!uids.add(uid)) {
            problems.add(new Problem(
                    ErrorCode.SETTING_INVALID,
                    uid,
                    "uid",
                    "Two operators have this uid.",
                    "Give each operator a uid of its own."));
        }
        return uid;
    }

    private record Resolved(String uid, PlanNode.Step step, BoundOperator bound) {}
}
