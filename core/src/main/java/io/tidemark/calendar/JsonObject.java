package io.tidemark.calendar;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An object of a JSON text, whose members are objects, lists, texts and numbers. Whatever is not as asked for is {@code WINDOW_SPEC_INVALID}. */
final class JsonObject {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** Values are JsonObject, List of the same, or String, also for numbers. */
    private final Map<String, Object> members;

    private JsonObject(Map<String, Object> members) {
        this.members = members;
    }

    static JsonObject read(String text) {
        try (JsonParser json = FACTORY.createParser(text)) {
            json.nextToken();
            Object value = value(json);
            if (json.nextToken() == null && value instanceof JsonObject object) {
                return object;
            }
            throw invalid("The text is not one object.");
        } catch (IOException e) {
            throw new TidemarkException(
                    ErrorCode.WINDOW_SPEC_INVALID,
                    "The text is not JSON: " + e.getMessage().replaceAll("\\s+", " ") + ".",
                    "Mend the text.",
                    e);
        }
    }

    static TidemarkException invalid(String reason) {
        return new TidemarkException(
                ErrorCode.WINDOW_SPEC_INVALID, reason, "Write the calendar as docs/operators/windows.md shows.");
    }

    /** Refuses members with other names. */
    void allow(String... names) {
        for (String member : members.keySet()) {
            if (!List.of(names).contains(member)) {
                throw invalid(
                        "There is no member '" + member + "' here; there may be " + String.join(", ", names) + ".");
            }
        }
    }

    boolean has(String member) {
        return members.containsKey(member);
    }

    String text(String member) {
        if (members.get(member) instanceof String text) {
            return text;
        }
        throw invalid("'" + member + "' is missing, or no text.");
    }

    int number(String member, int otherwise) {
        if (!has(member)) {
            return otherwise;
        }
        try {
            return Integer.parseInt(text(member));
        } catch (NumberFormatException e) {
            throw invalid("'" + member + "' is " + text(member) + ", which is no whole number.");
        }
    }

    /** The texts of a list; none where the member is missing. */
    List<String> texts(String member) {
        return list(member, String.class);
    }

    /** The objects of a list; none where the member is missing. */
    List<JsonObject> objects(String member) {
        return list(member, JsonObject.class);
    }

    private <T> List<T> list(String member, Class<T> type) {
        Object value = members.getOrDefault(member, List.of());
        if (!(value instanceof List<?> list) || !list.stream().allMatch(type::isInstance)) {
            throw invalid("'" + member + "' is not a list of " + (type == String.class ? "texts" : "objects") + ".");
        }
        return list.stream().map(type::cast).toList();
    }

    private static Object value(JsonParser json) throws IOException {
        JsonToken token = json.currentToken();
        if (token == JsonToken.START_OBJECT) {
            Map<String, Object> members = new LinkedHashMap<>();
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String member = json.currentName();
                json.nextToken();
                members.put(member, value(json));
            }
            return new JsonObject(members);
        } else if (token == JsonToken.START_ARRAY) {
            List<Object> list = new ArrayList<>();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                list.add(value(json));
            }
            return list;
        } else if (token == JsonToken.VALUE_STRING || token == JsonToken.VALUE_NUMBER_INT) {
            return json.getText();
        }
        throw invalid("There is " + (token == null ? "no value" : json.getText()) + " in line "
                + json.currentTokenLocation().getLineNr()
                + ", where an object, a list, a text or a whole number should be.");
    }
}
