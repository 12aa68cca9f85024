package io.tidemark.row;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A schema as JSON text: {@code {"format":1,"columns":[{"name":"ts","type":"timestamp","nullable":true}]}}.
 *
 * <p>Types are written as {@link DataType#toString} does. Any thread.
 */
public final class SchemaJson {
    /** The format that is written, and the only one that is read. */
    public static final int FORMAT = 1;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private SchemaJson() {}

    /** The schema as one line of JSON. */
    public static String write(Schema schema) {
        Objects.requireNonNull(schema, "schema");
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            write(schema, json);
        } catch (IOException e) {
            throw new UncheckedIOException("a string writer failed", e);
        }
        return text.toString();
    }

    /** Writes the schema as one object into a document that is being written. */
    public static void write(Schema schema, JsonGenerator json) throws IOException {
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(json, "json");
        json.writeStartObject();
        json.writeNumberField("format", FORMAT);
        json.writeArrayFieldStart("columns");
        for (Field field : schema.fields()) {
            json.writeStartObject();
            json.writeStringField("name", field.name());
            json.writeStringField("type", field.type().toString());
            json.writeBooleanField("nullable", field.nullable());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /**
     * Reads what {@link #write(Schema)} wrote; white space and the order of members do not matter.
     *
     * @throws TidemarkException {@code SCHEMA_INVALID} with what is wrong and, where known, its line and column
     */
    public static Schema read(String text) {
        Objects.requireNonNull(text, "text");
        try (JsonParser json = FACTORY.createParser(text)) {
            json.nextToken();
            Schema schema = read(json);
            if (json.nextToken() != null) {
                throw invalid("There is more text behind the schema" + at(json) + ".", null);
            }
            return schema;
        } catch (IOException e) {
            throw invalid("The text is not JSON: " + e.getMessage().replaceAll("\\s+", " ") + ".", e);
        }
    }

    /**
     * Reads the object at which the parser stands and leaves the parser at its end.
     *
     * @throws TidemarkException {@code SCHEMA_INVALID} with what is wrong
     * @throws IOException when the text is not JSON
     */
    public static Schema read(JsonParser json) throws IOException {
        Objects.requireNonNull(json, "json");
        expect(json, JsonToken.START_OBJECT, "a schema must be an object");
        boolean formatSeen = false;
        List<Field> columns = null;
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String member = json.currentName();
            json.nextToken();
            switch (member) {
                case "format" -> {
                    readFormat(json);
                    formatSeen = true;
                }
                case "columns" -> columns = readColumns(json);
                default -> throw invalid("There is no member '" + member + "' in a schema" + at(json) + ".", null);
            }
        }
        if (!formatSeen || columns == null) {
            throw invalid("'" + (formatSeen ? "columns" : "format") + "' is missing.", null);
        }
        return schemaOf(columns);
    }

    private static void readFormat(JsonParser json) throws IOException {
        expect(json, JsonToken.VALUE_NUMBER_INT, "'format' must be a whole number");
        if (!json.getText().equals(Integer.toString(FORMAT))) {
            throw new TidemarkException(
                    ErrorCode.SCHEMA_INVALID,
                    "The schema has format " + json.getText() + ", this version reads format " + FORMAT + ".",
                    "Use the version of Tidemark that wrote it, or a newer one.");
        }
    }

    private static List<Field> readColumns(JsonParser json) throws IOException {
        expect(json, JsonToken.START_ARRAY, "'columns' must be an array");
        List<Field> columns = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            columns.add(readColumn(json));
        }
        return columns;
    }

    private static Field readColumn(JsonParser json) throws IOException {
        expect(json, JsonToken.START_OBJECT, "a column must be an object");
        String name = null;
        DataType type = null;
        boolean nullable = true;
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String member = json.currentName();
            json.nextToken();
            switch (member) {
                case "name" -> {
                    expect(json, JsonToken.VALUE_STRING, "'name' must be a text");
                    name = json.getText();
                }
                case "type" -> {
                    expect(json, JsonToken.VALUE_STRING, "'type' must be a text");
                    type = DataType.parse(json.getText());
                }
                case "nullable" -> {
                    if (!json.currentToken().isBoolean()) {
                        throw invalid("'nullable' must be true or false" + at(json) + ".", null);
                    }
                    nullable = json.getBooleanValue();
                }
                default -> throw invalid("There is no member '" + member + "' in a column" + at(json) + ".", null);
            }
        }
        if (name == null || type == null) {
            throw invalid("A column lacks its '" + (name == null ? "name" : "type") + "'" + at(json) + ".", null);
        }
        return new Field(name, type, nullable);
    }

    private static Schema schemaOf(List<Field> columns) {
        try {
            return Schema.of(columns);
        } catch (TidemarkException e) {
            throw invalid(e.problems().get(0).reason(), e);
        }
    }

    private static void expect(JsonParser json, JsonToken token, String rule) throws IOException {
        if (json.currentToken() != token) {
            throw invalid("The text is not a schema: " + rule + at(json) + ".", null);
        }
    }

    private static String at(JsonParser json) {
        return " (line " + json.currentTokenLocation().getLineNr() + ", column "
                + json.currentTokenLocation().getColumnNr() + ")";
    }

    private static TidemarkException invalid(String reason, Exception cause) {
        return new TidemarkException(
                ErrorCode.SCHEMA_INVALID,
                reason,
                "Write {\"format\":1,\"columns\":[{\"name\":\"ts\",\"type\":\"timestamp\",\"nullable\":true}]}.",
                cause);
    }
}
