package io.tidemark;

import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.checkpoint.ReplayReport;
import io.tidemark.engine.InputSettings;
import io.tidemark.engine.OrderJournal;
import io.tidemark.engine.QueryAgent;
import io.tidemark.engine.QuerySpec;
import io.tidemark.engine.ReplayVerification;
import io.tidemark.engine.RestartSettings;
import io.tidemark.engine.RestartStudy;
import io.tidemark.engine.WarmUp;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Spans;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.metrics.MonitorSettings;
import io.tidemark.metrics.ProgressJournal;
import io.tidemark.metrics.ProgressWatcher;
import io.tidemark.metrics.StreamingQueryListener;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.QuerySettings;
import io.tidemark.plan.Analyzer;
import io.tidemark.plan.BoundPlan;
import io.tidemark.plan.Explain;
import io.tidemark.plan.PlanGraph;
import io.tidemark.plan.RestartDecision;
import io.tidemark.plan.StoredPlan;
import io.tidemark.state.StateBackendFactory;
import io.tidemark.state.heap.HeapState;
import io.tidemark.time.TimeSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/**
 * Says where a query runs and where its rows go, and starts it. All that is wrong with the query is found then and reported together, before
 * anything is opened. A writer belongs to one thread.
 */
public final class StreamWriter {
    private final StreamFrame frame;
    private final Map<DropReason, JournalSink> dropSinks = new EnumMap<>(DropReason.class);
    private String name = "";
    private Trigger trigger = Trigger.CONTINUOUS;
    private QuerySettings settings;
    private StateBackendFactory state = HeapState.withLimit(Defaults.HEAP_STATE_BYTES);
    private JournalSink sink;
    private Path directory;
    private IdleStrategy idleStrategy = new BackoffIdleStrategy();
    private int pollLimit = Defaults.POLL_LIMIT;
    private long cutEvery;
    private OrderJournal order;
    private boolean pinned = true;
    private InputSettings inputs = InputSettings.defaults();
    private CheckpointSettings checkpoints = CheckpointSettings.every(Defaults.CHECKPOINT_INTERVAL);
    private RestartSettings restart = RestartSettings.defaults(OperatorNodes.ALL);
    private WarmUp warmUp = WarmUp.NONE;
    private MonitorSettings monitoring = MonitorSettings.defaults();

    StreamWriter(StreamFrame frame) {
        this.frame = frame;
        this.settings = QuerySettings.defaults().withFunctions(frame.functions());
    }

    /** Name of the query: part of its thread's name, its messages and its directory's content. */
    public StreamWriter queryName(String newName) {
        name = Objects.requireNonNull(newName, "newName");
        return this;
    }

    /** Which rows come out; {@link OutputMode#APPEND} by default. */
    public StreamWriter outputMode(OutputMode newMode) {
        settings = settings.withMode(newMode);
        return this;
    }

    /** When the query ends by itself; never by default. */
    public StreamWriter trigger(Trigger newTrigger) {
        trigger = Objects.requireNonNull(newTrigger, "newTrigger");
        return this;
    }

    /** Where state lives; in a small backend for tests by default. */
    public StreamWriter state(StateBackendFactory newState) {
        state = Objects.requireNonNull(newState, "newState");
        return this;
    }

    /**
     * Directory that belongs to this query alone. With it the query makes checkpoints, one each second where nothing else is said, and one that is started
     * again goes on exactly where it was.
     */
    public StreamWriter directory(Path newDirectory) {
        directory = Objects.requireNonNull(newDirectory, "newDirectory");
        return this;
    }

    /** When checkpoints are made and what they survive; they need a {@link #directory}. */
    public StreamWriter checkpoints(CheckpointSettings newSettings) {
        checkpoints = Objects.requireNonNull(newSettings, "newSettings");
        return this;
    }

    /**
     * Lets a query that has checkpoints, none of which can be used, read its sources from their start: what comes out is compared with what is there, and
     * nothing is written twice. Without this such a query is refused.
     */
    public StreamWriter startOver() {
        restart = restart.withStartOver();
        return this;
    }

    /**
     * Says what becomes of the state of an operator whose plan changed since the query ran last; see {@link #explainRestart}.
     *
     * @param uid uid of the operator, name of a source, {@code settings} or {@code sink}
     */
    public StreamWriter onRestart(String uid, RestartDecision decision) {
        restart = restart.withDecisions(restart.decisions().with(uid, decision));
        return this;
    }

    /** The same for everything that has no decision of its own, where this one is among its options. */
    public StreamWriter onRestart(RestartDecision decision) {
        restart = restart.withDecisions(restart.decisions().withOthers(decision));
        return this;
    }

    /** Overflow, division by zero and failing casts give null instead of an error. */
    public StreamWriter lenient() {
        settings = settings.withAnsi(false);
        return this;
    }

    /** How time works; {@link TimeSettings#NATIVE} by default. */
    public StreamWriter time(TimeSettings newTime) {
        settings = settings.withTime(newTime);
        return this;
    }

    /**
     * The bundle that does what Apache Spark does: its time, its accepted plans, its counts of state. For comparison, not for speed: counting
     * takes a table entry per row and window.
     */
    public StreamWriter spark() {
        settings = settings.withTime(TimeSettings.SPARK).withAccepted(QuerySettings.Accepted.SPARK);
        return this;
    }

    /** In update mode, lets changed groups wait for the next cut instead of bringing them out row by row. */
    public StreamWriter conflated() {
        settings = settings.withConflated(true);
        return this;
    }

    /**
     * In update mode, lets a changed row come out as the old one taken back ({@code UPDATE_BEFORE}) and the new one, and not as the new one alone; a group
     * that lost all its rows comes out as a {@code DELETE}. Between two operators with state changes are always whole.
     */
    public StreamWriter changelog() {
        settings = settings.withChangelog(true);
        return this;
    }

    /**
     * Lets a source that has nothing to read and was silent for a time no longer hold back the watermark of the others, until its next row. A source with a
     * backlog is never idle.
     */
    public StreamWriter idleAfter(Duration silence) {
        inputs = inputs.withIdleAfter(SpecCheck.positive(Spans.nanos(silence, "silence"), "idleAfter"));
        return this;
    }

    /**
     * Lets a source wait whose watermark is further ahead of the slowest one than this, so that its rows need not be kept in state. It is looked at
     * between polls.
     */
    public StreamWriter maxDrift(Duration drift) {
        inputs = inputs.withMaxDrift(SpecCheck.positive(Spans.nanos(drift, "drift"), "maxDrift"));
        return this;
    }

    /** The clock by which silence is measured; {@link System#nanoTime} by default. Nothing else in a query goes by a clock. */
    public StreamWriter clock(NanoClock newClock) {
        inputs = inputs.withClock(Objects.requireNonNull(newClock, "newClock"));
        return this;
    }

    /**
     * Records the order in which several sources were read, and cuts that are not made by count, so that a restart does the same. It is recorded before
     * anything comes out that depends on it. A journal that is made for the purpose has the columns {@link Tidemark#orderSchema}, and
     * belongs to this query alone.
     */
    public <J extends JournalSink & JournalSource> StreamWriter order(J journal) {
        Objects.requireNonNull(journal, "journal");
        order = new OrderJournal(journal, journal);
        return this;
    }

    /** Cuts after every so many rows of the source. A cut by count needs no record, since a replay counts the same. */
    public StreamWriter cutEvery(long rows) {
        cutEvery = rows;
        return this;
    }

    /** Appends the rows to a journal. */
    public StreamWriter to(JournalSink newSink) {
        sink = Objects.requireNonNull(newSink, "newSink");
        return this;
    }

    /** Hands the rows to a callback on the engine thread. */
    public StreamWriter foreach(RowCallback callback) {
        return to(new CallbackSink(Objects.requireNonNull(callback, "callback")));
    }

    /** Stores rows that are dropped for a reason, which are counted in any case; a journal made for them has the columns {@link Tidemark#droppedSchema}. */
    public StreamWriter dropped(DropReason reason, JournalSink dropSink) {
        dropSinks.put(reason, Objects.requireNonNull(dropSink, "dropSink"));
        return this;
    }

    /** What the engine thread does when there is nothing to do; an {@link BackoffIdleStrategy} by default. */
    public StreamWriter idleStrategy(IdleStrategy newIdleStrategy) {
        idleStrategy = Objects.requireNonNull(newIdleStrategy, "newIdleStrategy");
        return this;
    }

    /** Greatest number of records that one duty cycle reads, 256 by default. It never changes what comes out. */
    public StreamWriter pollLimit(int records) {
        pollLimit = records;
        return this;
    }

    /**
     * Whether each node of the compiled plan gets a class of its own, so that the JIT compiler sees the whole plan as one constant; on by
     * default. Off, opening is some milliseconds faster and rows are slower when several queries run in one JVM.
     */
    public StreamWriter pinned(boolean wanted) {
        pinned = wanted;
        return this;
    }

    /** Runs rows through the query before its first one, so that its code is compiled by then; leaves no trace. None by default. */
    public StreamWriter warmUp(WarmUp wanted) {
        warmUp = Objects.requireNonNull(wanted, "wanted");
        return this;
    }

    /** Time between two samples of the query's progress, a second by default; zero for none but those that are asked for. */
    public StreamWriter progressEvery(Duration interval) {
        return progressEvery(interval, monitoring.clock());
    }

    /** The same by a clock of the caller's, which also gives the moments of samples. */
    public StreamWriter progressEvery(Duration interval, EpochNanoClock newClock) {
        long spanNs = SpecCheck.positive(Spans.nanos(interval, "interval"), "progressEvery");
        monitoring = monitoring.every(spanNs).withClock(Objects.requireNonNull(newClock, "newClock"));
        return this;
    }

    /** Writes samples to a journal with the columns {@link ProgressJournal#SCHEMA}. That it cannot take them never hurts the query. */
    public StreamWriter progressTo(JournalSink journal) {
        monitoring = monitoring.to(Objects.requireNonNull(journal, "journal"));
        return this;
    }

    /** Tells a listener of the query's life and progress. */
    public StreamWriter listener(StreamingQueryListener listener) {
        monitoring = monitoring.with(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /** Hands every sample of the query's progress to a watcher on the monitor's thread, such as {@code QueryHealth}, which says whether it is well. */
    public StreamWriter watch(ProgressWatcher watcher) {
        monitoring = monitoring.watchedBy(Objects.requireNonNull(watcher, "watcher"));
        return this;
    }

    /** Changes how the query is watched: {@code monitoring(watched -> watched.jmx().histogramLog(file))}. */
    public StreamWriter monitoring(UnaryOperator<MonitorSettings> change) {
        monitoring = Objects.requireNonNull(change.apply(monitoring), "monitoring");
        return this;
    }

    /** The plan as text: operators, columns, watermark, kind of rows, bound of state as a formula. */
    public String explain() {
        return explain(Map.of());
    }

    /** The same with the bound of state in bytes, where all numbers are declared that the plan cannot know: {@code Map.of("bars.keys", 10_000L)}. */
    public String explain(Map<String, Long> declared) {
        return Explain.text(SpecCheck.plan(settings, frame), declared);
    }

    /**
     * The plan with its settings, cuts and sink as JSON, to study a restart under it; {@link StreamFrame#toJson} gives the plan alone.
     *
     * @throws TidemarkException everything that is wrong with the query
     */
    public String toJson() {
        QuerySpec spec = build();
        return StoredPlan.of(spec.plan(), spec.sink().name(), spec.cutEvery()).write(OperatorNodes.ALL);
    }

    /** The plan as a Mermaid flow chart. */
    public String explainGraph() {
        return PlanGraph.mermaid(SpecCheck.plan(settings, frame));
    }

    /**
     * Starts the query on a thread of its own and returns when everything is open.
     *
     * @throws TidemarkException everything that is wrong with the query, or why it could not be opened
     */
    public StreamingQuery start() {
        return StreamingQuery.start(new QueryAgent(build()), name, idleStrategy, monitoring);
    }

    /**
     * Opens the query to be polled from the user's own loop: on this thread, and on this thread only.
     *
     * @throws TidemarkException everything that is wrong with the query, or why it could not be opened
     */
    public QueryInvoker invoker() {
        return QueryInvoker.open(new QueryAgent(build()), name, monitoring);
    }

    /** What a start in the query's directory would mean: what changed, what becomes of state, what can be decided. Reads alone: nothing is locked or started. */
    public RestartStudy explainRestart() {
        return RestartStudy.of(build());
    }

    /**
     * Goes back to the newest checkpoint of the query's directory, reads on to the end of what its output holds, and holds what comes out against it. Writes
     * nothing and takes no lock; on this thread.
     */
    public ReplayReport verifyReplay() {
        return verifyReplay(ReplayVerification.NEWEST, Defaults.SPAN_ROWS);
    }

    /**
     * The same from a checkpoint that is kept, or from the start of the sources.
     *
     * @param checkpoint its number, 0 for the start
     * @param spanRows rows of the output that share a checksum
     */
    public ReplayReport verifyReplay(long checkpoint, long spanRows) {
        return ReplayVerification.run(build(), checkpoint, SpecCheck.positive(spanRows, "spanRows"));
    }

    /**
     * Checks the query and gives everything that an engine needs to run it; {@link #start} and {@link #invoker} do this themselves.
     *
     * @throws TidemarkException everything that is wrong with the query
     */
    public QuerySpec build() {
        List<Problem> problems = new ArrayList<>();
        BoundPlan plan = new Analyzer(settings, problems).analyze(frame.plan());
        QuerySpec spec = spec(plan);
        new SpecCheck(spec, problems).run();
        if (!problems.isEmpty()) {
            throw new TidemarkException(problems);
        }
        return spec;
    }

    private QuerySpec spec(BoundPlan plan) {
        return new QuerySpec(
                name,
                plan,
                frame.sources().of(frame.plan()),
                sink,
                dropSinks,
                state,
                directory,
                trigger == Trigger.AVAILABLE_NOW,
                pollLimit,
                cutEvery,
                order,
                pinned,
                inputs,
                trigger != Trigger.MANUAL,
                directory == null ? CheckpointSettings.none() : checkpoints,
                restart,
                warmUp);
    }
}
