package io.tidemark.testkit;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the first difference between rows that were expected and rows that came out, and shows it.
 *
 * @param table what counts of a row
 */
record RowDiff(RowTable table) {
    private static final int BEFORE = 2;
    private static final int AFTER = 3;

    /** What differs, with the rows around it, or empty. */
    String of(List<OutputRow> expected, List<OutputRow> actual) {
        if (!actual.isEmpty() && !actual.get(0).schema().equals(table.schema())) {
            return "the columns are " + actual.get(0).schema() + " and should be " + table.schema();
        }
        int at = 0;
        while (at < expected.size()
                && at < actual.size()
                && table.differences(expected.get(at), actual.get(at)).isEmpty()) {
            at++;
        }
        if (at == expected.size() && at == actual.size()) {
            return "";
        }
        return headline(expected, actual, at) + "\n" + rows(expected, actual, at);
    }

    private String headline(List<OutputRow> expected, List<OutputRow> actual, int at) {
        String counts = " (" + expected.size() + " rows expected, " + actual.size() + " came out)";
        if (at == actual.size()) {
            return "row " + (at + 1) + " did not come out" + counts;
        } else if (at == expected.size()) {
            return "row " + (at + 1) + " was not expected" + counts;
        }
        return "row " + (at + 1) + " differs in "
                + String.join(", ", table.differences(expected.get(at), actual.get(at))) + counts;
    }

    private String rows(List<OutputRow> expected, List<OutputRow> actual, int at) {
        List<String> marks = new ArrayList<>();
        List<OutputRow> shown = new ArrayList<>();
        add(marks, shown, "  ", expected, Math.max(0, at - BEFORE), at);
        add(marks, shown, "- ", expected, at, at + AFTER);
        add(marks, shown, "+ ", actual, at, at + AFTER);
        List<String> lines = table.lines(shown);
        int width = marks.stream().mapToInt(String::length).max().orElse(0);
        StringBuilder text = new StringBuilder(" ".repeat(width + 2)).append(lines.get(0));
        for (int i = 0; i < shown.size(); i++) {
            text.append('\n')
                    .append(marks.get(i))
                    .append(" ".repeat(width - marks.get(i).length() + 2))
                    .append(lines.get(i + 1));
        }
        return text.append("\n- expected, + came out").toString();
    }

    private static void add(
            List<String> marks, List<OutputRow> shown, String mark, List<OutputRow> rows, int from, int to) {
        for (int i = from; i < Math.min(to, rows.size()); i++) {
            marks.add(mark + (i + 1));
            shown.add(rows.get(i));
        }
    }
}
