package io.tidemark.plan;

import io.tidemark.operator.StateMigration;
import io.tidemark.plan.PlanChange.Fate;
import io.tidemark.plan.PlanChange.Part;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Compares the plan that a query's directory was written by with the one that is started now: everything that gives state and output their meaning, source by
 * source and operator by operator. Has no side effects.
 */
public final class PlanComparison {
    private static final int LONGEST = 60;

    private final StoredPlan before;
    private final StoredPlan now;
    private final List<PlanChange> changes = new ArrayList<>();
    private final List<RestartPlan.Move> moves = new ArrayList<>();
    private PlanTraits oldTraits;
    private PlanTraits traits;
    private StepPairs pairs;

    private PlanComparison(StoredPlan before, StoredPlan now) {
        this.before = before;
        this.now = now;
    }

    /** Compares two plans. */
    public static RestartPlan compare(StoredPlan before, StoredPlan now) {
        return new PlanComparison(before, now).run();
    }

    /** Compares two plans that write to the same sink. */
    public static RestartPlan compare(BoundPlan before, BoundPlan now) {
        return compare(StoredPlan.of(before, "", 0), StoredPlan.of(now, "", 0));
    }

    private RestartPlan run() {
        if (!before.runs()) {
            Difference gone = Difference.rebuild(before.gone(), "the stored plan cannot run to the end of its output");
            changes.add(new PlanChange(Part.PLAN, "plan", "plan", Fate.STAYS, true, List.of(gone)));
        }
        if (before.plan() == null) {
            return new RestartPlan(changes, moves);
        }
        oldTraits = new PlanTraits(before.plan(), before.versions());
        traits = new PlanTraits(now.plan(), now.versions());
        pairs = new StepPairs(before.plan(), now.plan());
        compareSources();
        add(
                Part.SETTINGS,
                "settings",
                SettingsComparison.of(before.plan().settings(), now.plan().settings()));
        for (int i = 0; i < now.plan().steps().size(); i++) {
            compareStep(i);
        }
        pairs.removed().forEach(this::removedStep);
        add(Part.SINK, "sink", sink());
        return new RestartPlan(changes, moves);
    }

    private void add(Part part, String name, List<Difference> differences) {
        changes.add(new PlanChange(part, name, name, Fate.STAYS, false, differences));
    }

    private void compareSources() {
        for (PlanNode.Source source : now.plan().sources()) {
            PlanNode.Source old = source(before.plan(), source.name());
            if (old == null) {
                addedSource(source);
                continue;
            }
            List<Difference> differences = SchemaComparison.ofSource(old.schema(), source.schema());
            if (old.recordsIngestTime() != source.recordsIngestTime()) {
                differences.add(Difference.harmless(
                        "ingest times " + (source.recordsIngestTime() ? "now recorded" : "not recorded any more"), ""));
            }
            add(Part.SOURCE, source.name(), differences);
        }
        for (PlanNode.Source old : before.plan().sources()) {
            if (source(now.plan(), old.name()) == null) {
                Difference gone = Difference.rebuild("removed", "its rows are in the state; keep the source");
                changes.add(new PlanChange(Part.SOURCE, old.name(), old.name(), Fate.REMOVED, false, List.of(gone)));
            }
        }
    }

    private void addedSource(PlanNode.Source source) {
        Difference difference = Difference.harmless("added", "read from its start");
        for (PlanNode.Source old : before.plan().sources()) {
            if (source(now.plan(), old.name()) == null && old.schema().equals(source.schema())) {
                difference = Difference.rebuild(
                        "'" + old.name() + "' -> '" + source.name() + "'",
                        "renamed or another one; if it is the same journal, keep the name");
            }
        }
        changes.add(new PlanChange(Part.SOURCE, source.name(), "", Fate.ADDED, false, List.of(difference)));
    }

    private static PlanNode.Source source(BoundPlan plan, String name) {
        return plan.sources().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private void compareStep(int index) {
        BoundStep step = now.plan().steps().get(index);
        int oldIndex = pairs.before(index);
        boolean keeps = keepsState(traits, index);
        if (oldIndex < 0) {
            Difference added = Difference.harmless("added", keeps ? "starts empty" : "takes effect with the next row");
            changes.add(new PlanChange(
                    Part.OPERATOR, step.uid(), "", Fate.ADDED, step.bound().stateful(), List.of(added)));
            return;
        }
        BoundStep old = before.plan().steps().get(oldIndex);
        List<Difference> differences = new ArrayList<>();
        if (!old.node().kind().equals(step.node().kind())) {
            differences.add(Difference.rebuild(
                    "a " + old.node().kind() + " -> a " + step.node().kind(), "or give it another uid"));
        } else if (keeps) {
            differences.addAll(TraitComparison.of(oldTraits.of(oldIndex), traits.of(index)));
            compareOrder(index, oldIndex, differences);
            addMove(old, step, index, oldIndex, differences);
        } else if (!old.node().toString().equals(step.node().toString())) {
            String what = shortened(old.bound().describe()) + " -> "
                    + shortened(step.bound().describe());
            differences.add(Difference.harmless(what, "takes effect with the next row"));
        }
        changes.add(new PlanChange(
                Part.OPERATOR, step.uid(), old.uid(), Fate.STAYS, step.bound().stateful(), differences));
    }

    private static boolean keepsState(PlanTraits traits, int index) {
        return !traits.of(index).isEmpty();
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 3) + "...";
    }

    /** State was built of rows that came in the old order of operators. */
    private void compareOrder(int index, int oldIndex, List<Difference> differences) {
        BitSet above = Upstream.of(now.plan(), index);
        for (int other = 0; other < index; other++) {
            int oldOther = pairs.before(other);
            boolean turned = above.get(other)
                    && oldOther > oldIndex
                    && keepsState(traits, other)
                    && Upstream.of(before.plan(), oldOther).get(oldIndex);
            if (turned) {
                String uid = now.plan().steps().get(other).uid();
                differences.add(Difference.decide("stood above '" + uid + "' -> stands below it", ""));
            }
        }
    }

    private void addMove(BoundStep old, BoundStep step, int index, int oldIndex, List<Difference> differences) {
        boolean lost = differences.stream().anyMatch(one -> one.verdict() == RestartVerdict.INCOMPATIBLE);
        boolean mayKeep = differences.stream()
                .allMatch(one -> one.verdict() != RestartVerdict.NEEDS_DECISION
                        || one.options().contains(RestartDecision.KEEP));
        if (lost || !mayKeep) {
            return;
        }
        int[] members = new MemberMatch(
                        MemberMatch.members(oldTraits.of(oldIndex)), MemberMatch.members(traits.of(index)))
                .indexes();
        StateMigration migration =
                step.bound().migration(old.bound(), members, old.deferEmission() == step.deferEmission());
        if (migration.refusal().isEmpty()) {
            moves.add(new RestartPlan.Move(old.uid(), step.uid(), migration));
        } else {
            differences.add(
                    Difference.rebuild("state cannot be moved: " + migration.refusal(), "or give it another uid"));
        }
    }

    private void removedStep(int oldIndex) {
        BoundStep old = before.plan().steps().get(oldIndex);
        Set<RestartDecision> options =
                EnumSet.of(RestartDecision.DRAIN, RestartDecision.DISCARD, RestartDecision.KEEP_PARKED);
        Difference removed = old.bound().stateful()
                ? new Difference("removed", RestartVerdict.NEEDS_DECISION, "what becomes of its state?", options)
                : keepsState(oldTraits, oldIndex)
                        ? new Difference(
                                "removed",
                                RestartVerdict.NEEDS_DECISION,
                                "its watermark goes",
                                EnumSet.of(RestartDecision.DRAIN, RestartDecision.DISCARD))
                        : Difference.harmless("removed", "takes effect with the next row");
        changes.add(new PlanChange(
                Part.OPERATOR, old.uid(), old.uid(), Fate.REMOVED, old.bound().stateful(), List.of(removed)));
    }

    private List<Difference> sink() {
        List<Difference> differences = new ArrayList<>();
        Set<RestartDecision> options = EnumSet.of(RestartDecision.KEEP, RestartDecision.REBUILD);
        if (!before.sink().equals(now.sink())) {
            differences.add(new Difference(
                    before.sink() + " -> " + now.sink(),
                    RestartVerdict.NEEDS_DECISION,
                    "keep goes on there after the last row that was put out",
                    options));
        }
        String columns = SchemaComparison.ofOutput(
                before.plan().output().schema(), now.plan().output().schema());
        if (!columns.isEmpty()) {
            differences.add(new Difference(
                    columns,
                    RestartVerdict.NEEDS_DECISION,
                    "the journal has the old columns; keep needs another one",
                    options));
        }
        if (before.plan().output().edge() != now.plan().output().edge()) {
            String what = "rows " + before.plan().output().edge() + " -> "
                    + now.plan().output().edge();
            differences.add(new Difference(what, RestartVerdict.NEEDS_DECISION, "", options));
        }
        if (before.cutEvery() != now.cutEvery()) {
            differences.add(Difference.harmless(
                    "cut every " + before.cutEvery() + " rows -> " + now.cutEvery(), "from the next cut on"));
        }
        return differences;
    }
}
