package io.tidemark.engine;

import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.PinningNodeFactory;
import io.tidemark.expr.eval.ReflectiveNodeFactory;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.RecordHandler;
import io.tidemark.metrics.OperatorMetrics;
import io.tidemark.metrics.QueryCounters;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.Operator;
import io.tidemark.plan.BoundStep;
import io.tidemark.plan.CompiledPlan;
import io.tidemark.plan.PlanCompiler;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StateRegistry;
import io.tidemark.time.Watermark;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A query that is wired and open: reader, operators, state and output. It knows nothing of threads, triggers and directories. Engine
 * thread only.
 */
public final class Pipeline implements RecordHandler, AutoCloseable {
    private final JournalReader reader;
    private final StateBackend state;
    private final Output output;
    private final DropRouter drops;
    private final CompiledPlan plan;
    private final QueryCounters counters;
    private final OperatorMetrics source;
    private final ScalarState rowsSinceCut;
    private final long cutEvery;
    private final CutLog cuts;
    private final List<EngineContext> contexts = new ArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final RowView lastOrigin = new RowView();
    private Consumer<RowView> onFirstRow;

    /**
     * Opens everything; on failure what was opened is closed again.
     *
     * @param mayContinue whether rows that are in the sinks already belong to this very query
     */
    public Pipeline(QuerySpec spec, QueryCounters counters, boolean mayContinue) {
        this.counters = counters;
        this.cutEvery = spec.cutEvery();
        try {
            source = counters.add(spec.plan().source().name());
            reader = opened(spec.source().openReader());
            lastOrigin.origin(JournalReader.NO_POSITION, RowView.NO_INGEST_TIME, RowKind.INSERT);
            output = opened(new Output(spec.sink(), spec.plan().output().schema(), mayContinue));
            drops = opened(new DropRouter(spec.dropSinks(), mayContinue));
            state = opened(spec.state().open());
            rowsSinceCut = state.openScalar("engine", "rowsSinceCut", 0);
            cuts = spec.order() == null
                    ? null
                    : opened(CutLog.open(spec.order().source(), spec.order().sink()));
            NodeFactory nodes = spec.pinned() ? new PinningNodeFactory() : new ReflectiveNodeFactory();
            plan = opened(PlanCompiler.compile(spec.plan(), step -> context(step, nodes), output, spec.pinned()));
        } catch (RuntimeException | Error e) {
            closeAll(e);
            throw e;
        }
    }

    /** Has the first row that is read looked at before it goes down. */
    void onFirstRow(Consumer<RowView> listener) {
        onFirstRow = listener;
    }

    /** Reads up to {@code limit} records and sends them down; returns the number read. */
    public int poll(int limit) {
        int read = reader.poll(this, limit);
        if (read == 0 && replaysCuts()) {
            makeRecordedCuts();
        }
        return read;
    }

    /** Does a part of the pending work; 0 means that nothing is pending. */
    public int work(int budget) {
        return plan.work(budget);
    }

    /** Does all pending work. */
    public void workOff() {
        while (work(Integer.MAX_VALUE) > 0) {
            // The budget of a call is a number of rows, so this ends.
        }
    }

    /** Makes a cut: in a query with batches the batch ends. It is recorded, and all that it makes due is done. */
    public void cut() {
        if (cuts != null) {
            cuts.record(lastOrigin.position(), lastOrigin.ingestTimeNs());
        }
        makeCut();
    }

    /** Whether recorded cuts are still to be made at rows to come, so that no new one may be made. */
    public boolean replaysCuts() {
        return cuts != null && cuts.replaying();
    }

    /** Whether a cut without rows would bring out or remove something. */
    public boolean cutDue() {
        boolean due = false;
        boolean evicts = false;
        for (int i = 0; i < plan.operators().size(); i++) {
            due |= plan.operators().get(i).cutDue();
            evicts |= plan.operators().get(i).evictsByTime();
        }
        return due && evicts;
    }

    /** Whether rows were read since the last cut. */
    public boolean hasUncutRows() {
        return rowsSinceCut.get() > 0;
    }

    /** Sends the watermark after which no row can follow, and does all work that it makes due. */
    public void drain() {
        makeCut();
        plan.head().onWatermark(Watermark.END, lastOrigin);
        workOff();
    }

    /** Position of the last record read. */
    public long position() {
        return reader.position();
    }

    /** Position of the last record that is in the source now. */
    public long endPosition() {
        return reader.endPosition();
    }

    /** Makes {@link #poll} stop after the record at this position. */
    public void stopAfter(long position) {
        reader.stopAfter(position);
    }

    /**
     * Copies state, source position and output sequence at this moment, between two rows.
     *
     * @return what {@link #restore} takes, also in another pipeline of the same query
     */
    public PipelineImage copy() {
        return new PipelineImage(
                state.copy(), reader.position(), output.sequence(), drops.sequences(), lastOrigin.ingestTimeNs());
    }

    /** Goes back to a copy: the rows after its position are read again, and rows that come out again are known by their sequence. */
    public void restore(PipelineImage image) {
        state.restore(image.state());
        reader.moveAfter(image.position());
        output.restore(image.outputSequence());
        drops.restore(image.dropSequences());
        lastOrigin.origin(image.position(), image.lastIngestTimeNs(), RowKind.INSERT);
        plan.restored();
    }

    /** The running operators, from the source down. */
    public List<Operator> operators() {
        return plan.operators();
    }

    /** Rows that the sink held at the start and that have not come out again. */
    public long missingOutput() {
        return output.missing();
    }

    /** Makes the current figures visible to other threads. */
    public void publish() {
        for (int i = 0; i < contexts.size(); i++) {
            contexts.get(i).measureState();
        }
        counters.publish(state.usedBytes(), state.limitBytes(), reader.position(), output.sequence(), output.skipped());
    }

    @Override
    public void onRow(RowView row) {
        if (replaysCuts() && row.position() != lastOrigin.position()) {
            makeRecordedCuts();
        }
        if (onFirstRow != null) {
            onFirstRow.accept(row);
            onFirstRow = null;
        }
        source.rowIn();
        source.rowAccepted();
        source.rowOut();
        lastOrigin.originOf(row);
        plan.head().onRow(row);
        long rows = rowsSinceCut.get() + 1;
        rowsSinceCut.set(rows);
        if (rows == cutEvery) {
            makeCut();
        }
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        source.rowIn();
        source.rowDropped(DropReason.INVALID);
        drops.drop(record, DropReason.INVALID, source.uid(), reason, Watermark.NONE);
    }

    @Override
    public void close() {
        RuntimeException failure = new IllegalStateException("closing a query failed");
        closeAll(failure);
        if (failure.getSuppressed().length > 0) {
            throw failure;
        }
    }

    private EngineContext context(BoundStep step, NodeFactory nodes) {
        EngineContext context =
                new EngineContext(step, new StateRegistry(state, step.uid()), counters.add(step.uid()), drops, nodes);
        contexts.add(context);
        return context;
    }

    private <T extends AutoCloseable> T opened(T resource) {
        open.add(resource);
        return resource;
    }

    private void closeAll(Throwable failure) {
        for (int i = open.size() - 1; i >= 0; i--) {
            try {
                open.get(i).close();
            } catch (Exception e) {
                failure.addSuppressed(e);
            }
        }
        open.clear();
    }

    private void makeCut() {
        rowsSinceCut.set(0);
        plan.head().onCut(lastOrigin);
        workOff();
    }

    /** Makes the cuts that were recorded after the last row. */
    private void makeRecordedCuts() {
        while (cuts.takeRecorded(lastOrigin.position())) {
            makeCut();
        }
    }
}
