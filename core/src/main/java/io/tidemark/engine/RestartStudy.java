package io.tidemark.engine;

import io.tidemark.checkpoint.CheckpointStore;
import io.tidemark.checkpoint.Commit;
import io.tidemark.checkpoint.Manifest;
import io.tidemark.checkpoint.StoredQuery;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.RecordHandler;
import io.tidemark.metrics.QueryCounters;
import io.tidemark.plan.BoundPlan;
import io.tidemark.plan.PlanComparison;
import io.tidemark.plan.RestartDecisions;
import io.tidemark.plan.RestartFigures;
import io.tidemark.plan.RestartPlan;
import io.tidemark.plan.RestartReport;
import io.tidemark.plan.RestartVerdict;
import io.tidemark.plan.StoredPlan;
import io.tidemark.row.RowView;
import io.tidemark.time.Watermark;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a start of a query in its directory would mean, found out by reading alone: nothing is locked, written or started. */
public final class RestartStudy {
    /** Rows that a rebuild reads in a second, for the estimate of its time. */
    private static final long REBUILD_ROWS_PER_SECOND = 2_000_000;

    private static final int BATCH = 1024;

    private final RestartPlan change;
    private final RestartDecisions decisions;
    private final String text;

    private RestartStudy(RestartPlan change, RestartDecisions decisions, String text) {
        this.change = change;
        this.decisions = decisions;
        this.text = text;
    }

    /**
     * Studies the directory of a query.
     *
     * @throws TidemarkException {@code SETTING_INVALID} when the query has no directory or a decision names something that is in
     *     neither plan, {@code JOURNAL_INVALID} when what it holds cannot be read
     */
    public static RestartStudy of(QuerySpec spec) {
        if (spec.directory() == null) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "The query '" + spec.name() + "' has no directory, so nothing of it was stored.",
                    "Give it the directory that it has where it runs.");
        }
        StoredQuery stored = StoredQuery.read(spec.directory());
        StoredPlan now = StoredPlan.of(spec.plan(), spec.sink().name(), spec.cutEvery());
        if (stored == null) {
            String text = "FRESH START of query '" + spec.name() + "': nothing ran in " + spec.directory() + " yet.\n";
            return new RestartStudy(
                    new RestartPlan(List.of(), List.of()), spec.restart().decisions(), text);
        }
        StoredPlan before =
                stored.plan(spec.restart().operators(), spec.plan().settings().functions());
        RestartPlan change = PlanComparison.compare(before, now);
        RestartDecisions decisions = spec.restart().decisions();
        if (!change.isUnchanged()) {
            change.requireKnown(decisions);
        }
        String text = RestartReport.text(change, decisions, new Figures(spec, stored, before).read());
        return new RestartStudy(change, decisions, text);
    }

    /** What changed. */
    public RestartPlan change() {
        return change;
    }

    /** The worst verdict of all parts. */
    public RestartVerdict verdict() {
        return change.verdict();
    }

    /** Whether the query would start: everything that needs a decision has one. */
    public boolean startsAsDecided() {
        return change.open(decisions).isEmpty();
    }

    /** The study as a table, a line for each source, operator and sink. */
    public String text() {
        return text;
    }

    /** Reads the figures of a study. */
    private static final class Figures implements RecordHandler {
        private final QuerySpec spec;
        private final StoredQuery stored;
        private final BoundPlan before;
        private final Manifest manifest;

        Figures(QuerySpec spec, StoredQuery stored, StoredPlan before) {
            this.spec = spec;
            this.stored = stored;
            this.before = before.plan() == null ? spec.plan() : before.plan();
            List<Manifest> manifests =
                    CheckpointStore.openReadOnly(spec.directory()).manifests();
            manifest = manifests.isEmpty() ? null : manifests.get(0);
        }

        RestartFigures read() {
            return new RestartFigures(
                    stored.name(),
                    manifest == null ? 0 : manifest.number(),
                    watermark(),
                    sources(),
                    stateRows(),
                    manifest == null ? -1 : manifest.commit().output().sequence(),
                    rebuild());
        }

        private List<Long> counts(int part) {
            return manifest == null || part >= manifest.commit().counters().size()
                    ? QueryCounters.NO_COUNTS
                    : manifest.commit().counters().get(part);
        }

        private String watermark() {
            for (int i = before.steps().size() - 1; i >= 0; i--) {
                long at = QueryCounters.watermark(counts(before.sources().size() + i));
                if (at != Watermark.NONE && at != Watermark.END) {
                    return Instant.ofEpochSecond(Math.floorDiv(at, 1_000_000_000L), Math.floorMod(at, 1_000_000_000L))
                            .toString();
                }
            }
            return "";
        }

        private Map<String, Long> stateRows() {
            Map<String, Long> rows = new HashMap<>();
            for (int i = 0; i < before.steps().size(); i++) {
                if (before.steps().get(i).bound().stateful()) {
                    rows.put(
                            before.steps().get(i).uid(),
                            QueryCounters.stateRows(counts(before.sources().size() + i)));
                }
            }
            return rows;
        }

        private Map<String, RestartFigures.Source> sources() {
            Map<String, RestartFigures.Source> figures = new HashMap<>();
            for (int i = 0; i < spec.sources().size(); i++) {
                String name = spec.plan().sources().get(i).name();
                long position = position(name);
                figures.put(
                        name,
                        new RestartFigures.Source(
                                position, backlog(spec.sources().get(i), position)));
            }
            return figures;
        }

        private long position(String source) {
            for (int i = 0; i < before.sources().size() && manifest != null; i++) {
                Commit commit = manifest.commit();
                if (before.sources().get(i).name().equals(source)
                        && i < commit.positions().size()) {
                    return commit.positions().get(i);
                }
            }
            return JournalReader.NO_POSITION;
        }

        private long backlog(JournalSource source, long position) {
            long rows = 0;
            try (JournalReader reader = source.openReader()) {
                if (reader.endPosition() <= position) {
                    return 0;
                }
                reader.moveAfter(position);
                for (int read = reader.poll(this, BATCH); read > 0; read = reader.poll(this, BATCH)) {
                    rows += read;
                }
            }
            return rows;
        }

        /** What a rebuild costs, or null where a source does not reach back to its first row any more. */
        private RestartFigures.Rebuild rebuild() {
            long rows = 0;
            long position = JournalReader.NO_POSITION;
            for (int i = 0; i < spec.sources().size(); i++) {
                String first =
                        stored.firstRows().get(spec.plan().sources().get(i).name());
                if (first != null && !first.equals(FirstRow.of(spec.sources().get(i)))) {
                    return null;
                }
                rows += counts(i).get(0);
                boolean begins = first != null && position == JournalReader.NO_POSITION;
                position = begins ? FirstRow.position(first) : position;
            }
            return new RestartFigures.Rebuild(Math.max(0, position), rows, 1 + rows / REBUILD_ROWS_PER_SECOND);
        }

        @Override
        public void onRow(RowView row) {
            // Counted by the loop.
        }

        @Override
        public void onInvalid(RowView record, String reason) {
            // Counted by the loop.
        }
    }
}
