package io.tidemark.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.operator.OutputMode;
import io.tidemark.row.Schema;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What Apache Spark does with aggregates over one stream, written down plainly: batches, two watermarks, groups in a hash map. Knows
 * tumbling and sliding windows and aggregates without a window, one or more in a row.
 */
final class SparkModel {
    /** Stands for a watermark where the query has none. */
    private static final long NONE = Long.MIN_VALUE;

    private final CaseFile file;
    private final List<ModelStage> stages = new ArrayList<>();
    private final boolean watermarked;
    private final long delayMillis;
    private final int timeColumn;
    private final Schema schema;
    private final List<Outcome.Entry> entries = new ArrayList<>();
    private long maxMillis = Long.MIN_VALUE;
    private long usedMicros;

    private SparkModel(CaseFile file) {
        this.file = file;
        JsonNode source = file.sources().get(0);
        JsonNode watermark = source.path("watermark");
        watermarked = !watermark.isMissingNode();
        schema = CaseFile.schema(source.get("fields"));
        timeColumn = watermarked ? schema.indexOf(watermark.get("field").textValue()) : -1;
        delayMillis = watermarked
                ? CaseValues.span(watermark.get("delay").textValue()).toMillis()
                : 0;
        String column = watermark.path("field").asText();
        file.plan().forEach(step -> stages.add(new ModelStage(step, file.mode(), column)));
    }

    /** Whether the model knows everything that a case has. */
    static boolean knows(CaseFile file) {
        return file.sources().size() == 1
                && file.error().isMissingNode()
                && file.ansi()
                && file.plan().stream().allMatch(ModelStage::knows);
    }

    /** The batches that run, and what they give. */
    static List<Outcome.Entry> entries(CaseFile file) {
        SparkModel model = new SparkModel(file);
        for (int batch = 0; batch < file.batches().size(); batch++) {
            String source = file.sources().get(0).get("name").textValue();
            model.batch(Outcome.input(batch), file.batches().get(batch).path(source));
            if (file.noDataBatches() && model.evicts() && model.watermark() > model.usedMicros) {
                model.batch(Outcome.noData(), file.json().path("absent"));
            }
        }
        return model.entries;
    }

    /** Whether batches without rows run: also for groups that no watermark removes. */
    private boolean evicts() {
        return watermarked && file.mode() != OutputMode.COMPLETE;
    }

    /** Microseconds of the watermark that the rows so far give: from 1970 on, in whole milliseconds. */
    private long watermark() {
        return maxMillis == Long.MIN_VALUE ? 0 : Math.max(usedMicros, (maxMillis - delayMillis) * 1000);
    }

    private void batch(String label, JsonNode input) {
        long late = watermarked ? usedMicros : NONE;
        usedMicros = watermark();
        long evict = watermarked ? usedMicros : NONE;
        List<Map<String, Object>> rows = new ArrayList<>();
        input.forEach(values -> rows.add(row(values)));
        List<Outcome.State> state = new ArrayList<>();
        List<Map<String, Object>> flowing = rows;
        for (ModelStage stage : stages) {
            flowing = stage.batch(flowing, late, evict);
            state.add(stage.state());
        }
        Instant watermark = watermarked ? instant(evict) : null;
        entries.add(new Outcome.Entry(label, watermark, values(flowing), state));
    }

    private Map<String, Object> row(JsonNode values) {
        List<Object> row = CaseValues.row(values, schema);
        if (watermarked && row.get(timeColumn) instanceof Instant time) {
            maxMillis = Math.max(maxMillis, time.toEpochMilli());
        }
        Map<String, Object> columns = new HashMap<>();
        for (int column = 0; column < schema.size(); column++) {
            columns.put(schema.field(column).name(), row.get(column));
        }
        return columns;
    }

    private List<List<Object>> values(List<Map<String, Object>> rows) {
        List<String> names = stages.get(stages.size() - 1).columns();
        List<List<Object>> values = new ArrayList<>();
        for (Map<String, Object> row : rows) {
            List<Object> inOrder = new ArrayList<>();
            names.forEach(name -> inOrder.add(row.get(name)));
            values.add(inOrder);
        }
        return values;
    }

    static long micros(Instant time) {
        return time.getEpochSecond() * 1_000_000 + time.getNano() / 1000;
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
