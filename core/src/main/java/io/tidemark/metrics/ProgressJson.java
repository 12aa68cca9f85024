package io.tidemark.metrics;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tidemark.operator.DropReason;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.TreeMap;

/** Writes a progress as JSON: Apache Spark's names where it has the figure, ours beside them; what is not there is left out. */
final class ProgressJson {
    private static final JsonFactory JSON = new JsonFactory();
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long NS_PER_MS = 1_000_000;

    private final JsonGenerator out;

    private ProgressJson(JsonGenerator out) {
        this.out = out;
    }

    static String text(StreamingQueryProgress progress, boolean pretty) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = JSON.createGenerator(text)) {
            if (pretty) {
                generator.useDefaultPrettyPrinter();
            }
            new ProgressJson(generator).query(progress);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** A moment in UTC with milliseconds. */
    static String time(long ns) {
        return TIME.format(Instant.ofEpochSecond(Math.floorDiv(ns, NS_PER_SECOND), Math.floorMod(ns, NS_PER_SECOND)));
    }

    private void query(StreamingQueryProgress progress) throws IOException {
        out.writeStartObject();
        out.writeStringField("id", progress.id());
        out.writeStringField("runId", progress.runId());
        out.writeStringField("name", progress.name());
        out.writeStringField("timestamp", time(progress.timestampNs()));
        out.writeNumberField("batchId", progress.batchId());
        out.writeNumberField("batchDuration", progress.batchDuration());
        out.writeNumberField("numInputRows", progress.numInputRows());
        rate("inputRowsPerSecond", progress.inputRowsPerSecond());
        rate("processedRowsPerSecond", progress.processedRowsPerSecond());
        durations(progress);
        eventTime(progress.eventTime());
        out.writeArrayFieldStart("stateOperators");
        for (StateOperatorProgress operator : progress.stateOperators()) {
            stateOperator(operator);
        }
        out.writeEndArray();
        out.writeArrayFieldStart("sources");
        for (SourceProgress source : progress.sources()) {
            source(source);
        }
        out.writeEndArray();
        sink(progress.sink());
        ours(progress);
        out.writeEndObject();
    }

    private void durations(StreamingQueryProgress progress) throws IOException {
        StepProgress steps = progress.steps();
        out.writeObjectFieldStart("durationMs");
        out.writeNumberField("addBatch", (steps.busyNs() - steps.snapshotNs()) / NS_PER_MS);
        out.writeNumberField("commitOffsets", steps.snapshotNs() / NS_PER_MS);
        out.writeNumberField("latestOffset", progress.measureNs() / NS_PER_MS);
        out.writeNumberField("triggerExecution", steps.busyNs() / NS_PER_MS);
        out.writeEndObject();
    }

    private void eventTime(EventTimes times) throws IOException {
        out.writeObjectFieldStart("eventTime");
        moment("avg", times.avgNs());
        moment("max", times.maxNs());
        moment("min", times.minNs());
        moment("watermark", times.watermarkNs());
        text("heldBackBy", times.heldBackBy());
        out.writeEndObject();
    }

    private void stateOperator(StateOperatorProgress operator) throws IOException {
        out.writeStartObject();
        out.writeStringField("operatorName", operator.operatorName());
        out.writeStringField("uid", operator.uid());
        out.writeNumberField("numRowsTotal", operator.numRowsTotal());
        out.writeNumberField("numRowsUpdated", operator.numRowsUpdated());
        out.writeNumberField("numRowsRemoved", operator.numRowsRemoved());
        out.writeNumberField("memoryUsedBytes", operator.memoryUsedBytes());
        out.writeNumberField("numRowsDroppedByWatermark", operator.numRowsDroppedByWatermark());
        out.writeNumberField("numShufflePartitions", 1);
        out.writeNumberField("numStateStoreInstances", 1);
        out.writeObjectFieldStart("customMetrics");
        out.writeNumberField("numDroppedDuplicateRows", operator.numDroppedDuplicateRows());
        out.writeNumberField("stateOnCurrentVersionSizeBytes", operator.memoryUsedBytes());
        out.writeEndObject();
        out.writeNumberField("openPanes", operator.openPanes());
        number("openGroups", operator.openGroups());
        moment("oldestOpenEventTime", operator.oldestOpenNs());
        moment("nextDeadline", operator.nextDeadlineNs());
        out.writeNumberField("evictedRows", operator.evictedRows());
        number(operator.openGroups() == null ? "bytesPerRow" : "bytesPerGroup", operator.bytesPerRow());
        out.writeEndObject();
    }

    private void source(SourceProgress source) throws IOException {
        out.writeStartObject();
        out.writeStringField("description", source.description());
        out.writeStringField("name", source.name());
        offset("startOffset", source.startOffset());
        offset("endOffset", source.endOffset());
        offset("latestOffset", source.latestOffset());
        out.writeNumberField("numInputRows", source.numInputRows());
        rate("inputRowsPerSecond", source.inputRowsPerSecond());
        rate("processedRowsPerSecond", source.processedRowsPerSecond());
        out.writeNumberField("totalInputRows", source.totalInputRows());
        number("backlogRows", source.backlogRows());
        number("backlogBytes", source.backlogBytes());
        number("oldestUnreadAgeMs", source.oldestUnreadAgeMs());
        number("uncommittedRows", source.uncommittedRows());
        if (source.arrivalRowsPerSecond() != null) {
            rate("arrivalRowsPerSecond", source.arrivalRowsPerSecond());
        }
        out.writeNumberField("throttledMs", source.throttledMs());
        out.writeBooleanField("idle", source.idle());
        number("idleSinceMs", source.idleSinceMs());
        moment("watermark", source.watermarkNs());
        out.writeBooleanField("holdsWatermark", source.holdsWatermark());
        out.writeNumberField("lateRows", source.lateRows());
        out.writeNumberField("nullTime", source.nullTime());
        out.writeNumberField("futureQuarantined", source.futureQuarantined());
        out.writeEndObject();
    }

    private void sink(SinkProgress sink) throws IOException {
        out.writeObjectFieldStart("sink");
        out.writeStringField("description", sink.description());
        out.writeNumberField("numOutputRows", sink.numOutputRows());
        out.writeNumberField("totalOutputRows", sink.totalOutputRows());
        number("uncommittedRows", sink.uncommittedRows());
        number("lagRows", sink.lagRows());
        percentiles("writeNs", sink.writeNs());
        out.writeEndObject();
    }

    private void ours(StreamingQueryProgress progress) throws IOException {
        out.writeStringField("state", progress.life());
        number("freshnessMs", progress.freshnessMs());
        number("catchUpEtaMs", progress.catchUpEtaMs());
        percentiles("stepNs", progress.steps().stepNs());
        out.writeNumberField("stepActiveMs", progress.steps().activeMs());
        out.writeObjectFieldStart("stepShares");
        share("snapshot", progress.steps().snapshotShare());
        if (progress.steps().sinkShare() != null) {
            share("sink", progress.steps().sinkShare());
        }
        out.writeEndObject();
        memory(progress.state());
        if (progress.snapshot() != null) {
            snapshot(progress.snapshot());
        }
        out.writeArrayFieldStart("operators");
        for (OperatorFlow operator : progress.operators()) {
            flow(operator);
        }
        out.writeEndArray();
        text("waitsFor", progress.waitsFor());
        out.writeNumberField("progressRowsLost", progress.progressRowsLost());
        out.writeNumberField("eventsLost", progress.eventsLost());
    }

    private void memory(StateProgress state) throws IOException {
        out.writeObjectFieldStart("stateMemory");
        out.writeNumberField("usedBytes", state.usedBytes());
        out.writeNumberField("limitBytes", state.limitBytes());
        out.writeNumberField("leftBytes", state.leftBytes());
        share("fill", state.fill());
        rate("growthBytesPerSecond", state.growthBytesPerSecond());
        out.writeNumberField("rows", state.rows());
        number("fullInMs", state.fullInMs());
        out.writeEndObject();
    }

    private void snapshot(SnapshotProgress snapshot) throws IOException {
        out.writeObjectFieldStart("snapshot");
        out.writeNumberField("number", snapshot.number());
        out.writeNumberField("ageMs", snapshot.ageMs());
        out.writeNumberField("bytes", snapshot.bytes());
        out.writeNumberField("tookMs", snapshot.tookMs());
        out.writeNumberField("failed", snapshot.failed());
        out.writeEndObject();
    }

    private void flow(OperatorFlow operator) throws IOException {
        out.writeStartObject();
        out.writeStringField("uid", operator.uid());
        out.writeStringField("kind", operator.kind());
        out.writeNumberField("rowsIn", operator.rowsIn());
        out.writeNumberField("rowsAccepted", operator.rowsAccepted());
        out.writeNumberField("rowsOut", operator.rowsOut());
        out.writeNumberField("rowsPartlyLate", operator.rowsPartlyLate());
        out.writeObjectFieldStart("dropped");
        for (DropReason reason : new TreeMap<>(operator.dropped()).keySet()) {
            out.writeNumberField(reason.name(), operator.dropped().get(reason));
        }
        out.writeEndObject();
        moment("watermark", operator.watermarkNs());
        out.writeEndObject();
    }

    private void percentiles(String field, Percentiles times) throws IOException {
        out.writeObjectFieldStart(field);
        out.writeNumberField("count", times.count());
        if (times.count() > 0) {
            out.writeNumberField("p50", times.p50());
            out.writeNumberField("p95", times.p95());
            out.writeNumberField("p99", times.p99());
            out.writeNumberField("max", times.max());
        }
        out.writeEndObject();
    }

    private void rate(String field, double value) throws IOException {
        out.writeFieldName(field);
        out.writeNumber(Rate.text(value));
    }

    private void share(String field, double value) throws IOException {
        rate(field, value);
    }

    private void number(String field, Long value) throws IOException {
        if (value != null) {
            out.writeNumberField(field, value);
        }
    }

    private void offset(String field, Long value) throws IOException {
        out.writeFieldName(field);
        if (value == null) {
            out.writeNull();
        } else {
            out.writeNumber(value);
        }
    }

    private void moment(String field, Long ns) throws IOException {
        if (ns != null) {
            out.writeStringField(field, time(ns));
        }
    }

    private void text(String field, String value) throws IOException {
        if (value != null) {
            out.writeStringField(field, value);
        }
    }
}
