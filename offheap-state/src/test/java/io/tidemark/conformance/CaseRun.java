package io.tidemark.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.Trigger;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.metrics.QueryProgress;
import io.tidemark.row.Schema;
import io.tidemark.state.StateBackendFactory;
import io.tidemark.time.TimeSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Runs the query of a case in the Spark-compatible settings, batch by batch, and notes what it does. */
final class CaseRun implements AutoCloseable {
    /** More than any case has after one input, so that a query that never settles is a difference and does not hang. */
    private static final int MOST_NO_DATA_BATCHES = 4;

    private final CaseFile file;
    private final Map<String, MemoryJournal> sources = new LinkedHashMap<>();
    private final List<MemoryJournal> tables = new ArrayList<>();
    private final MemoryJournal output = MemoryJournal.output("output");
    private final List<Outcome.Entry> entries = new ArrayList<>();
    private List<String> statefulUids;
    private Schema columns;
    private String at = "start";

    private CaseRun(CaseFile file) {
        this.file = file;
    }

    /** Runs a case on a state backend. */
    static Outcome of(CaseFile file, StateBackendFactory state) {
        try (CaseRun run = new CaseRun(file)) {
            Outcome.Failure failure = run.run(state);
            return new Outcome(run.columns, run.entries, failure);
        }
    }

    private Outcome.Failure run(StateBackendFactory state) {
        try (QueryInvoker query = writer(state).invoker()) {
            columns = output.schema();
            for (int batch = 0; batch < file.batches().size(); batch++) {
                at = Outcome.input(batch);
                append(file.batches().get(batch));
                query.processAllAvailable();
                cut(query, at);
                for (int extra = 0; file.noDataBatches() && extra < MOST_NO_DATA_BATCHES && query.cutDue(); extra++) {
                    cut(query, Outcome.noData());
                }
            }
            return null;
        } catch (RuntimeException e) {
            return new Outcome.Failure(at, e);
        }
    }

    private StreamWriter writer(StateBackendFactory state) {
        Map<String, StreamFrame> frames = new LinkedHashMap<>();
        for (JsonNode source : file.sources()) {
            String name = source.get("name").textValue();
            sources.put(name, MemoryJournal.of(name, CaseFile.schema(source.get("fields"))));
            frames.put(name, Tidemark.stream(name, sources.get(name)));
        }
        CasePlan plan = new CasePlan(file, frames, this::table);
        statefulUids = plan.statefulUids();
        StreamWriter writer = plan.frame()
                .writeStream()
                .queryName("conformance")
                .spark()
                .time(file.time())
                .outputMode(file.mode())
                .trigger(Trigger.manual())
                .state(state)
                .to(output);
        if (file.policy().equals("max")) {
            writer.time(TimeSettings.SPARK.with(TimeSettings.Merge.MAX));
        }
        return file.ansi() ? writer : writer.lenient();
    }

    /** A table that is there before the first batch. */
    private StreamFrame table(JsonNode table) {
        MemoryJournal journal = MemoryJournal.of("table-" + (tables.size() + 1), CaseFile.schema(table.get("fields")));
        tables.add(journal);
        table.get("rows")
                .forEach(row -> journal.appendValues(
                        CaseValues.row(row, journal.schema()).toArray()));
        return Tidemark.stream(journal.name(), journal);
    }

    private void append(JsonNode batch) {
        sources.forEach((name, journal) -> batch.path(name)
                .forEach(row -> journal.appendValues(
                        CaseValues.row(row, journal.schema()).toArray())));
    }

    private void cut(QueryInvoker query, String label) {
        query.cut();
        QueryProgress progress = query.progress();
        entries.add(new Outcome.Entry(label, watermark(progress), newRows(), state(progress)));
    }

    private List<List<Object>> newRows() {
        int seen = entries.stream().mapToInt(entry -> entry.rows().size()).sum();
        List<List<Object>> rows = output.rows();
        return List.copyOf(rows.subList(seen, rows.size()));
    }

    /** In the order of the case, which need not be that of the plan. */
    private List<Outcome.State> state(QueryProgress progress) {
        List<Outcome.State> state = new ArrayList<>();
        for (String uid : statefulUids) {
            for (QueryProgress.OperatorProgress operator : progress.operators()) {
                if (operator.uid().equals(uid)) {
                    QueryProgress.GroupCounts counts = operator.groups();
                    String name = uid.replaceFirst("-\\d+$", "");
                    state.add(
                            new Outcome.State(name, counts.total(), counts.updated(), counts.removed(), counts.late()));
                }
            }
        }
        return state;
    }

    /** The one watermark of the query: that of every stream, and of a join's result at most. */
    private static Instant watermark(QueryProgress progress) {
        return progress.operators().stream()
                .map(QueryProgress.OperatorProgress::watermark)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    @Override
    public void close() {
        sources.values().forEach(MemoryJournal::close);
        tables.forEach(MemoryJournal::close);
        output.close();
    }
}
