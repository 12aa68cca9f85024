package io.tidemark.tools.diff;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tidemark.tools.read.OpenedJournal;
import io.tidemark.tools.text.ValueText;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/** What a comparison found as one JSON object. Values are texts as in CSV. */
final class DiffJson {
    private final DiffOutcome outcome;
    private final ComparedColumns columns;

    DiffJson(DiffOutcome outcome) {
        this.outcome = outcome;
        this.columns = outcome.columns;
    }

    void write(OpenedJournal a, long rowsA, OpenedJournal b, long rowsB, String how, Writer out) throws IOException {
        JsonGenerator json = new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.useDefaultPrettyPrinter();
        json.writeStartObject();
        json.writeBooleanField("equal", outcome.equal());
        side("a", a, rowsA, columns.onlyInA(), json);
        side("b", b, rowsB, columns.onlyInB(), json);
        json.writeStringField("compared", how);
        json.writeNumberField("same", outcome.same);
        counts(outcome.counts, json);
        json.writeObjectFieldStart("columns");
        for (int i = 0; i < outcome.columnCounts.length; i++) {
            json.writeNumberField(columns.names().get(i), outcome.columnCounts[i]);
        }
        json.writeEndObject();
        json.writeNumberField("kindsDiffer", outcome.kindsDiffer);
        json.writeNumberField("differentKeys", outcome.differentKeys);
        json.writeArrayFieldStart("keys");
        List<String> key = columns.key().stream().map(columns.names()::get).toList();
        for (DiffOutcome.KeyCounts one : outcome.keys) {
            json.writeStartObject();
            values("key", key, one.key(), json);
            counts(one.counts(), json);
            json.writeEndObject();
        }
        json.writeEndArray();
        if (outcome.first != null) {
            json.writeObjectFieldStart("first");
            json.writeStringField("difference", outcome.first.kind().name().toLowerCase(Locale.ROOT));
            row("a", outcome.first.a(), json);
            row("b", outcome.first.b(), json);
            json.writeEndObject();
        }
        json.writeEndObject();
        json.flush();
        out.write('\n');
    }

    private static void side(String name, OpenedJournal journal, long rows, List<String> own, JsonGenerator json)
            throws IOException {
        json.writeObjectFieldStart(name);
        json.writeStringField("journal", journal.directory().toString());
        json.writeNumberField("rows", rows);
        json.writeArrayFieldStart("onlyColumns");
        for (String column : own) {
            json.writeString(column);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void counts(long[] counts, JsonGenerator json) throws IOException {
        json.writeNumberField("different", counts[Finding.Kind.DIFFERENT.ordinal()]);
        json.writeNumberField("onlyInA", counts[Finding.Kind.ONLY_IN_A.ordinal()]);
        json.writeNumberField("onlyInB", counts[Finding.Kind.ONLY_IN_B.ordinal()]);
    }

    private void row(String name, ComparedRow row, JsonGenerator json) throws IOException {
        if (row == null) {
            json.writeNullField(name);
            return;
        }
        json.writeObjectFieldStart(name);
        json.writeStringField("index", ValueText.index(row.position()));
        if (row.sequence() >= 0) {
            json.writeNumberField("sequence", row.sequence());
        }
        json.writeStringField("kind", row.kind());
        values("values", columns.names(), row.values(), json);
        json.writeEndObject();
    }

    private static void values(String name, List<String> names, List<String> values, JsonGenerator json)
            throws IOException {
        json.writeObjectFieldStart(name);
        for (int i = 0; i < names.size(); i++) {
            json.writeStringField(names.get(i), values.get(i));
        }
        json.writeEndObject();
    }
}
