package io.tidemark.testkit;

import io.tidemark.StreamWriter;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.engine.Pipeline;
import io.tidemark.engine.PipelineImage;
import io.tidemark.engine.QuerySpec;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.metrics.QueryCounters;
import io.tidemark.operator.Operator;
import io.tidemark.state.StateBackendFactory;
import io.tidemark.state.StateSnapshots;
import java.util.List;
import java.util.function.Function;

/** One run of a query over a journal in memory, driven by hand. */
final class ContractRun implements AutoCloseable {
    private static final int WORK = 3;

    private final Pipeline pipeline;
    private final QueryCounters counters;
    private final JournalSink sink;
    private final int pollLimit;
    private final boolean ownsSink;
    private final ContractInput input;

    /** A run into a new journal that goes with it, as does the order of the input. */
    ContractRun(
            Function<List<JournalSource>, StreamWriter> query,
            ContractInput input,
            StateBackendFactory backend,
            int pollLimit) {
        this(query, input, MemoryJournal.output("out"), backend, pollLimit, true, CheckpointSettings.none());
    }

    /** A run into a sink of the caller's. */
    ContractRun(
            Function<List<JournalSource>, StreamWriter> query,
            ContractInput input,
            JournalSink sink,
            StateBackendFactory backend,
            int pollLimit) {
        this(query, input, sink, backend, pollLimit, false, CheckpointSettings.none());
    }

    /** A run into a sink of the caller's, of whose state snapshots can be taken. */
    static ContractRun withSnapshots(
            Function<List<JournalSource>, StreamWriter> query,
            ContractInput input,
            JournalSink sink,
            StateBackendFactory backend,
            int pollLimit) {
        return new ContractRun(query, input, sink, backend, pollLimit, false, CheckpointSettings.onDemand());
    }

    private ContractRun(
            Function<List<JournalSource>, StreamWriter> query,
            ContractInput input,
            JournalSink sink,
            StateBackendFactory backend,
            int pollLimit,
            boolean ownsSink,
            CheckpointSettings checkpoints) {
        StreamWriter writer =
                query.apply(List.copyOf(input.journals())).to(sink).state(backend);
        if (input.order() != null) {
            writer.order(input.order());
        }
        QuerySpec spec = writer.build();
        this.counters = new QueryCounters(
                spec.name(), spec.plan().steps().size() + spec.plan().sources().size());
        this.sink = sink;
        this.pollLimit = pollLimit;
        this.ownsSink = ownsSink;
        this.input = input;
        this.pipeline = new Pipeline(spec.withCheckpoints(checkpoints), counters, true);
    }

    /** Reads some rows and does some of the pending work; {@code false} at the end of the input. */
    boolean step() {
        int read = pipeline.poll(pollLimit);
        pipeline.work(WORK);
        return read > 0;
    }

    /** Reads everything and closes all windows. */
    void drain() {
        while (step()) {
            // Reads to the end.
        }
        pipeline.drain();
    }

    /** Rows read from all inputs. */
    long rowsRead() {
        return pipeline.positions().stream().mapToLong(position -> position + 1).sum();
    }

    PipelineImage copy() {
        return pipeline.copy();
    }

    void restore(PipelineImage image) {
        pipeline.restore(image);
    }

    /** Begins a snapshot of this moment. */
    void start(ContractSnapshot snapshot) {
        snapshot.start(pipeline.snapshots(), pipeline.commit());
    }

    /** Goes on from the last snapshot that was published, in a run that has read nothing. */
    void load(ContractSnapshot snapshot) {
        snapshot.load(pipeline.snapshots());
        pipeline.resume(snapshot.published());
    }

    /** Snapshots of the state, between two rows. */
    StateSnapshots snapshots() {
        return pipeline.snapshots();
    }

    List<Operator> operators() {
        return pipeline.operators();
    }

    long stateRows() {
        pipeline.publish();
        return counters.progress().stateRows();
    }

    List<List<Object>> rows() {
        return journal().rows();
    }

    /** Rows that came out into a {@link CountingSink}. */
    long rowsOut() {
        return ((CountingSink) sink).rows();
    }

    @Override
    public void close() {
        pipeline.close();
        if (ownsSink) {
            input.close();
            journal().close();
        }
    }

    private MemoryJournal journal() {
        return sink instanceof FailingSink failing ? failing.journal() : (MemoryJournal) sink;
    }
}
