package io.tidemark.plan;

import io.tidemark.row.Field;
import io.tidemark.row.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Compares the columns of a source, and those that come out. */
final class SchemaComparison {
    private SchemaComparison() {}

    /** What differs in the columns of a source: rows that are stored in its journal have the old ones. */
    static List<Difference> ofSource(Schema before, Schema now) {
        List<Difference> differences = new ArrayList<>();
        List<String> kept =
                before.names().stream().filter(now.names()::contains).toList();
        List<String> order =
                now.names().stream().filter(before.names()::contains).toList();
        if (!kept.equals(order)) {
            differences.add(Difference.rebuild(
                    "columns " + kept + " -> " + order,
                    "columns changed places; rows in the journal have the old ones"));
        }
        for (Field field : now.fields()) {
            int index = before.indexOf(field.name());
            if (index < 0) {
                added(before, now, field, differences);
            } else {
                compare(before.field(index), field, differences);
            }
        }
        for (Field field : before.fields()) {
            if (now.indexOf(field.name()) < 0 && !isRenamed(before, now, field)) {
                differences.add(Difference.harmless("column '" + field.name() + "' is not read any more", ""));
            }
        }
        return differences;
    }

    private static void added(Schema before, Schema now, Field field, List<Difference> differences) {
        int index = now.index(field.name());
        Field old = index < before.size() ? before.field(index) : null;
        if (old != null && now.indexOf(old.name()) < 0 && old.type().equals(field.type())) {
            differences.add(Difference.rebuild(
                    "column '" + old.name() + "' -> '" + field.name() + "'",
                    "renamed or another one; keep the name, or rename it with select(...)"));
        } else {
            differences.add(Difference.harmless("added column '" + field.name() + "' " + field.type(), ""));
        }
    }

    private static boolean isRenamed(Schema before, Schema now, Field field) {
        int index = before.index(field.name());
        Field other = index < now.size() ? now.field(index) : null;
        return other != null && before.indexOf(other.name()) < 0 && other.type().equals(field.type());
    }

    private static void compare(Field before, Field now, List<Difference> differences) {
        String name = "column '" + now.name() + "' ";
        if (!before.type().equals(now.type())) {
            String what = name + before.type() + " -> " + now.type();
            differences.add(
                    Widening.of(before.type(), now.type())
                            ? Difference.harmless(what, "wider type")
                            : Difference.rebuild(what, "state holds values of the old type"));
        }
        if (before.nullable() && !now.nullable()) {
            differences.add(Difference.rebuild(
                    name + "nullable -> not null", "state may hold nulls; keep it nullable, or filter them out"));
        } else if (!before.nullable() && now.nullable()) {
            differences.add(Difference.harmless(name + "not null -> nullable", ""));
        }
    }

    /** What differs in the columns that come out, in words; empty when nothing does. */
    static String ofOutput(Schema before, Schema now) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < Math.max(before.size(), now.size()); i++) {
            Field old = i < before.size() ? before.field(i) : null;
            Field field = i < now.size() ? now.field(i) : null;
            if (!Objects.equals(old, field)) {
                words.add(text(old) + " -> " + text(field));
            }
        }
        return words.isEmpty() ? "" : "columns " + String.join(", ", words);
    }

    private static String text(Field field) {
        return field == null ? "none" : field.name() + " " + field.type() + (field.nullable() ? "" : " not null");
    }
}
