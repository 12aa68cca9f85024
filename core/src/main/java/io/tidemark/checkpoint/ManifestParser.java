package io.tidemark.checkpoint;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Reads the text of one manifest. A field that a manifest must have and that is missing or of another kind is damage. */
final class ManifestParser {
    private final String name;

    ManifestParser(String name) {
        this.name = name;
    }

    Manifest parse(JsonParser json) throws IOException {
        try (json) {
            json.nextToken();
            Map<?, ?> fields = (Map<?, ?>) value(json);
            if (!Long.valueOf(ManifestJson.FORMAT).equals(fields.get("format"))) {
                throw damaged("its format is " + fields.get("format") + " and this version of Tidemark reads "
                        + ManifestJson.FORMAT);
            }
            return new Manifest(
                    number(fields, "number"),
                    text(fields, "query"),
                    text(fields, "fingerprint"),
                    text(fields, "stateFormat"),
                    number(fields, "createdAtMs"),
                    commit((Map<?, ?>) fields.get("commit")),
                    files(fields, "chain"),
                    files(fields, "fallback"));
        } catch (ClassCastException | NullPointerException | IllegalArgumentException | ArithmeticException e) {
            DamagedFileException damaged = damaged("a field is missing or is of another kind");
            damaged.initCause(e);
            throw damaged;
        }
    }

    private static Commit commit(Map<?, ?> fields) {
        List<List<Long>> counters = new ArrayList<>();
        for (Object each : list(fields, "counters")) {
            counters.add(longs((List<?>) each));
        }
        Map<String, Commit.Mark> drops = new HashMap<>();
        ((Map<?, ?>) fields.get("drops")).forEach((sink, each) -> drops.put((String) sink, mark((Map<?, ?>) each)));
        Map<?, ?> last = (Map<?, ?>) fields.get("last");
        return new Commit(
                longs(list(fields, "positions")),
                mark((Map<?, ?>) fields.get("order")),
                mark((Map<?, ?>) fields.get("output")),
                drops,
                last == null
                        ? null
                        : new Commit.LastRow(
                                Math.toIntExact(number(last, "source")),
                                number(last, "position"),
                                number(last, "ingestTimeNs")),
                counters);
    }

    private static Commit.Mark mark(Map<?, ?> fields) {
        return fields == null ? null : new Commit.Mark(number(fields, "sequence"), number(fields, "position"));
    }

    private static List<Manifest.StateFile> files(Map<?, ?> fields, String field) {
        List<Manifest.StateFile> files = new ArrayList<>();
        for (Object each : list(fields, field)) {
            Map<?, ?> file = (Map<?, ?>) each;
            files.add(new Manifest.StateFile(
                    text(file, "name"), number(file, "bytes"), HexFormat.fromHexDigits(text(file, "crc32c"))));
        }
        return files;
    }

    private static List<Long> longs(List<?> values) {
        return values.stream().map(Long.class::cast).toList();
    }

    private static long number(Map<?, ?> fields, String field) {
        return (Long) fields.get(field);
    }

    private static String text(Map<?, ?> fields, String field) {
        String text = (String) fields.get(field);
        if (text == null) {
            throw new IllegalArgumentException(field + " is missing");
        }
        return text;
    }

    private static List<?> list(Map<?, ?> fields, String field) {
        List<?> list = (List<?>) fields.get(field);
        if (list == null) {
            throw new IllegalArgumentException(field + " is missing");
        }
        return list;
    }

    /** The value that begins at the current token, as map, list, text or number. */
    private Object value(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case START_OBJECT -> object(json);
            case START_ARRAY -> array(json);
            case VALUE_STRING -> json.getText();
            case VALUE_NUMBER_INT -> json.getLongValue();
            default -> throw damaged("it holds " + json.currentToken());
        };
    }

    private Map<String, Object> object(JsonParser json) throws IOException {
        Map<String, Object> fields = new HashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String field = json.currentName();
            json.nextToken();
            fields.put(field, value(json));
        }
        return fields;
    }

    private List<Object> array(JsonParser json) throws IOException {
        List<Object> values = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            values.add(value(json));
        }
        return values;
    }

    private DamagedFileException damaged(String what) {
        return new DamagedFileException(name, 0, what);
    }
}
