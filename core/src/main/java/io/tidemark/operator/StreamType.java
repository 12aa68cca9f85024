package io.tidemark.operator;

import io.tidemark.row.Schema;
import io.tidemark.time.TimeProvenance;
import java.util.List;

/**
 * What is known of a stream before it runs.
 *
 * @param schema columns
 * @param times for each column, what its value has to do with a watermark
 * @param watermarked name of the column that carried the watermark where it was declared, or empty without a watermark
 * @param recordsIngestTime whether rows carry a recorded ingest time
 * @param edge what the rows do to the result they describe
 */
public record StreamType(
        Schema schema, List<TimeProvenance> times, String watermarked, boolean recordsIngestTime, EdgeKind edge) {
    /** Copies the list and checks its length. */
    public StreamType {
        times = List.copyOf(times);
        if (times.size() != schema.size()) {
            throw new IllegalArgumentException("one provenance per column");
        }
    }

    /** A stream of final rows. */
    public StreamType(Schema schema, List<TimeProvenance> times, String watermarked, boolean recordsIngestTime) {
        this(schema, times, watermarked, recordsIngestTime, EdgeKind.APPEND);
    }

    /** The same stream with other columns. */
    public StreamType with(Schema newSchema, List<TimeProvenance> newTimes) {
        return new StreamType(newSchema, newTimes, watermarked, recordsIngestTime, edge);
    }

    /** The same stream with rows that do something else to their result. */
    public StreamType with(EdgeKind newEdge) {
        return new StreamType(schema, times, watermarked, recordsIngestTime, newEdge);
    }

    /** Whether a watermark was declared. */
    public boolean hasWatermark() {
        return !watermarked.isEmpty();
    }

    /** A column that carries the watermark as it is, or empty. */
    public String eventTimeColumn() {
        int index = times.indexOf(TimeProvenance.EXACT);
        return index < 0 ? "" : schema.field(index).name();
    }
}
