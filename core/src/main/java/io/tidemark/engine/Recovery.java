package io.tidemark.engine;

import io.tidemark.checkpoint.CheckpointStore;
import io.tidemark.checkpoint.Manifest;
import io.tidemark.checkpoint.RecoveryReport;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.metrics.RecoveryEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/**
 * Brings a query that was opened back to where it was: state and positions from the newest checkpoint that can be read and that its journals still reach,
 * the rest by reading on. Engine thread only; the report may be read by any thread.
 */
final class Recovery {
    private final String query;
    private final NanoClock clock;
    private final long startedNs;
    private final Pipeline pipeline;
    private final List<String> faults = new ArrayList<>();
    private long openedNs;
    private Manifest manifest;
    private boolean olderBase;
    private volatile RecoveryReport report;

    Recovery(String query, NanoClock clock, long startedNs, Pipeline pipeline) {
        this.query = query;
        this.clock = clock;
        this.startedNs = startedNs;
        this.pipeline = pipeline;
    }

    /**
     * Goes on from the newest checkpoint that fits.
     *
     * @param store checkpoints of the query, or null
     * @param expected whether a checkpoint was published before
     * @param fingerprint fingerprint of the plan
     * @param mayStartOver whether sources may be read from their start when no checkpoint can be used
     * @return the checkpoint, or null when there was none
     * @throws TidemarkException {@code CHECKPOINT_DAMAGED} when there are checkpoints and none can be used
     */
    CheckpointStore.Loadable resume(CheckpointStore store, boolean expected, String fingerprint, boolean mayStartOver) {
        CheckpointStore.Loadable found = null;
        if (store != null && store.isEmpty() && expected && !mayStartOver) {
            faults.add("The folder '" + CheckpointStore.FOLDER
                    + "' of the query's directory holds no manifest, and the query had made checkpoints.");
            throw unusable();
        }
        if (store != null && !store.isEmpty()) {
            found = store.newest(candidate -> fits(candidate, fingerprint));
            faults.addAll(store.faults());
            if (found != null) {
                manifest = found.manifest();
                olderBase = found.usesFallback();
                found.load(pipeline.snapshots());
                pipeline.resume(manifest.commit());
            } else if (!mayStartOver) {
                throw unusable();
            }
        }
        openedNs = clock.nanoTime();
        report(false);
        return found;
    }

    private boolean fits(Manifest candidate, String fingerprint) {
        String reason = "";
        if (!candidate.fingerprint().equals(fingerprint)) {
            reason = "it belongs to another plan";
        } else if (!candidate.stateFormat().equals(pipeline.snapshots().format())) {
            reason = "its state was kept as " + candidate.stateFormat() + ", and is kept as "
                    + pipeline.snapshots().format() + " now";
        } else {
            reason = pipeline.missingFor(candidate.commit());
        }
        if (!reason.isEmpty()) {
            faults.add("Checkpoint " + candidate.number() + " cannot be used: " + reason + ".");
        }
        return reason.isEmpty();
    }

    private TidemarkException unusable() {
        return new TidemarkException(
                ErrorCode.CHECKPOINT_DAMAGED,
                "Query '" + query + "' has checkpoints, and none of them can be used. " + String.join(" ", faults),
                "Restore the files that are named. Or read the sources again from their start, where they reach back to it: startOver().");
    }

    /** Whether the query is where it was. */
    boolean complete() {
        return report.complete();
    }

    /** The query is where it was. */
    void completed() {
        report(true);
        RecoveryEvent.completed(report);
    }

    /** What was done so far. Any thread. */
    RecoveryReport report() {
        return report;
    }

    private void report(boolean complete) {
        Replayed replayed = pipeline.replayed();
        report = new RecoveryReport(
                query,
                manifest == null ? 0 : manifest.number(),
                olderBase,
                faults,
                replayed.repairs(),
                new RecoveryReport.Replayed(
                        replayed.rows(), replayed.skipped(), replayed.compared(), replayed.orderRecords()),
                Duration.ofNanos(openedNs - startedNs),
                Duration.ofNanos(clock.nanoTime() - openedNs),
                complete);
    }
}
