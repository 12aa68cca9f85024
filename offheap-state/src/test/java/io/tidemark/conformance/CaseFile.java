package io.tidemark.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.operator.OutputMode;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * One case as its file says it.
 *
 * @param id theme and name, such as {@code windows/tumbling-start-offset}
 * @param json the file
 */
record CaseFile(String id, JsonNode json) {
    private static final Path ROOT =
            Path.of(System.getProperty("tidemark.root"), "offheap-state", "src", "test", "resources", "conformance");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** All cases in the order of their files. */
    static List<CaseFile> all() {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .map(CaseFile::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A case given as text. */
    static CaseFile parse(String id, String text) {
        try {
            return new CaseFile(id, MAPPER.readTree(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The input streams. */
    List<JsonNode> sources() {
        return list(json.path("sources"));
    }

    /** The steps from the source down. */
    List<JsonNode> plan() {
        return list(json.path("plan"));
    }

    /** The input, batch by batch. */
    List<JsonNode> batches() {
        return list(json.path("batches"));
    }

    /** Which rows come out. */
    OutputMode mode() {
        return OutputMode.valueOf(json.path("output_mode").asText().toUpperCase(Locale.ROOT));
    }

    /** How time works: as in Apache Spark, with the policy of the case for several watermarks. */
    TimeSettings time() {
        String policy = json.path("multi_watermark_policy").asText("min");
        return TimeSettings.SPARK.with(TimeSettings.Merge.valueOf(policy.toUpperCase(Locale.ROOT)));
    }

    /** Whether overflow and division by zero are errors. */
    boolean ansi() {
        return json.path("ansi").asBoolean(true);
    }

    /** Whether a batch without rows runs by itself after the watermark moved. */
    boolean noDataBatches() {
        return json.path("no_data_batches").asBoolean(true);
    }

    /** How several watermarks make one: {@code min} or {@code max}. */
    String policy() {
        return json.path("multi_watermark_policy").asText("min");
    }

    /** The expected error, or a missing node. */
    JsonNode error() {
        return json.path("expected_error");
    }

    /** The expected columns, or null where the case is refused before it has any. */
    Schema columns() {
        JsonNode columns = json.path("expected").path("columns");
        return columns.isMissingNode() ? null : schema(columns);
    }

    /** Names of the columns that are estimates, for which a case accepts others. */
    Set<String> estimates() {
        Set<String> names = new TreeSet<>();
        for (JsonNode step : plan()) {
            for (JsonNode aggregate : step.path("aggs")) {
                if (aggregate.path("fn").asText().equals("approx_count_distinct")) {
                    names.add(aggregate.get("as").textValue());
                }
            }
        }
        return names;
    }

    /** The expected batches. */
    List<JsonNode> expected() {
        return list(json.path("expected").path("batches"));
    }

    /** Columns from a list of names and types; every one may be null. */
    static Schema schema(JsonNode fields) {
        List<Field> columns = new ArrayList<>();
        for (JsonNode field : fields) {
            DataType type = DataType.parse(field.get("type").asText());
            columns.add(new Field(field.get("name").asText(), type, true));
        }
        return Schema.of(columns);
    }

    static List<JsonNode> list(JsonNode array) {
        List<JsonNode> items = new ArrayList<>();
        array.forEach(items::add);
        return items;
    }

    private static CaseFile read(Path file) {
        try {
            JsonNode json = MAPPER.readTree(file.toFile());
            return new CaseFile(
                    file.getParent().getFileName() + "/" + json.get("name").asText(), json);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    @Override
    public String toString() {
        return id + " " + json;
    }
}
