package io.tidemark.plan;

import io.tidemark.operator.StreamType;
import java.util.stream.Collectors;

/** A plan as text for people: from the source down, what each operator does, gives and keeps. */
public final class Explain {
    private Explain() {}

    /** One block per operator. */
    public static String text(BoundPlan plan) {
        StringBuilder text = new StringBuilder();
        for (PlanNode.Source source : plan.sources()) {
            text.append("source ")
                    .append(source.name())
                    .append("\n  columns: ")
                    .append(source.schema())
                    .append("\n  ingest time: ")
                    .append(source.recordsIngestTime() ? "recorded" : "not recorded")
                    .append('\n');
        }
        for (BoundStep step : plan.steps()) {
            StreamType output = step.bound().output();
            text.append(step.uid()).append("\n  ").append(step.bound().describe());
            if (plan.sources().size() > 1 || step.inputs().size() > 1) {
                text.append("\n  of: ")
                        .append(step.inputs().stream().map(plan::name).collect(Collectors.joining(", ")));
            }
            text.append("\n  columns: ").append(output.schema());
            if (output.hasWatermark()) {
                text.append("\n  watermark: of '").append(output.watermarked()).append('\'');
                String column = output.eventTimeColumn();
                text.append(column.isEmpty() ? ", on no column" : ", on column '" + column + "'");
            }
            if (step.bound().stateful()) {
                text.append("\n  emission: ")
                        .append(
                                step.deferEmission() && step.bound().spreadsEmission()
                                        ? "spread over later rows"
                                        : "at once");
            }
            text.append('\n');
        }
        return text.append("fingerprint ")
                .append(Fingerprint.of(plan))
                .append('\n')
                .toString();
    }
}
