package io.tidemark.checkpoint;

import java.util.ArrayList;
import java.util.List;

/**
 * What a replay brought out beside what the sinks hold.
 *
 * @param query name of the query
 * @param checkpoint number of the checkpoint that the replay began from, 0 for the start of the sources
 * @param records records of the sources that were read again
 * @param sinks a part for each sink
 */
public record ReplayReport(String query, long checkpoint, long records, List<SinkReplay> sinks) {
    /** Copies the list. */
    public ReplayReport {
        sinks = List.copyOf(sinks);
    }

    /** Whether every row came out again as it was. */
    public boolean same() {
        return sinks.stream().allMatch(sink -> sink.difference().isEmpty());
    }

    /** The report as lines of text: a line for each span that differs, and where the first difference is. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("VERIFY query '" + query + "' from "
                + (checkpoint == 0 ? "the start of its sources" : "checkpoint " + checkpoint) + ": " + records
                + " records read again, " + (same() ? "every row is the same." : "ROWS DIFFER."));
        for (SinkReplay sink : sinks) {
            lines.add("  " + sink.sink() + ": " + sink.rows() + " rows in "
                    + sink.spans().size() + " spans");
            for (Span span : sink.spans()) {
                if (span.stored() != span.again()) {
                    lines.add(String.format(
                            "    rows %d to %d: stored %08x, again %08x",
                            span.first(), span.last(), span.stored(), span.again()));
                }
            }
            if (!sink.difference().isEmpty()) {
                lines.add("    first difference: " + sink.difference());
            }
        }
        return lines;
    }

    /**
     * One sink.
     *
     * @param sink its name
     * @param rows rows that came out and stand in the sink
     * @param spans checksums span by span
     * @param difference the first difference as a sentence, or empty
     */
    public record SinkReplay(String sink, long rows, List<Span> spans, String difference) {
        /** Copies the list. */
        public SinkReplay {
            spans = List.copyOf(spans);
        }
    }

    /**
     * A span of rows.
     *
     * @param first sequence of the first row
     * @param last sequence of the last row
     * @param stored CRC-32C over the rows that the sink holds
     * @param again CRC-32C over the rows that came out again
     */
    public record Span(long first, long last, int stored, int again) {}
}
