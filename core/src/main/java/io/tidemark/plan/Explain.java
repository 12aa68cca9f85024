package io.tidemark.plan;

import io.tidemark.operator.StreamType;

/** A plan as text for people: from the source down, what each operator does, gives and keeps. */
public final class Explain {
    private Explain() {}

    /** One block per operator. */
    public static String text(BoundPlan plan) {
        StringBuilder text = new StringBuilder("source ")
                .append(plan.source().name())
                .append("\n  columns: ")
                .append(plan.source().schema())
                .append("\n  ingest time: ")
                .append(plan.source().recordsIngestTime() ? "recorded" : "not recorded")
                .append('\n');
        for (BoundStep step : plan.steps()) {
            StreamType output = step.bound().output();
            text.append(step.uid()).append("\n  ").append(step.bound().describe());
            text.append("\n  columns: ").append(output.schema());
            if (output.hasWatermark()) {
                text.append("\n  watermark: of '").append(output.watermarked()).append('\'');
                String column = output.eventTimeColumn();
                text.append(column.isEmpty() ? ", on no column" : ", on column '" + column + "'");
            }
            if (step.bound().stateful()) {
                text.append("\n  emission: ").append(step.deferEmission() ? "spread over later rows" : "at once");
            }
            text.append('\n');
        }
        return text.append("fingerprint ")
                .append(Fingerprint.of(plan))
                .append('\n')
                .toString();
    }
}
