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
import io.tidemark.row.RowView;
import java.util.ArrayList;
import java.util.List;

/**
 * What a start of a query as it was would go on from, found out by reading its checkpoints and journals alone: no function of the user's own is needed, and
 * nothing is locked, written or started.
 */
public final class StartStudy implements RecordHandler {
    private static final int BATCH = 1024;

    private final StoredQuery stored;
    private final List<String> names;
    private final List<JournalSource> sources;
    private final StoredJournals journals;
    private final List<String> lines = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private Outcome outcome;

    /** What a start comes to. */
    public enum Outcome {
        /** It goes on from a checkpoint, or from the start of its sources where it never made one. */
        STARTS,
        /** It was drained and has ended for good. */
        DRAINED,
        /** It has checkpoints and none of them can be used, or a source does not reach back to where it goes on. */
        REFUSED
    }

    private StartStudy(StoredQuery stored, List<String> names, StoredJournals journals) {
        this.stored = stored;
        this.names = names;
        this.sources = journals.sources(names);
        this.journals = journals;
    }

    /**
     * Studies the checkpoints of a query and the journals that it would be started with.
     *
     * @param names names of the sources in the order of the stored plan
     */
    public static StartStudy of(
            StoredQuery stored, List<String> names, StoredJournals journals, CheckpointStore store) {
        StartStudy study = new StartStudy(stored, names, journals);
        study.run(store);
        return study;
    }

    /** What the start comes to. */
    public Outcome outcome() {
        return outcome;
    }

    /** The study as lines of text. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** Damaged files and what journals do not hold any more, each as a sentence. */
    public List<String> faults() {
        return List.copyOf(faults);
    }

    private void run(CheckpointStore store) {
        if (stored.life() == StoredQuery.Life.DRAINED) {
            outcome = Outcome.DRAINED;
            lines.add("START is refused: query '" + stored.name() + "' was drained and has ended for good.");
            return;
        }
        CheckpointStore.Loadable found = store.newest(this::fits);
        faults.addAll(store.faults());
        outcome = found == null && !store.isEmpty() ? Outcome.REFUSED : Outcome.STARTS;
        lines.add(headline(store, found));
        if (outcome == Outcome.STARTS) {
            figures(found == null ? null : found.manifest().commit());
        }
        faults.forEach(fault -> lines.add("  " + fault));
    }

    private String headline(CheckpointStore store, CheckpointStore.Loadable found) {
        String query = "query '" + stored.name() + "'";
        if (found != null) {
            return "START of " + query + " goes on from checkpoint "
                    + found.manifest().number() + (found.usesFallback() ? ", through its older base." : ".");
        }
        return store.isEmpty()
                ? "START of " + query + " reads its sources from their start: it has no checkpoint."
                : "START of " + query + " is refused: none of its checkpoints can be used.";
    }

    private boolean fits(Manifest manifest) {
        String missing = manifest.fingerprint().equals(stored.fingerprint())
                ? missingFor(manifest.commit())
                : "it belongs to another plan";
        if (!missing.isEmpty()) {
            faults.add("Checkpoint " + manifest.number() + " cannot be used: " + missing + ".");
        }
        return missing.isEmpty();
    }

    private String missingFor(Commit commit) {
        for (int i = 0; i < sources.size(); i++) {
            if (end(sources.get(i)) < commit.positions().get(i)) {
                return "source '" + names.get(i) + "' ends before position "
                        + text(commit.positions().get(i));
            }
        }
        if (journals.order() != null && end(journals.order()) < commit.order().position()) {
            return "the order journal ends before record " + commit.order().sequence();
        }
        if (journals.sink() instanceof JournalSource sink
                && end(sink) < commit.output().position()) {
            return "the sink ends before row " + commit.output().sequence();
        }
        return "";
    }

    private void figures(Commit commit) {
        for (int i = 0; i < sources.size(); i++) {
            long position = commit == null
                    ? JournalReader.NO_POSITION
                    : commit.positions().get(i);
            String name = "source '" + names.get(i) + "'";
            long rows = behind(name, sources.get(i), position);
            lines.add("  " + name + " goes on after position " + text(position) + ", " + rows + " records wait.");
        }
        if (journals.order() != null) {
            Commit.Mark mark = commit == null ? Commit.Mark.NONE : commit.order();
            long records = behind("the order journal", journals.order(), mark.position());
            lines.add("  " + records + " records of order are repeated first.");
        }
        if (journals.sink() instanceof JournalSource sink) {
            Commit.Mark mark = commit == null ? Commit.Mark.NONE : commit.output();
            long rows = behind("the sink", sink, mark.position());
            lines.add("  " + rows + " rows of the sink come out again and are compared, not written.");
        } else {
            lines.add("  What the sink holds was not looked at.");
        }
    }

    /** Records behind a position; a position that is gone makes the start fail. */
    private long behind(String name, JournalSource journal, long position) {
        try (JournalReader reader = journal.openReader()) {
            if (reader.endPosition() <= position) {
                return 0;
            }
            reader.moveAfter(position);
            long rows = 0;
            for (int read = reader.poll(this, BATCH); read > 0; read = reader.poll(this, BATCH)) {
                rows += read;
            }
            return rows;
        } catch (TidemarkException e) {
            if (e.code() != ErrorCode.SOURCE_RETENTION_GAP) {
                throw e;
            }
            outcome = Outcome.REFUSED;
            faults.add("The start is refused, as " + name + " does not hold what follows position " + text(position)
                    + " any more: " + e.problems().get(0).reason());
            return 0;
        }
    }

    private static long end(JournalSource journal) {
        try (JournalReader reader = journal.openReader()) {
            return reader.endPosition();
        }
    }

    private static String text(long position) {
        return position == JournalReader.NO_POSITION ? "-" : "0x" + Long.toHexString(position);
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
