package io.tidemark.engine;

import io.tidemark.checkpoint.Commit;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.PinningNodeFactory;
import io.tidemark.expr.eval.ReflectiveNodeFactory;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.RecordHandler;
import io.tidemark.metrics.OperatorMetrics;
import io.tidemark.metrics.QueryCounters;
import io.tidemark.operator.Operator;
import io.tidemark.operator.QueryWatermark;
import io.tidemark.plan.BoundPlan;
import io.tidemark.plan.BoundStep;
import io.tidemark.plan.CompiledPlan;
import io.tidemark.plan.PlanCompiler;
import io.tidemark.plan.PlanNode;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StateImage;
import io.tidemark.state.StateRegistry;
import io.tidemark.state.StateSnapshots;
import io.tidemark.time.Watermark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A query that is wired and open: readers, operators, state and output. It knows nothing of triggers and directories. Engine thread only.
 */
public final class Pipeline implements AutoCloseable {
    private final SourceFeeds feeds;
    private final StateBackend state;
    private final Output output;
    private final DropRouter drops;
    private final Outputs outputs;
    private final CompiledPlan plan;
    private final QueryCounters counters;
    private final Cuts cuts;
    private final OrderLog order;
    private final QueryWatermark queryWatermark;
    private final List<EngineContext> contexts = new ArrayList<>();
    private final OpenResources open = new OpenResources();
    private final RowView lastOrigin = new RowView();
    private final OperatorMetrics[] sources;
    private long readBefore;
    private boolean idleChanged;

    /**
     * Opens everything; on failure what was opened is closed again.
     *
     * @param mayContinue whether rows that are in the sinks already belong to this very query
     */
    public Pipeline(QuerySpec spec, QueryCounters counters, boolean mayContinue) {
        this.counters = counters;
        BoundPlan bound = spec.plan();
        try {
            sources = bound.sources().stream()
                    .map(source -> counters.addSource(source.name()))
                    .toArray(OperatorMetrics[]::new);
            lastOrigin.origin(JournalReader.NO_POSITION, RowView.NO_INGEST_TIME, RowKind.INSERT);
            order = spec.order() == null
                    ? null
                    : open.add(OrderLog.open(spec.order(), bound.sources().size()));
            output = open.add(new Output(spec.sink(), bound.output().schema(), order, mayContinue, counters.times()));
            List<String> names =
                    bound.sources().stream().map(PlanNode.Source::name).toList();
            drops = open.add(new DropRouter(spec.dropSinks(), names, order, mayContinue));
            outputs = new Outputs(output, drops);
            state = open.add(spec.state().open());
            if (spec.checkpoints().enabled()) {
                state.snapshots().track();
            }
            ScalarState rowsSinceCut = state.openScalar("engine", "rowsSinceCut", 0);
            queryWatermark = Cuts.watermark(bound.settings().time(), state);
            feeds = new SourceFeeds(spec.inputs(), bound.readFirst(), order, events());
            openFeeds(spec);
            NodeFactory nodes = spec.pinned() ? new PinningNodeFactory() : new ReflectiveNodeFactory();
            plan = open.add(PlanCompiler.compile(bound, step -> context(step, nodes), output));
            cuts = new Cuts(
                    plan,
                    queryWatermark,
                    rowsSinceCut,
                    spec.cutEvery(),
                    bound.settings().needsCuts() || spec.cutEvery() > 0);
            for (int i = 0; i < feeds.count(); i++) {
                RecordHandler entry = feeds.entry(
                        i, nodes, sources[i], drops, lastOrigin, plan.heads().get(i), cuts);
                feeds.feed(i).into(spec.pinned() ? PinnedRows.of(entry) : entry);
            }
            if (spec.inputs().maxDriftNs() != InputSettings.NEVER) {
                feeds.align(Alignment.of(spec.inputs(), plan.operators(), contexts, feeds.count()));
            }
        } catch (RuntimeException | Error e) {
            open.closeAll(e);
            throw e;
        }
    }

    private void openFeeds(QuerySpec spec) {
        for (int i = 0; i < spec.sources().size(); i++) {
            ScalarState idle = state.openScalar("engine", "idle-" + i, 0);
            JournalReader reader = spec.sources().get(i).openReader();
            feeds.add(open.add(new SourceFeed(reader, idle)));
        }
    }

    /** Has the first row that is read from each source looked at before it goes down. */
    void onFirstRow(Consumer<RowView> listener) {
        feeds.onFirstRow(listener);
    }

    /** Reads up to {@code limit} records of each source and sends them down; returns the number read. */
    public int poll(int limit) {
        return feeds.poll(limit);
    }

    /** Does a part of the pending work, and removes a part of the state that is gone; 0 means that nothing is left to do. */
    public int work(int budget) {
        return plan.work(budget) + plan.reclaim(budget);
    }

    /** Does all pending work that brings something out. */
    public void workOff() {
        while (plan.work(Integer.MAX_VALUE) > 0) {
            // The budget of a call is a number of rows, so this ends.
        }
    }

    /** Makes a cut: in a query with batches the batch ends. It is recorded, and all that it makes due is done. */
    public void cut() {
        if (order != null) {
            order.record(OrderMark.Kind.CUT, lastOrigin, feeds.position(lastOrigin.source()), 0);
        }
        makeCut();
    }

    /** Whether something recorded is still to be done at rows to come, so that no new cut may be made. */
    public boolean replays() {
        return feeds.replays();
    }

    /** Whether a cut without rows would bring out or remove something. */
    public boolean cutDue() {
        return cuts.due();
    }

    /** Whether rows were read since the last cut. */
    public boolean hasUncutRows() {
        return cuts.hasUncutRows();
    }

    /** Sends the watermark after which no row can follow, and does all work that it makes due. */
    public void drain() {
        makeCut();
        plan.watermark(Watermark.END, lastOrigin);
        workOff();
        while (plan.reclaim(Integer.MAX_VALUE) > 0) {
            // The budget of a call is a number of entries, so this ends.
        }
    }

    /** For each source the position of the last record read. */
    public List<Long> positions() {
        return feeds.positions();
    }

    /** For each source the position of the last record that is in it now. */
    public List<Long> endPositions() {
        return feeds.endPositions();
    }

    /** Makes {@link #poll} stop after the records at these positions. */
    public void stopAfter(List<Long> positions) {
        feeds.stopAfter(positions);
    }

    /**
     * Copies state, source positions and output sequence at this moment, between two rows.
     *
     * @return what {@link #restore} takes, also in another pipeline of the same query
     */
    public PipelineImage copy() {
        return new PipelineImage(state.copy(), commit());
    }

    /** Goes back to a copy: the rows after its positions are read again, and rows that come out again are known by their sequence. */
    public void restore(PipelineImage image) {
        state.restore(image.state());
        resume(image.commit());
    }

    /** Positions and sequences that belong to the state at this moment, between two rows. The sinks keep what they took so far. */
    public Commit commit() {
        return new Commit(
                positions(),
                order == null ? Commit.Mark.NONE : order.commit(),
                output.commit(),
                outputs.commitDrops(),
                new Commit.LastRow(lastOrigin.source(), lastOrigin.position(), lastOrigin.ingestTimeNs()),
                counters.counts());
    }

    /** Goes on from a commit whose state is in place. */
    public void resume(Commit commit) {
        feeds.moveAfter(commit.positions());
        if (order != null) {
            order.resume(commit.order());
        }
        outputs.resume(commit);
        Commit.LastRow last = commit.last();
        lastOrigin.origin(last.source(), last.position(), last.ingestTimeNs(), RowKind.INSERT);
        counters.resume(commit.counters());
        readBefore = counters.rowsRead();
        plan.restored();
    }

    /** Lets it read and write scratch journals until that is closed; then it must be restored. */
    Diversion divert(ScratchFiles files) {
        return Diversion.begin(files, feeds, outputs, order);
    }

    /** Why this query cannot go on from a commit: what a sink, the order journal or a source does not hold any more; empty when it can. */
    String missingFor(Commit commit) {
        String missing = outputs.missingFor(commit);
        if (!missing.isEmpty()) {
            return missing;
        }
        if (order != null && !order.holds(commit.order())) {
            return "the order journal ends before record " + commit.order().sequence();
        }
        return feeds.missingFor(commit.positions());
    }

    /** State that snapshots are taken of. */
    public StateSnapshots snapshots() {
        return state.snapshots();
    }

    /** Name of a sink that has no room for what a duty cycle appends, or null. */
    String fullSink() {
        if (order != null && !order.hasRoom()) {
            return "the order journal";
        }
        Output full = outputs.full();
        return full == null ? null : full.sink().name();
    }

    /** The state of each operator, from the sources down. */
    List<StateRegistry> registries() {
        return contexts.stream().map(EngineContext::state).toList();
    }

    /** The state of one operator. */
    StateRegistry registry(String uid) {
        return registries().stream()
                .filter(one -> one.owner().equals(uid))
                .findFirst()
                .orElseThrow();
    }

    /** Copies the state alone. */
    StateImage copyState() {
        return state.copy();
    }

    /** Takes over the state of some owners of another pipeline, by their names there and here. */
    void adopt(StateImage image, Map<String, String> owners) {
        state.adopt(image, owners);
        plan.restored();
    }

    /** Lets order journal and sinks keep what was appended. */
    void flush() {
        if (order != null) {
            order.flush();
        }
        outputs.flush();
    }

    /** What is known of a restart so far. */
    Replayed replayed() {
        List<String> repairs = new ArrayList<>(outputs.repairs());
        if (order != null && !order.repaired().isEmpty()) {
            repairs.add(order.repaired());
        }
        return new Replayed(
                counters.rowsRead() - readBefore,
                outputs.skipped(),
                outputs.compared(),
                order == null ? 0 : order.replayed(),
                repairs);
    }

    /** The running operators, from the sources down. */
    public List<Operator> operators() {
        return plan.operators();
    }

    /**
     * Each row that was put out stands behind rows that were read before, and with several sources behind a record of order; but for those of a drain. When
     * all that is there was done, none can be missing.
     *
     * @throws TidemarkException {@code OUTPUT_DIVERGED} when a sink holds more
     */
    public void checkReplayed() {
        workOff();
        if (missingOutput() > 0) {
            throw new TidemarkException(
                    ErrorCode.OUTPUT_DIVERGED,
                    "The output holds " + missingOutput() + " rows more than "
                            + (ordered() ? "the order journal accounts" : "the input accounts") + " for."
                            + replayed().mended(),
                    "The input or the order journal was cut or replaced, or somebody else wrote to the output. Restore it, or start the query with a"
                            + " new directory, output and order journal.");
        }
    }

    /** Whether several sources are read in a recorded order. */
    boolean ordered() {
        return order != null && feeds.count() > 1;
    }

    /** Rows that the sink held at the start and that have not come out again. */
    public long missingOutput() {
        return outputs.missing();
    }

    /** Makes the current figures visible to other threads. */
    public void publish() {
        for (int i = 0; i < contexts.size(); i++) {
            contexts.get(i).measureState(plan.operators().get(i));
        }
        idleChanged = false;
        feeds.publish(counters);
        counters.publish(state.usedBytes(), state.limitBytes(), output.sequence(), output.skipped());
    }

    /** Whether a source became idle or active since the last {@link #publish}. */
    boolean idleChanged() {
        return idleChanged;
    }

    @Override
    public void close() {
        open.close();
    }

    private EngineContext context(BoundStep step, NodeFactory nodes) {
        EngineContext context = new EngineContext(
                step,
                new StateRegistry(state, step.uid()),
                counters.add(step.uid()),
                sources,
                drops,
                nodes,
                source -> feeds.isIdle(source),
                queryWatermark);
        contexts.add(context);
        return context;
    }

    private void makeCut() {
        cuts.make(lastOrigin);
        workOff();
    }

    private SourceFeeds.Events events() {
        return new SourceFeeds.Events() {
            @Override
            public void cut() {
                makeCut();
            }

            @Override
            public void idleChanged() {
                idleChanged = true;
                plan.inputsChanged(lastOrigin);
            }

            @Override
            public boolean outputMissing() {
                return missingOutput() > 0;
            }

            @Override
            public RowView last() {
                return lastOrigin;
            }
        };
    }
}
