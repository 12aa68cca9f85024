package io.tidemark.engine;

import io.tidemark.checkpoint.CheckpointStore;
import io.tidemark.checkpoint.Manifest;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.metrics.CheckpointFigures;
import io.tidemark.metrics.CounterFile;
import io.tidemark.metrics.QueryCounters;
import io.tidemark.plan.Fingerprint;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything of a query that is opened and closed together, in the order in which that is safe. Engine thread only.
 *
 * @param home the directory
 * @param pipeline readers, operators, state and output, where they had been
 * @param recovery how they got there
 * @param checkpointer makes checkpoints, or null
 */
record OpenQuery(QueryHome home, Pipeline pipeline, Recovery recovery, Checkpointer checkpointer) {
    private static final Logger LOG = LoggerFactory.getLogger(OpenQuery.class);

    /** Opens a query and brings it back to its last checkpoint; on failure what was opened is closed again. */
    static OpenQuery open(QuerySpec spec, QueryCounters counters, String runId) {
        long startedNs = spec.inputs().clock().nanoTime();
        QueryHome home = new QueryHome(spec);
        Pipeline pipeline = null;
        try {
            if (home.planChanged(spec)) {
                changePlan(spec, home);
            }
            home.begin();
            openCounters(spec, home, counters, runId);
            pipeline = new Pipeline(spec, counters, home.continues());
            Rehearsal.run(spec, pipeline, counters);
            return resume(spec, home, pipeline, counters, startedNs);
        } catch (RuntimeException | Error e) {
            close(home, pipeline, e);
            throw e;
        }
    }

    private static void close(QueryHome home, Pipeline pipeline, Throwable failure) {
        OpenResources open = new OpenResources();
        open.add(home);
        if (pipeline != null) {
            open.add(pipeline);
        }
        open.closeAll(failure);
    }

    /** Lets other processes see the counters. That it cannot be done is no reason not to run. */
    private static void openCounters(QuerySpec spec, QueryHome home, QueryCounters counters, String runId) {
        if (spec.directory() == null) {
            return;
        }
        try {
            counters.moveTo(CounterFile.create(spec.directory(), spec.name(), home.id(), runId, counters.capacity()));
        } catch (IOException e) {
            LOG.warn("Query '{}' runs without {}: {}", spec.name(), CounterFile.NAME, e.toString());
        }
    }

    private static OpenQuery resume(
            QuerySpec spec, QueryHome home, Pipeline pipeline, QueryCounters counters, long startedNs) {
        pipeline.onFirstRow(home::firstRow);
        Recovery recovery = new Recovery(spec.name(), spec.inputs().clock(), startedNs, pipeline);
        CheckpointStore store = home.checkpoints(spec.checkpoints());
        CheckpointStore.Loadable resumed = recovery.resume(
                store, home.checkpointed(), home.fingerprint(), spec.restart().startOver());
        if (resumed != null) {
            home.checkSources(spec.sources());
            counters.checkpoint(found(resumed.manifest()));
        }
        if (home.machineMayHaveStopped()) {
            requireIntactSources(spec, pipeline);
            home.tailsChecked();
        }
        Checkpointer checkpointer = store == null
                ? null
                : Checkpointer.start(spec, store, home.fingerprint(), listener(home, counters), pipeline, resumed);
        return new OpenQuery(home, pipeline, recovery, checkpointer);
    }

    private static CheckpointFigures found(Manifest manifest) {
        return new CheckpointFigures(
                manifest.number(),
                manifest.createdAtMs(),
                0,
                0,
                manifest.commit().output().sequence() + 1,
                manifest.commit().positions());
    }

    private static Checkpointer.Listener listener(QueryHome home, QueryCounters counters) {
        return new Checkpointer.Listener() {
            @Override
            public void published(CheckpointFigures figures) {
                home.published();
                counters.checkpoint(figures);
            }

            @Override
            public void failed() {
                counters.checkpointFailed();
            }
        };
    }

    /** The plan changed since the query ran last: what becomes of its state is decided, done and stored before anything else. */
    private static void changePlan(QuerySpec spec, QueryHome home) {
        RestartStudy study = RestartStudy.of(spec);
        LOG.info(study.text());
        PlanMigration.requireDecided(study.change(), spec.restart(), study.text());
        home.begin();
        CheckpointStore store = home.checkpoints(spec.checkpoints());
        if (store == null) {
            throw new TidemarkException(
                    ErrorCode.RESTART_INCOMPATIBLE,
                    "The plan of query '" + spec.name() + "' changed, and it makes no checkpoints.",
                    "Let it make checkpoints, or start the new plan with a new directory and sink.");
        }
        new PlanMigration(spec, home, study.change()).run(store, Fingerprint.of(spec.plan()));
        home.changePlan(spec);
    }

    /** What an input holds behind the last record that was read may be damaged: it would be read as if it were whole. */
    private static void requireIntactSources(QuerySpec spec, Pipeline pipeline) {
        for (int i = 0; i < spec.sources().size(); i++) {
            String fault = spec.sources().get(i).faultAfter(pipeline.positions().get(i));
            if (!fault.isEmpty()) {
                throw new TidemarkException(
                        ErrorCode.RECORD_CORRUPT,
                        "The machine stopped under the query '" + spec.name() + "', and its source "
                                + spec.sources().get(i).name() + " is damaged: " + fault,
                        "Open the source's appender once: it sets aside what is damaged at the end. Then start the query again.");
            }
        }
    }

    /**
     * Closes everything.
     *
     * @param orderly whether nothing failed
     * @param last whether a last checkpoint is made
     */
    void close(boolean orderly, boolean last) {
        try (home;
                pipeline;
                Checkpointer closing = checkpointer) {
            if (closing != null && last) {
                closing.lastCheckpoint();
            }
            if (orderly) {
                home.markClean();
            }
        }
    }
}
