package io.tidemark.plan;

import io.tidemark.operator.StreamType;
import java.util.Locale;

/** A plan as a Mermaid flow chart: sources, operators, the output, and what flows between them. */
public final class PlanGraph {
    private PlanGraph() {}

    /** The chart; it stands between fences marked {@code mermaid} in a page. */
    public static String mermaid(BoundPlan plan) {
        StringBuilder text = new StringBuilder("flowchart TD\n");
        for (int i = 0; i < plan.sources().size(); i++) {
            text.append("  n")
                    .append(i)
                    .append("[(\"")
                    .append(label(plan.sources().get(i).name()))
                    .append("\")]\n");
        }
        int first = plan.sources().size();
        for (int i = 0; i < plan.steps().size(); i++) {
            BoundStep step = plan.steps().get(i);
            boolean stateful = step.bound().stateful();
            text.append("  n").append(first + i).append(stateful ? "[[\"" : "[\"");
            text.append(label(step.uid()))
                    .append("<br/>")
                    .append(label(shortened(step.bound().describe())));
            text.append(stateful ? "\"]]\n" : "\"]\n");
        }
        text.append("  out([\"output\"])\n");
        for (int i = 0; i < plan.steps().size(); i++) {
            for (int input : plan.steps().get(i).inputs()) {
                edge(text, plan, input, "n" + (first + i));
            }
        }
        edge(text, plan, first + plan.steps().size() - 1, "out");
        return text.toString();
    }

    private static void edge(StringBuilder text, BoundPlan plan, int from, String to) {
        int first = plan.sources().size();
        text.append("  n").append(from).append(" -->");
        if (from >= first) {
            StreamType type = plan.steps().get(from - first).bound().output();
            text.append("|\"").append(type.edge().name().toLowerCase(Locale.ROOT));
            if (type.hasWatermark()) {
                text.append(", W of ").append(label(type.watermarked()));
            }
            text.append("\"|");
        }
        text.append(' ').append(to).append('\n');
    }

    private static String shortened(String description) {
        return description.length() <= 80 ? description : description.substring(0, 77) + "...";
    }

    /** Text that Mermaid takes as it is. */
    private static String label(String text) {
        return text.replace("&", "&amp;")
                .replace("\"", "&quot;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }
}
