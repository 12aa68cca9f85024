package io.tidemark.plan;

import io.tidemark.plan.PlanChange.Part;
import io.tidemark.plan.RestartFigures.Rebuild;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A restart as a table for people: what changed, what it means, what can be done. */
public final class RestartReport {
    private static final long MILLION = 1_000_000;
    private static final long THOUSAND = 1_000;

    private RestartReport() {}

    /** The table, a line for each part, with what was decided. */
    public static String text(RestartPlan plan, RestartDecisions decisions, RestartFigures figures) {
        List<List<String>> rows = plan.changes().stream()
                .filter(one -> isShown(one))
                .map(one -> row(one, decisions, figures))
                .toList();
        StringBuilder text = new StringBuilder("RESTART plan '")
                .append(figures.query())
                .append("' : checkpoint ")
                .append(grouped(figures.checkpoint()));
        if (!figures.watermark().isEmpty()) {
            text.append(", W=").append(figures.watermark());
        }
        int inputs = figures.sources().size();
        text.append(", ").append(inputs).append(inputs == 1 ? " input" : " inputs");
        text.append(", ").append(plan.verdict()).append('\n');
        int[] widths = widths(rows);
        rows.forEach(row -> append(text, row, widths));
        return text.toString();
    }

    /** Settings and the sink say nothing where they are the same, nor do operators without state. */
    private static boolean isShown(PlanChange change) {
        return change.verdict() != RestartVerdict.SAME
                || change.stateful()
                || change.part() == Part.SOURCE
                || !change.name().equals(change.before());
    }

    private static List<String> row(PlanChange change, RestartDecisions decisions, RestartFigures figures) {
        String name = change.before().isEmpty() || change.name().equals(change.before())
                ? change.name()
                : change.name() + " (was " + change.before() + ")";
        List<String> rest = new ArrayList<>();
        if (change.part() == Part.OPERATOR && figures.stateRows().containsKey(change.before())) {
            rest.add(grouped(figures.stateRows().get(change.before())) + " in state");
        }
        if (change.part() == Part.SINK) {
            rest.add("last put out " + grouped(figures.lastOutput()));
        }
        if (!change.note().isEmpty()) {
            rest.add(change.note());
        }
        String options = change.options().stream()
                .filter(option -> option != RestartDecision.REBUILD || figures.rebuild() != null)
                .map(option -> option == RestartDecision.REBUILD ? rebuild(figures.rebuild()) : option.toString())
                .collect(Collectors.joining(" | ", "[", "]"));
        RestartDecision decided = decisions.of(change);
        RestartDecision own = decisions.byName().get(change.name());
        if (decided != null) {
            rest.add("decided: " + decided);
        } else if (change.verdict().compareTo(RestartVerdict.COMPATIBLE) > 0) {
            if (own != null) {
                rest.add(own + " is not possible");
            }
            rest.add(options.equals("[]") ? "[no way from here: the journals do not reach back]" : options);
        }
        String what = change.part() == Part.SOURCE ? source(change, figures) : change.what();
        return List.of(change.part().word() + " " + name, what, change.verdict().name(), String.join("  ", rest));
    }

    private static String source(PlanChange change, RestartFigures figures) {
        RestartFigures.Source source = figures.sources().get(change.name());
        String place = source == null
                ? ""
                : "index 0x" + Long.toHexString(source.position()) + "  backlog " + grouped(source.backlog()) + " rows";
        return place + (place.isEmpty() || change.what().isEmpty() ? "" : "  ") + change.what();
    }

    private static String rebuild(Rebuild rebuild) {
        return "rebuild from 0x" + Long.toHexString(rebuild.position()) + " ~" + rounded(rebuild.rows()) + " rows ~"
                + rebuild.seconds() + " s";
    }

    private static String rounded(long rows) {
        if (rows >= MILLION) {
            return String.format(Locale.ROOT, "%.1f M", (double) rows / MILLION);
        }
        return rows >= 10 * THOUSAND ? rows / THOUSAND + " k" : grouped(rows);
    }

    /** 12410 as 12 410. */
    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number).replace(',', ' ');
    }

    private static int[] widths(List<List<String>> rows) {
        int[] widths = new int[4];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return widths;
    }

    private static void append(StringBuilder text, List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder(" ");
        for (int i = 0; i < row.size(); i++) {
            line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }
}
