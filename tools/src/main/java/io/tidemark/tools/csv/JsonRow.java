package io.tidemark.tools.csv;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/** Turns one JSON object into one row of the target. Fields are gathered first, since rows are filled in the order of their columns. */
final class JsonRow {
    private static final String ROW = "row";
    private static final Set<String> RECORD = Set.of("index", "sequence", "ingestTime", "kind", ROW);
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final ImportSettings settings;
    private final ImportTarget target;
    private final LongSupplier ingestClockNs;
    private final Set<String> ignored;
    private final Schema schema;
    private final ValueParser[] parsers;
    private final Map<String, Value> values = new HashMap<>();
    private final Map<String, Value> record = new HashMap<>();
    private final Map<String, Value> inner = new HashMap<>();
    private final Set<String> wanted = new HashSet<>();
    private final boolean hasRowColumn;

    /** A value as it stands, and what kind of value it is. */
    private record Value(JsonToken token, String text) {}

    /** A line that gives no row; the message is a sentence. */
    private static final class RejectedException extends Exception {
        private static final long serialVersionUID = 1L;

        RejectedException(String reason) {
            super(reason, null, false, false);
        }
    }

    /** @param ignored takes the names of fields that no column takes */
    JsonRow(ImportSettings settings, ImportTarget target, LongSupplier ingestClockNs, Set<String> ignored) {
        this.settings = settings;
        this.target = target;
        this.ingestClockNs = ingestClockNs;
        this.ignored = ignored;
        this.schema = settings.schema;
        this.hasRowColumn = schema.indexOf(ROW) >= 0;
        parsers = new ValueParser[schema.size()];
        for (int column = 0; column < parsers.length; column++) {
            Field field = schema.field(column);
            wanted.add(settings.fileColumn(field.name()));
            parsers[column] = new ValueParser(field, column, settings.timeFormat(field.name()));
        }
    }

    /** Stores the row of a line and returns null, or returns the reason why it was not stored. */
    String store(String line) {
        values.clear();
        record.clear();
        try {
            read(line);
            RowWriter row = target.begin();
            for (int column = 0; column < parsers.length; column++) {
                set(row, column);
            }
            long ingestTimeNs = ingestTimeNs();
            target.commit(ingestTimeNs, kind());
            ignoreOthers();
            return null;
        } catch (RejectedException e) {
            return e.getMessage();
        } catch (JsonProcessingException e) {
            return "it is no JSON object: " + e.getOriginalMessage() + ".";
        } catch (IOException e) {
            throw FileImport.unreadable("a line", e);
        } catch (TidemarkException e) {
            if (e.code() == ErrorCode.ROW_TOO_LARGE) {
                return e.problems().get(0).toString();
            }
            throw e;
        }
    }

    private void read(String line) throws IOException, RejectedException {
        try (JsonParser json = JSON.createParser(line)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new RejectedException("it is no JSON object.");
            }
            fields(json, values, !hasRowColumn);
            if (json.nextToken() != null) {
                throw new RejectedException("something follows the JSON object.");
            }
        }
        if (record.containsKey(ROW)) {
            for (String name : values.keySet()) {
                if (!RECORD.contains(name)) {
                    throw new RejectedException("field '" + name + "' stands beside the row.");
                }
            }
            record.putAll(values);
            values.clear();
            values.putAll(inner);
        }
    }

    private void fields(JsonParser json, Map<String, Value> into, boolean mayHoldRow)
            throws IOException, RejectedException {
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            JsonToken token = json.nextToken();
            if (mayHoldRow && token == JsonToken.START_OBJECT && name.equals(ROW)) {
                inner.clear();
                record.put(ROW, new Value(token, ""));
                fields(json, inner, false);
            } else if (token.isStructStart()) {
                if (isWanted(name)) {
                    throw new RejectedException("column '" + name + "' is an object or a list.");
                }
                json.skipChildren();
                ignored.add(name);
            } else {
                into.put(name, new Value(token, json.getText()));
            }
        }
    }

    private boolean isWanted(String name) {
        return wanted.contains(name);
    }

    private void set(RowWriter row, int column) throws RejectedException {
        Field field = schema.field(column);
        Value value = values.get(settings.fileColumn(field.name()));
        if (value == null || value.token() == JsonToken.VALUE_NULL) {
            if (!field.nullable()) {
                throw new RejectedException("column '" + field.name() + "' is null and declared not null.");
            }
            return;
        }
        if (!fits(value.token(), field.type().kind())) {
            throw new RejectedException("column '" + field.name() + "': " + value.text() + " is " + word(value.token())
                    + ", and the column is " + field.type() + ".");
        }
        try {
            parsers[column].parse(value.text(), row);
        } catch (InvalidValueException e) {
            throw new RejectedException(ValueParser.reason(field.name(), value.text(), e));
        }
    }

    /** Text is taken for every type, since decimals and times are written so. */
    private static boolean fits(JsonToken token, DataType.Kind kind) {
        return switch (kind) {
            case BOOL -> token != JsonToken.VALUE_NUMBER_FLOAT;
            case STRING, BINARY -> token == JsonToken.VALUE_STRING;
            default -> token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE;
        };
    }

    private static String word(JsonToken token) {
        return token.isNumeric() ? "a number" : token.isBoolean() ? "a truth value" : "a text";
    }

    private long ingestTimeNs() throws RejectedException {
        String name = settings.ingestTimeColumn;
        Value value = name.isEmpty() ? record.get("ingestTime") : values.get(name);
        boolean missing = value == null || value.token() == JsonToken.VALUE_NULL;
        if (name.isEmpty() && missing) {
            return value == null ? ingestClockNs.getAsLong() : RowView.NO_INGEST_TIME;
        } else if (missing) {
            throw new RejectedException("column '" + name + "' is null and holds the ingest time.");
        }
        String shown = name.isEmpty() ? "ingestTime" : name;
        try {
            return settings.timeFormat(shown).parseNs(value.text());
        } catch (InvalidValueException e) {
            throw new RejectedException(ValueParser.reason(shown, value.text(), e));
        }
    }

    private RowKind kind() throws RejectedException {
        String name = settings.kindColumn;
        Value value = name.isEmpty() ? record.get("kind") : values.get(name);
        if (value == null) {
            return RowKind.INSERT;
        }
        RowKind kind = RowKinds.of(value.text());
        if (kind == null) {
            throw new RejectedException(RowKinds.reason(value.text()));
        }
        return kind;
    }

    private void ignoreOthers() {
        for (String name : values.keySet()) {
            if (!isWanted(name) && !name.equals(settings.ingestTimeColumn) && !name.equals(settings.kindColumn)) {
                ignored.add(name);
            }
        }
    }
}
