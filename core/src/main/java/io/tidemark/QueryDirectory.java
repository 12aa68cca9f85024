package io.tidemark;

import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.checkpoint.CheckpointStore;
import io.tidemark.checkpoint.ReplayReport;
import io.tidemark.checkpoint.StoredQuery;
import io.tidemark.engine.InputSettings;
import io.tidemark.engine.OrderJournal;
import io.tidemark.engine.QuerySpec;
import io.tidemark.engine.ReplayVerification;
import io.tidemark.engine.Rerun;
import io.tidemark.engine.RestartSettings;
import io.tidemark.engine.RestartStudy;
import io.tidemark.engine.StartStudy;
import io.tidemark.engine.StoredJournals;
import io.tidemark.engine.StoredState;
import io.tidemark.engine.WarmUp;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.function.UserFunctions;
import io.tidemark.plan.BoundPlan;
import io.tidemark.plan.PlanNode;
import io.tidemark.plan.RestartDecisions;
import io.tidemark.plan.StoredPlan;
import io.tidemark.state.StateBackendFactory;
import io.tidemark.state.heap.HeapState;
import java.nio.file.Path;
import java.util.List;

/**
 * The directory of a query, looked at from outside the program that runs it, also while it runs: its plan, its checkpoints and what a start would mean. Nothing
 * is locked or written.
 */
public final class QueryDirectory {
    private static final int POLL_LIMIT = 256;

    private final Path path;
    private final StoredQuery query;
    private final UserFunctions functions;
    private final List<String> sourceNames;
    private final StoredPlan plan;

    private QueryDirectory(Path path, StoredQuery query, UserFunctions functions) {
        this.path = path;
        this.query = query;
        this.functions = functions;
        this.sourceNames = StoredPlan.sources(query.plan(), OperatorNodes.ALL).stream()
                .map(PlanNode.Source::name)
                .toList();
        this.plan = query.plan(OperatorNodes.ALL, functions);
    }

    /**
     * Opens the directory of a query that ran there.
     *
     * @param functions the functions of the user's own that this program has
     * @throws TidemarkException {@code JOURNAL_MISSING} when no query ran there, {@code JOURNAL_INVALID} when what it left is damaged
     */
    public static QueryDirectory open(Path directory, UserFunctions functions) {
        StoredQuery query = StoredQuery.read(directory);
        if (query == null) {
            throw new TidemarkException(
                    ErrorCode.JOURNAL_MISSING,
                    "No query ran in '" + directory + "': there is no query.json.",
                    "Name the directory that the query was given with directory(...).");
        }
        return new QueryDirectory(directory, query, functions);
    }

    /** The directory. */
    public Path path() {
        return path;
    }

    /** What the directory says of the query. */
    public StoredQuery query() {
        return query;
    }

    /** Names of the sources in the order of the plan. */
    public List<String> sourceNames() {
        return sourceNames;
    }

    /** The stored plan; {@link StoredPlan#runs} says whether this program has its functions. */
    public StoredPlan plan() {
        return plan;
    }

    /** The checkpoints as they are now. */
    public CheckpointStore checkpoints() {
        return CheckpointStore.openReadOnly(path);
    }

    /**
     * Loads the state of a checkpoint.
     *
     * @param checkpoint its number, or {@link ReplayVerification#NEWEST}
     * @param state opens a backend of the kind that the query has
     * @throws TidemarkException {@code FUNCTION_UNSUPPORTED} when this program lacks functions of the plan, and as {@link StoredState#load}
     */
    public StoredState state(long checkpoint, StateBackendFactory state) {
        return StoredState.load(runnable(), checkpoints(), checkpoint, state);
    }

    /**
     * Goes back to a checkpoint, reads on to the end of what the sinks hold, and holds what comes out against it.
     *
     * @param journals the journals of the query
     * @param from number of a checkpoint, {@link ReplayVerification#NEWEST} or {@link ReplayVerification#START}
     * @param spanRows rows of a sink that share a checksum
     * @param state opens a backend of the kind that the query has
     * @throws TidemarkException {@code FUNCTION_UNSUPPORTED} when this program lacks functions of the plan, {@code CHECKPOINT_DAMAGED}
     */
    public ReplayReport verify(StoredJournals journals, long from, long spanRows, StateBackendFactory state) {
        return ReplayVerification.run(
                spec(journals, runnable(), plan.cutEvery(), state, RestartDecisions.NONE), from, spanRows);
    }

    /**
     * Runs a plan again over the recorded journals, in the recorded order, into other sinks.
     *
     * @param journals sources and order of the query, and empty sinks that take what comes out
     * @param rerun the plan, from {@link #planOf} or {@link #plan}
     * @param state opens a backend of the kind that the query has
     * @throws TidemarkException {@code FUNCTION_UNSUPPORTED} when this program lacks functions of the plan, and as {@link Rerun#run}
     */
    public Rerun.Report rerun(
            StoredJournals journals, StoredPlan rerun, Rerun.Settings settings, StateBackendFactory state) {
        runnable();
        return Rerun.run(spec(journals, rerun.plan(), rerun.cutEvery(), state, RestartDecisions.NONE), settings);
    }

    /** What a start of the query as it was would go on from. */
    public StartStudy start(StoredJournals journals) {
        return StartStudy.of(query, sourceNames, journals, checkpoints());
    }

    /**
     * Reads a plan to be compared with the stored one.
     *
     * @param json what {@link StreamWriter#toJson} gave, or the plan alone from {@link StreamFrame#toJson}: then settings, sink and cuts are those of the
     *     stored plan
     * @throws TidemarkException {@code SETTING_INVALID} when the text is no plan, {@code FUNCTION_UNSUPPORTED} when this program lacks functions of either
     */
    public StoredPlan planOf(String json) {
        runnable();
        StoredPlan other = plan.other(json, OperatorNodes.ALL, functions);
        requireFunctions(other, "The new plan");
        return other;
    }

    /**
     * What a start under a plan would mean.
     *
     * @param journals the journals of the plan; its sink is named by {@link StoredPlan#sink}
     * @param now the plan, from {@link #planOf} or {@link #plan}
     */
    public RestartStudy restart(StoredJournals journals, StoredPlan now, RestartDecisions decisions) {
        runnable();
        return RestartStudy.of(spec(journals, now.plan(), now.cutEvery(), HeapState.withLimit(1), decisions));
    }

    /**
     * Refuses a plan that this program cannot run.
     *
     * @throws TidemarkException {@code FUNCTION_UNSUPPORTED} naming the functions that it lacks
     */
    public void requireRunnable() {
        runnable();
    }

    private BoundPlan runnable() {
        requireFunctions(plan, "The plan of query '" + query.name() + "'");
        return plan.plan();
    }

    private static void requireFunctions(StoredPlan plan, String which) {
        if (!plan.runs()) {
            throw new TidemarkException(
                    ErrorCode.FUNCTION_UNSUPPORTED,
                    which + " cannot be run here: " + plan.gone() + ".",
                    "Functions of one's own are known to the program that has them alone: use explainRestart() and verifyReplay() there.");
        }
    }

    private QuerySpec spec(
            StoredJournals journals,
            BoundPlan bound,
            long cutEvery,
            StateBackendFactory state,
            RestartDecisions decisions) {
        return new QuerySpec(
                query.name(),
                bound,
                journals.sources(
                        bound.sources().stream().map(PlanNode.Source::name).toList()),
                journals.sink(),
                journals.drops(),
                state,
                path,
                true,
                POLL_LIMIT,
                cutEvery,
                journals.order() == null ? null : OrderJournal.readOnly(journals.order()),
                true,
                InputSettings.defaults(),
                false,
                CheckpointSettings.onDemand(),
                RestartSettings.defaults(OperatorNodes.ALL).withDecisions(decisions),
                WarmUp.NONE);
    }
}
