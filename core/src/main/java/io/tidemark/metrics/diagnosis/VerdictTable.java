package io.tidemark.metrics.diagnosis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The table of verdicts, which is gone through from the top. */
final class VerdictTable {
    private static final List<Function<Figures, Finding>> CAUSES = List.of(
            FlowVerdicts::idleSource,
            FlowVerdicts::stuckStep,
            FlowVerdicts::throttledSource,
            FlowVerdicts::slowSink,
            FlowVerdicts::stateBound,
            FlowVerdicts::skew);
    private static final List<Function<Figures, Finding>> CONDITIONS = List.of(
            FlowVerdicts::catchingUp,
            StateVerdicts::watermarkStalled,
            StateVerdicts::stateGrowth,
            StateVerdicts::poisonedClock,
            ServiceVerdicts::lateLoss,
            ServiceVerdicts::watermarkLag,
            ServiceVerdicts::fixedCost);

    private VerdictTable() {}

    /** One finding for each verdict, in the order of the table. */
    static List<Finding> findings(Figures f) {
        List<Finding> findings = new ArrayList<>();
        CAUSES.forEach(cause -> findings.add(cause.apply(f)));
        findings.add(FlowVerdicts.underCapacity(f, noneMatches(findings)));
        CONDITIONS.forEach(condition -> findings.add(condition.apply(f)));
        List<String> unknown = findings.stream()
                .flatMap(finding -> finding.unknown().stream())
                .distinct()
                .toList();
        findings.add(ServiceVerdicts.healthy(f, noneMatches(findings), unknown));
        return findings;
    }

    private static boolean noneMatches(List<Finding> findings) {
        return findings.stream().noneMatch(Finding::matched);
    }
}
