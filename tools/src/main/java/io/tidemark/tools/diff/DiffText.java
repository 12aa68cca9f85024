package io.tidemark.tools.diff;

import io.tidemark.tools.read.OpenedJournal;
import io.tidemark.tools.text.QuotedText;
import io.tidemark.tools.text.ValueText;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** What a comparison found, for people. */
final class DiffText {
    private final DiffOutcome outcome;
    private final ComparedColumns columns;

    DiffText(DiffOutcome outcome) {
        this.outcome = outcome;
        this.columns = outcome.columns;
    }

    void write(OpenedJournal a, long rowsA, OpenedJournal b, long rowsB, String how, Writer out) throws IOException {
        out.append("A ").append(a.directory() + "  " + rowsA + " rows\n");
        out.append("B ").append(b.directory() + "  " + rowsB + " rows\n");
        out.append("compared ").append(how).append(" in ").append(String.join(", ", columns.names()));
        out.append('\n');
        onlyIn("A", columns.onlyInA(), out);
        onlyIn("B", columns.onlyInB(), out);
        out.append("same " + outcome.same).append(counts(outcome.counts)).append('\n');
        if (outcome.first == null) {
            out.append(columns.same() ? "no row differs\n" : "no row differs in the columns that both have\n");
            return;
        }
        if (outcome.count(Finding.Kind.DIFFERENT) > 0) {
            out.append("columns that differ").append(differing()).append('\n');
        }
        if (outcome.differentKeys > 0) {
            keys(out);
        }
        first(out);
    }

    private static void onlyIn(String side, List<String> names, Writer out) throws IOException {
        if (!names.isEmpty()) {
            out.append("columns only in ").append(side).append(": ").append(String.join(", ", names));
            out.append('\n');
        }
    }

    private static String counts(long[] counts) {
        StringBuilder text = new StringBuilder();
        for (Finding.Kind kind : Finding.Kind.values()) {
            text.append(", ").append(words(kind)).append(' ').append(counts[kind.ordinal()]);
        }
        return text.toString();
    }

    private static String words(Finding.Kind kind) {
        return switch (kind) {
            case DIFFERENT -> "different";
            case ONLY_IN_A -> "only in A";
            case ONLY_IN_B -> "only in B";
        };
    }

    private String differing() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < outcome.columnCounts.length; i++) {
            if (outcome.columnCounts[i] > 0) {
                text.append("  ").append(columns.names().get(i)).append(' ').append(outcome.columnCounts[i]);
            }
        }
        if (outcome.kindsDiffer > 0) {
            text.append("  kind of row ").append(outcome.kindsDiffer);
        }
        return text.toString();
    }

    private void keys(Writer out) throws IOException {
        out.append("keys that differ  " + outcome.differentKeys);
        out.append(outcome.keys.size() < outcome.differentKeys ? ", those with the most differences:\n" : ":\n");
        List<String> names = columns.key().stream().map(columns.names()::get).toList();
        for (DiffOutcome.KeyCounts one : outcome.keys) {
            out.append("  ").append(values(names, one.key()));
            out.append(counts(one.counts()).substring(1)).append('\n');
        }
    }

    private void first(Writer out) throws IOException {
        Finding first = outcome.first;
        out.append("first difference: ").append(words(first.kind())).append('\n');
        row("A", first.a(), out);
        row("B", first.b(), out);
        if (first.kind() == Finding.Kind.DIFFERENT) {
            List<String> names = new ArrayList<>(
                    first.columns().stream().map(columns.names()::get).toList());
            if (!first.a().kind().equals(first.b().kind())) {
                names.add("kind of row");
            }
            out.append("  differs in ").append(String.join(", ", names)).append('\n');
        }
    }

    private void row(String side, ComparedRow row, Writer out) throws IOException {
        if (row != null) {
            out.append("  ")
                    .append(side)
                    .append("  ")
                    .append(ValueText.index(row.position()))
                    .append("  ");
            out.append(row.sequence() < 0 ? "-" : Long.toString(row.sequence())).append("  ");
            out.append(row.kind()).append("  ").append(values(columns.names(), row.values()));
            out.append('\n');
        }
    }

    private static String values(List<String> names, List<String> values) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            String value = values.get(i);
            text.append(i == 0 ? "" : " ").append(names.get(i)).append('=');
            text.append(value == null ? "null" : QuotedText.of(value));
        }
        return text.toString();
    }
}
