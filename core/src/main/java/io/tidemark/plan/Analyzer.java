package io.tidemark.plan;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.QuerySettings;
import io.tidemark.operator.StreamType;
import io.tidemark.time.TimeProvenance;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Resolves names and types of a plan from its sources down, and finds what is wrong with it. */
public final class Analyzer {
    private final QuerySettings settings;
    private final List<Problem> problems;
    private final Map<String, Integer> kinds = new HashMap<>();
    private final Set<String> uids = new HashSet<>();
    private final Set<String> usedFunctions = new HashSet<>();
    private final List<PlanNode.Source> sources = new ArrayList<>();
    private final List<Resolved> resolved = new ArrayList<>();
    private final Map<PlanNode.Step, Resolved> visited = new IdentityHashMap<>();
    private final Map<PlanNode.Step, EdgeKind> wanted = new IdentityHashMap<>();

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

    /** The bound plan, or null when an operator has problems. One analyzer analyzes one plan. */
    public BoundPlan analyze(PlanNode root) {
        sources.addAll(sources(root));
        Set<String> names = new HashSet<>();
        for (PlanNode.Source source : sources) {
            if (!names.add(source.name())) {
                problems.add(new Problem(
                        ErrorCode.SETTING_INVALID,
                        source.name(),
                        "",
                        "Two sources with different columns have this name.",
                        "Give each journal a name of its own in stream(name, journal)."));
            }
        }
        want(root, settings.changelog() ? EdgeKind.RETRACT : EdgeKind.UPSERT);
        Typed output = visit(root);
        if (output == null || resolved.stream().anyMatch(one -> one.bound == null)) {
            return null;
        }
        QuerySettings used = settings.withFunctions(settings.functions().only(usedFunctions));
        return new BoundPlan(sources, boundSteps(), output.type, used);
    }

    /** The sources of a plan, each once, in the order in which its operators name them. */
    public static List<PlanNode.Source> sources(PlanNode root) {
        List<PlanNode.Source> found = new ArrayList<>();
        collect(root, found, Collections.newSetFromMap(new IdentityHashMap<>()));
        return found;
    }

    private static void collect(PlanNode node, List<PlanNode.Source> found, Set<PlanNode> seen) {
        if (node instanceof PlanNode.Source source) {
            if (!found.contains(source)) {
                found.add(source);
            }
        } else if (seen.add(node)) {
            ((PlanNode.Step) node).inputs().forEach(input -> collect(input, found, seen));
        }
    }

    /** Finds out below which operators changes have to be whole: an operator with state must be able to take the old row back. */
    private void want(PlanNode node, EdgeKind kind) {
        if (node instanceof PlanNode.Step step && wanted.get(step) != EdgeKind.RETRACT && wanted.get(step) != kind) {
            wanted.put(step, kind);
            EdgeKind above = step.operator().accepts().contains(EdgeKind.UPSERT) ? kind : EdgeKind.RETRACT;
            step.inputs().forEach(input -> want(input, above));
        }
    }

    /** Type and number of a node, or null when its type cannot be known. */
    private Typed visit(PlanNode node) {
        if (node instanceof PlanNode.Source source) {
            int number = sources.indexOf(source);
            BitSet origin = new BitSet();
            origin.set(number);
            return new Typed(sourceType(source), number, origin);
        }
        PlanNode.Step step = (PlanNode.Step) node;
        if (!visited.containsKey(step)) {
            visited.put(step, resolve(step));
        }
        Resolved found = visited.get(step);
        return found == null ? null : found.typed;
    }

    private Resolved resolve(PlanNode.Step step) {
        List<Typed> inputs = new ArrayList<>();
        for (PlanNode input : step.inputs()) {
            inputs.add(visit(input));
        }
        String uid = uid(step);
        if (inputs.contains(null)) {
            return null;
        }
        List<StreamType> types = inputs.stream().map(Typed::type).toList();
        NodeScope scope = new NodeScope(uid, types, settings, problems, usedFunctions, wanted.get(step));
        checkEdges(step, inputs, scope);
        BoundOperator bound = step.operator().bind(scope);
        StreamType type = scope.failed() ? step.operator().outputDespiteProblems(types.get(0)) : bound.output();
        if (type == null) {
            return null;
        }
        BitSet origin = new BitSet();
        inputs.forEach(input -> origin.or(input.origin));
        int number = sources.size() + resolved.size();
        Resolved result =
                new Resolved(uid, step, scope.failed() ? null : bound, inputs, new Typed(type, number, origin));
        resolved.add(result);
        return result;
    }

    /** An operator with state takes rows as final, or needs whole changes. */
    private void checkEdges(PlanNode.Step step, List<Typed> inputs, NodeScope scope) {
        for (Typed input : inputs) {
            if (!step.operator().accepts().contains(input.type.edge())) {
                boolean mode = settings.sparkCounts() || settings.mode() == OutputMode.COMPLETE;
                scope.problem(
                        mode ? ErrorCode.MODE_UNSUPPORTED : ErrorCode.CHANGELOG_MISMATCH,
                        "",
                        "It stands below '" + changer(input).uid + "', which in mode "
                                + settings.mode() + " brings out a result more than once (" + input.type.edge()
                                + "), and takes " + step.operator().accepts() + ".",
                        "Use append, or write the first result to a journal and go on from there in a query of its own.");
            }
        }
    }

    /** The operator from which changing rows come: those without state hand on what those above them do. */
    private Resolved changer(Typed input) {
        Resolved step = resolved.get(input.number - sources.size());
        while (step.bound != null && !step.bound.stateful() && step.inputs.get(0).number >= sources.size()) {
            step = resolved.get(step.inputs.get(0).number - sources.size());
        }
        return step;
    }

    private List<BoundStep> boundSteps() {
        List<BoundStep> steps = new ArrayList<>();
        // Whether an operator that needs rows in their order stands below a node.
        boolean[] orderedBelow = new boolean[sources.size() + resolved.size()];
        for (int i = resolved.size() - 1; i >= 0; i--) {
            Resolved one = resolved.get(i);
            boolean ordered = orderedBelow[one.typed.number] || one.bound.stateful() || one.inputs.size() > 1;
            one.inputs.forEach(input -> orderedBelow[input.number] |= ordered);
            steps.add(
                    0,
                    new BoundStep(
                            one.uid,
                            !one.step.uid().isEmpty(),
                            one.step.operator(),
                            one.bound,
                            one.inputs.stream().map(Typed::number).toList(),
                            one.inputs.stream().map(Typed::origin).toList(),
                            !orderedBelow[one.typed.number]));
        }
        return steps;
    }

    private static StreamType sourceType(PlanNode.Source source) {
        return new StreamType(
                source.schema(),
                Collections.nCopies(source.schema().size(), TimeProvenance.NONE),
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

    /**
     * What is known of a node.
     *
     * @param origin the sources from which its rows come
     */
    private record Typed(StreamType type, int number, BitSet origin) {}

    /**
     * A step after a look at it.
     *
     * @param bound the operator, or null when it has problems
     */
    private record Resolved(String uid, PlanNode.Step step, BoundOperator bound, List<Typed> inputs, Typed typed) {}
}
