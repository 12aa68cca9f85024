package io.tidemark.checkpoint;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.function.UserFunctions;
import io.tidemark.plan.StoredPlan;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * What a query's directory says of the query that ran in it: {@code query.json}, written to a new file and renamed.
 *
 * @param name name of the query
 * @param id a UUID that stays the same over restarts
 * @param fingerprint fingerprint of its plan
 * @param plan the plan as text, from which it can be bound again
 * @param life how far the query is
 * @param drainPositions for each source the position after which it was drained, empty before
 * @param firstRows for each source that was read what its first row was: position and checksum
 * @param checkpointed whether a checkpoint was published
 * @param places names of its journals by what they are to it: {@code source <name>}, {@code sink}, {@code order}, {@code dropped <reason>}
 */
public record StoredQuery(
        String name,
        String id,
        String fingerprint,
        String plan,
        Life life,
        List<Long> drainPositions,
        Map<String, String> firstRows,
        boolean checkpointed,
        Map<String, String> places) {
    static final String FILE = "query.json";
    private static final int FORMAT = 3;
    private static final String FIRST_ROW = "firstRow of ";
    private static final String PLACE = "journal of ";
    private static final JsonFactory JSON =
            JsonFactory.builder().disable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    /** Copies list and maps. */
    public StoredQuery {
        drainPositions = List.copyOf(drainPositions);
        firstRows = Map.copyOf(firstRows);
        places = Map.copyOf(places);
    }

    /** How far a query is. */
    public enum Life {
        /** It runs, or can be started again. */
        OPEN,
        /** All windows are being closed; a restart goes on with that. */
        DRAINING,
        /** All windows are closed for good. */
        DRAINED
    }

    /** The same query with all windows about to be closed. */
    public StoredQuery draining(List<Long> positions) {
        return new StoredQuery(name, id, fingerprint, plan, Life.DRAINING, positions, firstRows, checkpointed, places);
    }

    /** The same query after the first row of a source was read. */
    public StoredQuery startedAt(String source, String firstRow) {
        Map<String, String> rows = new HashMap<>(firstRows);
        rows.put(source, firstRow);
        return new StoredQuery(name, id, fingerprint, plan, life, drainPositions, rows, checkpointed, places);
    }

    /** The same query with all windows closed. */
    public StoredQuery drained() {
        return new StoredQuery(
                name, id, fingerprint, plan, Life.DRAINED, drainPositions, firstRows, checkpointed, places);
    }

    /** The same query under another plan. */
    public StoredQuery under(String newFingerprint, String newPlan) {
        return new StoredQuery(
                name, id, newFingerprint, newPlan, life, drainPositions, firstRows, checkpointed, places);
    }

    /** The same query with its journals elsewhere. */
    public StoredQuery at(Map<String, String> newPlaces) {
        return new StoredQuery(name, id, fingerprint, plan, life, drainPositions, firstRows, checkpointed, newPlaces);
    }

    /** The same query after its first checkpoint. */
    public StoredQuery withCheckpoint() {
        return new StoredQuery(name, id, fingerprint, plan, life, drainPositions, firstRows, true, places);
    }

    /** The plan, bound again. */
    public StoredPlan plan(List<Class<? extends Record>> operators, UserFunctions functions) {
        return StoredPlan.read(plan, operators, functions);
    }

    /** Reads what a directory holds, or null when it holds no query. */
    public static StoredQuery read(Path directory) {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            return null;
        }
        try (JsonParser parser = JSON.createParser(file.toFile())) {
            Map<String, String> values = new HashMap<>();
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.FIELD_NAME) {
                    String field = parser.currentName();
                    parser.nextToken();
                    values.put(field, parser.getText());
                }
            }
            if (!String.valueOf(FORMAT).equals(values.get("format"))) {
                throw damaged(file, "its format is " + values.get("format"), null);
            }
            return new StoredQuery(
                    values.get("name"),
                    values.containsKey("id") ? values.get("id") : idOf(values.get("name")),
                    values.get("fingerprint"),
                    values.get("plan"),
                    Life.valueOf(values.get("life")),
                    positions(values.get("drainPositions")),
                    withPrefix(values, FIRST_ROW),
                    Boolean.parseBoolean(values.get("checkpointed")),
                    withPrefix(values, PLACE));
        } catch (IOException | IllegalArgumentException | NullPointerException e) {
            throw damaged(file, "it cannot be read", e);
        }
    }

    /** Replaces what the directory holds; the file is whole at any moment. */
    public void write(Path directory) {
        Path file = directory.resolve(FILE);
        Path next = directory.resolve(FILE + ".tmp");
        try {
            try (JsonGenerator generator = JSON.createGenerator(next.toFile(), JsonEncoding.UTF8)) {
                generator.useDefaultPrettyPrinter();
                generator.writeStartObject();
                generator.writeNumberField("format", FORMAT);
                generator.writeStringField("name", name);
                generator.writeStringField("id", id);
                generator.writeStringField("life", life.name());
                generator.writeStringField("checkpointed", String.valueOf(checkpointed));
                generator.writeStringField(
                        "drainPositions",
                        drainPositions.stream().map(String::valueOf).collect(Collectors.joining(" ")));
                for (Map.Entry<String, String> first : new TreeMap<>(firstRows).entrySet()) {
                    generator.writeStringField(FIRST_ROW + first.getKey(), first.getValue());
                }
                for (Map.Entry<String, String> place : new TreeMap<>(places).entrySet()) {
                    generator.writeStringField(PLACE + place.getKey(), place.getValue());
                }
                generator.writeStringField("fingerprint", fingerprint);
                generator.writeStringField("plan", plan);
                generator.writeEndObject();
            }
            try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new TidemarkException(
                    ErrorCode.IO_FAILED, "Cannot write " + file + ": " + e.getMessage(), "Check space and rights.", e);
        }
    }

    /** Of a query that ran before queries had ids. */
    private static String idOf(String name) {
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
    }

    private static List<Long> positions(String text) {
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split(" ")).map(Long::valueOf).toList();
    }

    private static Map<String, String> withPrefix(Map<String, String> values, String prefix) {
        Map<String, String> found = new HashMap<>();
        values.forEach((field, value) -> {
            if (field.startsWith(prefix)) {
                found.put(field.substring(prefix.length()), value);
            }
        });
        return found;
    }

    private static TidemarkException damaged(Path file, String reason, Exception cause) {
        return new TidemarkException(
                ErrorCode.JOURNAL_INVALID,
                file + " is damaged: " + reason + ".",
                "Use another directory for the query; its output journal must then be a new one too.",
                cause);
    }
}
