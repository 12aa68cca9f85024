package io.tidemark.operator;

import io.tidemark.row.Schema;
import io.tidemark.time.TimeProvenance;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What is known of a stream before it runs.
 *
 * @param schema columns
 * @param times for each column, what its value has to do with a watermark
 * @param watermarked name of the column that carried the watermark where it was declared, or empty without a watermark
 * @param delayNs delay of that watermark in nanoseconds; the greatest one where streams met; 0 without a watermark
 * @param recordsIngestTime whether rows carry a recorded ingest time
 * @param edge what the rows do to the result they describe
 */
public record StreamType(
        Schema schema,
        List<TimeProvenance> times,
        String watermarked,
        long delayNs,
        boolean recordsIngestTime,
        EdgeKind edge) {
    /** Copies the list and checks its length. */
    public StreamType {
        times = List.copyOf(times);
        if (times.size() != schema.size()) {
            throw new IllegalArgumentException("one provenance per column");
        }
    }

    /** A stream of final rows without a watermark. */
    public StreamType(Schema schema, List<TimeProvenance> times, boolean recordsIngestTime) {
        this(schema, times, "", 0, recordsIngestTime, EdgeKind.APPEND);
    }

    /** The same stream with other columns. */
    public StreamType with(Schema newSchema, List<TimeProvenance> newTimes) {
        return new StreamType(newSchema, newTimes, watermarked, delayNs, recordsIngestTime, edge);
    }

    /** The same stream with rows that do something else to their result. */
    public StreamType with(EdgeKind newEdge) {
        return new StreamType(schema, times, watermarked, delayNs, recordsIngestTime, newEdge);
    }

    /** Whether a watermark was declared. */
    public boolean hasWatermark() {
        return !watermarked.isEmpty();
    }

    /** Indexes of the columns that carry the watermark: event times, and ends of windows of them. */
    public List<Integer> timedColumns() {
        return IntStream.range(0, times.size())
                .filter(column -> times.get(column) != TimeProvenance.NONE)
                .boxed()
                .toList();
    }

    /** A column that carries the watermark as it is, or empty. */
    public String eventTimeColumn() {
        int index = times.indexOf(TimeProvenance.EXACT);
        return index < 0 ? "" : schema.field(index).name();
    }
}
