package io.tidemark.metrics;

import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalWriter;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes samples to a journal: a row for the query, one for each source and one for each operator. What cannot be written is counted and said once; the next sample is
 * tried again. The monitor's thread.
 */
public final class ProgressJournal implements AutoCloseable {
    /** Columns of the rows. */
    public static final Schema SCHEMA = Schema.parse("sampled_at timestamp not null, query string not null,"
            + " run_id string not null, batch long not null, scope string not null, name string not null,"
            + " rows_in long, rows_out long, rows_dropped long, rows_per_second double,"
            + " processed_rows_per_second double, arrival_rows_per_second double, backlog_rows long,"
            + " backlog_bytes long, oldest_unread_ms long, freshness_ms long, watermark timestamp, state_rows long,"
            + " state_bytes long, late_rows long, step_p50_ns long, step_p99_ns long, json string");

    private static final Logger LOG = LoggerFactory.getLogger(ProgressJournal.class);

    private final JournalSink sink;
    private final RowWriter row = new RowWriter();
    private JournalWriter writer;
    private boolean failing;
    private long lost;

    ProgressJournal(JournalSink sink) {
        this.sink = sink;
    }

    /** Rows that could not be written. */
    long lost() {
        return lost;
    }

    void write(StreamingQueryProgress progress) {
        int rows = 1 + progress.operators().size();
        long before = writer == null ? -1 : writer.lastSequence();
        try {
            if (writer == null) {
                writer = sink.openWriter(SCHEMA);
                before = writer.lastSequence();
            }
            if (!writer.hasRoom()) {
                fail(rows, "there is no room on its disk");
                return;
            }
            append(progress);
            writer.flush();
            failing = false;
        } catch (RuntimeException | InternalError e) {
            long written = writer == null ? 0 : Math.max(0, next - 1 - before);
            fail((int) Math.max(0, rows - written), e.toString());
            release();
        }
    }

    private long next;

    private void append(StreamingQueryProgress progress) {
        next = writer.lastSequence() + 1;
        query(progress);
        for (int i = 0; i < progress.operators().size(); i++) {
            OperatorFlow flow = progress.operators().get(i);
            begin(progress, flow.kind().equals("source") ? "source" : "operator", flow.uid());
            set("rows_in", flow.rowsIn());
            set("rows_out", flow.rowsOut());
            set(
                    "rows_dropped",
                    flow.dropped().values().stream().mapToLong(Long::longValue).sum());
            set("watermark", flow.watermarkNs());
            if (i < progress.sources().size()) {
                source(progress.sources().get(i));
            } else {
                state(progress, flow.uid());
            }
            end(progress);
        }
    }

    private void query(StreamingQueryProgress progress) {
        begin(progress, "query", progress.name());
        set(
                "rows_in",
                progress.sources().stream()
                        .mapToLong(SourceProgress::totalInputRows)
                        .sum());
        set("rows_out", progress.sink().totalOutputRows());
        set("rows_per_second", progress.inputRowsPerSecond());
        set("processed_rows_per_second", progress.processedRowsPerSecond());
        set("arrival_rows_per_second", progress.arrivalRowsPerSecond());
        set("backlog_rows", progress.backlogRows());
        set("freshness_ms", progress.freshnessMs());
        set("watermark", progress.eventTime().watermarkNs());
        set("state_rows", progress.state().rows());
        set("state_bytes", progress.state().usedBytes());
        if (progress.steps().stepNs().count() > 0) {
            set("step_p50_ns", progress.steps().stepNs().p50());
            set("step_p99_ns", progress.steps().stepNs().p99());
        }
        row.setString(SCHEMA.index("json"), progress.json());
        end(progress);
    }

    private void source(SourceProgress source) {
        set("rows_per_second", source.inputRowsPerSecond());
        set("processed_rows_per_second", source.processedRowsPerSecond());
        set("arrival_rows_per_second", source.arrivalRowsPerSecond());
        set("backlog_rows", source.backlogRows());
        set("backlog_bytes", source.backlogBytes());
        set("oldest_unread_ms", source.oldestUnreadAgeMs());
        set("watermark", source.watermarkNs());
        set("late_rows", source.lateRows());
    }

    private void state(StreamingQueryProgress progress, String uid) {
        for (StateOperatorProgress operator : progress.stateOperators()) {
            if (operator.uid().equals(uid)) {
                set("state_rows", operator.numRowsTotal());
                set("state_bytes", operator.memoryUsedBytes());
            }
        }
    }

    private void begin(StreamingQueryProgress progress, String scope, String name) {
        row.start(SCHEMA);
        row.setLong(SCHEMA.index("sampled_at"), progress.sampledNs());
        row.setString(SCHEMA.index("query"), progress.name());
        row.setString(SCHEMA.index("run_id"), progress.runId());
        row.setLong(SCHEMA.index("batch"), progress.batchId());
        row.setString(SCHEMA.index("scope"), scope);
        row.setString(SCHEMA.index("name"), name);
    }

    private void set(String column, Long value) {
        if (value != null) {
            row.setLong(SCHEMA.index(column), value);
        }
    }

    private void set(String column, Double value) {
        if (value != null) {
            row.setDouble(SCHEMA.index(column), value);
        }
    }

    private void end(StreamingQueryProgress progress) {
        RowView view = row.finish();
        writer.append(view.origin(-1, progress.sampledNs(), RowKind.INSERT), next);
        next++;
    }

    private void fail(int rows, String reason) {
        lost += rows;
        if (!failing) {
            LOG.error(
                    "Progress cannot be written to {}: {}. The query goes on; rows that are lost are counted.",
                    sink.name(),
                    reason);
        }
        failing = true;
    }

    private void release() {
        if (writer != null) {
            try {
                writer.close();
            } catch (RuntimeException | InternalError e) {
                LOG.error("The progress journal {} was not closed in order: {}", sink.name(), e.toString());
            }
            writer = null;
        }
    }

    @Override
    public void close() {
        release();
        row.close();
    }
}
