package io.tidemark;

import io.tidemark.engine.QuerySpec;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.QuerySettings;
import io.tidemark.plan.Analyzer;
import io.tidemark.plan.BoundPlan;
import io.tidemark.plan.BoundStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Finds everything that is wrong with a query beside its plan. */
final class SpecCheck {
    private final QuerySpec spec;
    private final BoundPlan plan;
    private final List<Problem> problems;

    /**
     * A check.
     *
     * @param spec its plan is null when it has problems of its own
     * @param problems takes what is wrong
     */
    SpecCheck(QuerySpec spec, List<Problem> problems) {
        this.spec = spec;
        this.plan = spec.plan();
        this.problems = problems;
    }

    void run() {
        if (spec.name().isBlank()) {
            incomplete("queryName", "The query has no name.", "Call queryName(...).");
        }
        if (spec.sink() == null) {
            incomplete("to", "The query has no sink.", "Call to(journal) or foreach(callback).");
        }
        if (spec.cutEvery() < 0) {
            invalid("cutEvery", "A cut every " + spec.cutEvery() + " rows is not possible.", "Use 1 or more.");
        }
        if (spec.pollLimit() < 1) {
            invalid("pollLimit", "The limit is " + spec.pollLimit() + ".", "Use a limit of 1 or more.");
        }
        if (plan != null) {
            checkEdge();
            checkMode();
            checkOrder();
        }
    }

    private void checkEdge() {
        EdgeKind edge = plan.output().edge();
        if (spec.sink() != null && !spec.sink().accepts().contains(edge)) {
            problems.add(new Problem(
                    ErrorCode.CHANGELOG_MISMATCH,
                    plan.steps().isEmpty()
                            ? ""
                            : plan.steps().get(plan.steps().size() - 1).uid(),
                    "",
                    "What comes out is " + edge + ", and the sink "
                            + spec.sink().name() + " takes " + spec.sink().accepts() + ".",
                    "Use the append mode, or a sink that takes changes."));
        }
    }

    private void checkMode() {
        QuerySettings settings = plan.settings();
        boolean keepsResult = false;
        for (BoundStep step : plan.steps()) {
            keepsResult |= step.bound().output().edge() != EdgeKind.APPEND;
        }
        if (settings.mode() == OutputMode.COMPLETE && !keepsResult) {
            problems.add(new Problem(
                    ErrorCode.MODE_UNSUPPORTED,
                    "",
                    "outputMode",
                    "Complete mode brings out the whole result at every cut, and this query keeps no result.",
                    "Use append, or aggregate."));
        }
        if (settings.time().oneForAll() && !settings.time().perBatch()) {
            invalid(
                    "time",
                    "One watermark for the whole query moves between batches only.",
                    "Use Advance.PER_BATCH with Scope.QUERY, or Scope.STREAM.");
        }
    }

    private void checkOrder() {
        if (spec.directory() == null || spec.order() != null) {
            return;
        }
        if (plan.sources().size() > 1) {
            incomplete(
                    "order",
                    "What comes out depends on the order in which "
                            + plan.sources().size() + " sources are read, and a restart could not repeat it.",
                    "Record it: order(journal), or leave the directory out.");
        }
        if (plan.settings().needsCuts() && spec.cutEvery() == 0) {
            incomplete(
                    "cutEvery",
                    "What comes out depends on the cuts, and a restart could not repeat cuts by hand or by the clock.",
                    "Cut by count: cutEvery(rows), record the cuts: order(journal), or leave the directory out.");
        }
    }

    private void incomplete(String setting, String reason, String wayOut) {
        problems.add(new Problem(ErrorCode.QUERY_INCOMPLETE, "", setting, reason, wayOut));
    }

    private void invalid(String setting, String reason, String wayOut) {
        problems.add(new Problem(ErrorCode.SETTING_INVALID, "", setting, reason, wayOut));
    }

    /** A span or number that a setting may have. */
    static long positive(long value, String setting) {
        if (value < 0) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "The setting " + setting + " is " + Duration.ofNanos(value) + ".",
                    "Use a span of 0 or more.");
        }
        return value;
    }

    /**
     * The plan alone.
     *
     * @throws TidemarkException everything that is wrong with it
     */
    static BoundPlan plan(QuerySettings settings, StreamFrame frame) {
        List<Problem> problems = new ArrayList<>();
        BoundPlan plan = new Analyzer(settings, problems).analyze(frame.plan());
        if (!problems.isEmpty()) {
            throw new TidemarkException(problems);
        }
        return plan;
    }
}
