package io.tidemark.plan;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps in the order of the text, lists, texts, longs, booleans and null. */
final class JsonTree {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private JsonTree() {}

    /** Reads a text. */
    static Object read(String text) throws IOException {
        try (JsonParser json = FACTORY.createParser(text)) {
            json.nextToken();
            Object value = value(json);
            if (json.nextToken() != null) {
                throw new IOException("text follows the end");
            }
            return value;
        } catch (JsonProcessingException e) {
            throw new IOException(sentence(e), e);
        }
    }

    /** Place and fault in one line; what the parser lists as expected instead is left out. */
    private static String sentence(JsonProcessingException fault) {
        String what = fault.getOriginalMessage()
                .replaceAll("\\s+", " ")
                .replaceAll("(: was expecting|: expected| \\(for |; expected| at \\[Source).*", "");
        JsonLocation place = fault.getLocation();
        return place == null ? what : "line " + place.getLineNr() + ", column " + place.getColumnNr() + ": " + what;
    }

    /** Writes a tree, indented. */
    static String write(Object tree) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter());
            write(tree, json);
        } catch (IOException e) {
            throw new UncheckedIOException("a string writer failed", e);
        }
        return text.append('\n').toString();
    }

    private static Object value(JsonParser json) throws IOException {
        JsonToken token = json.currentToken();
        if (token == null) {
            throw new IOException("the text is empty");
        }
        return switch (token) {
            case START_OBJECT -> object(json);
            case START_ARRAY -> list(json);
            case VALUE_STRING -> json.getText();
            case VALUE_NUMBER_INT -> json.getLongValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default ->
                throw new IOException("line " + json.currentLocation().getLineNr() + " has " + json.getText()
                        + ", which is in no plan");
        };
    }

    private static Map<String, Object> object(JsonParser json) throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            members.put(name, value(json));
        }
        return members;
    }

    private static List<Object> list(JsonParser json) throws IOException {
        List<Object> values = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            values.add(value(json));
        }
        return values;
    }

    private static void write(Object tree, JsonGenerator json) throws IOException {
        if (tree instanceof Map<?, ?> members) {
            json.writeStartObject();
            for (Map.Entry<?, ?> member : members.entrySet()) {
                json.writeFieldName((String) member.getKey());
                write(member.getValue(), json);
            }
            json.writeEndObject();
        } else if (tree instanceof List<?> values) {
            json.writeStartArray();
            for (Object value : values) {
                write(value, json);
            }
            json.writeEndArray();
        } else if (tree instanceof Long number) {
            json.writeNumber(number);
        } else if (tree instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (tree == null) {
            json.writeNull();
        } else {
            json.writeString((String) tree);
        }
    }
}
