package io.tidemark.plan;

import io.tidemark.operator.StateBound;
import io.tidemark.operator.StreamType;
import io.tidemark.time.TimeProvenance;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** A plan as text for people: from the sources down, what each operator does, gives and keeps. */
public final class Explain {
    private Explain() {}

    /**
     * One block per source and operator.
     *
     * @param declared numbers that the plan cannot know, by {@code uid.name}, such as {@code bars.keys}
     */
    public static String text(BoundPlan plan, Map<String, Long> declared) {
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
        long total = 0;
        for (BoundStep step : plan.steps()) {
            step(text, plan, step);
            if (step.bound().stateful()) {
                long bytes = state(text, step, declared);
                total = bytes < 0 || total < 0 ? -1 : total + bytes;
            }
        }
        text.append("output\n  rows: ").append(edge(plan.output())).append('\n');
        if (total >= 0) {
            text.append("  state in all: about ").append(size(total)).append('\n');
        }
        return text.append("fingerprint ")
                .append(Fingerprint.of(plan))
                .append('\n')
                .toString();
    }

    private static void step(StringBuilder text, BoundPlan plan, BoundStep step) {
        StreamType output = step.bound().output();
        text.append(step.uid()).append("\n  ").append(step.bound().describe());
        if (plan.sources().size() > 1 || step.inputs().size() > 1) {
            text.append("\n  of: ")
                    .append(step.inputs().stream().map(plan::name).collect(Collectors.joining(", ")));
        }
        text.append("\n  columns: ").append(output.schema());
        if (output.hasWatermark()) {
            text.append("\n  watermark: of '")
                    .append(output.watermarked())
                    .append('\'')
                    .append(times(output));
        }
        text.append("\n  rows: ").append(edge(output)).append('\n');
    }

    private static long state(StringBuilder text, BoundStep step, Map<String, Long> declared) {
        StateBound bound = step.bound().stateBound();
        Map<String, Long> own = declared.entrySet().stream()
                .filter(one -> one.getKey().startsWith(step.uid() + "."))
                .collect(Collectors.toMap(
                        one -> one.getKey().substring(step.uid().length() + 1), Map.Entry::getValue));
        text.append("  state: at most ").append(bound.formula());
        long bytes = bound.bytes(own);
        if (bytes >= 0) {
            text.append(" = ").append(size(bytes));
        } else {
            text.append("; for bytes declare ")
                    .append(bound.missing(own).stream()
                            .map(name -> "'" + step.uid() + "." + name + "'")
                            .collect(Collectors.joining(", ")));
        }
        text.append("\n  emission: ")
                .append(step.deferEmission() && step.bound().spreadsEmission() ? "spread over later rows" : "at once")
                .append('\n');
        return bytes;
    }

    private static String edge(StreamType type) {
        return switch (type.edge()) {
            case APPEND -> "final";
            case UPSERT -> "replace the row of the same key";
            case RETRACT -> "old rows are taken back before new ones come";
        };
    }

    /** What each column has to do with the watermark, where it has something to do with it. */
    private static String times(StreamType type) {
        StringJoiner text = new StringJoiner(", ", "; ", "");
        text.setEmptyValue("; on no column");
        for (int i = 0; i < type.times().size(); i++) {
            if (type.times().get(i) != TimeProvenance.NONE) {
                text.add("'" + type.schema().field(i).name() + "' is "
                        + (type.times().get(i) == TimeProvenance.EXACT ? "its event time" : "the end of its windows"));
            }
        }
        return text.toString();
    }

    private static String size(long bytes) {
        return bytes < 10_000
                ? bytes + " B"
                : bytes < 10_000_000
                        ? String.format(Locale.ROOT, "%.1f kB", bytes / 1e3)
                        : String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
    }
}
