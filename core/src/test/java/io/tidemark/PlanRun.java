package io.tidemark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.error.Problem;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.ReflectiveNodeFactory;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.journal.RecordHandler;
import io.tidemark.metrics.OperatorMetrics;
import io.tidemark.metrics.QueryCounters;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.Operator;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.QuerySettings;
import io.tidemark.operator.QueryWatermark;
import io.tidemark.operator.RowConsumer;
import io.tidemark.plan.Analyzer;
import io.tidemark.plan.BoundPlan;
import io.tidemark.plan.BoundStep;
import io.tidemark.plan.CompiledPlan;
import io.tidemark.plan.PlanComparison;
import io.tidemark.plan.PlanCompiler;
import io.tidemark.plan.RestartPlan;
import io.tidemark.row.RowView;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StateRegistry;
import io.tidemark.state.heap.HeapState;
import io.tidemark.time.Watermark;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A plan that runs by hand on a backend of its own, and takes over the state of a run of another plan. */
final class PlanRun implements AutoCloseable {
    private static final long STATE_BYTES = 16L << 20;

    private final BoundPlan plan;
    private final StateBackend backend = HeapState.withLimit(STATE_BYTES).open();
    private final Map<String, StateRegistry> state = new HashMap<>();
    private final QueryCounters counters;
    private final CompiledPlan compiled;
    private final List<String> rows = new ArrayList<>();
    private final RowView last = new RowView();

    PlanRun(StreamFrame frame, QuerySettings settings) {
        List<Problem> problems = new ArrayList<>();
        plan = new Analyzer(settings.withFunctions(frame.functions()), problems).analyze(frame.plan());
        assertEquals(List.of(), problems);
        counters = new QueryCounters("run", plan.steps().size());
        RowConsumer out = new RowConsumer() {
            @Override
            public void onRow(RowView row) {
                rows.add(text(row));
            }

            @Override
            public void onWatermark(long watermarkNs, RowView cause) {
                // Rows alone are looked at.
            }

            @Override
            public void onCut(RowView cause) {
                // Rows alone are looked at.
            }
        };
        compiled = PlanCompiler.compile(plan, this::context, out);
    }

    private static String text(RowView row) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < row.schema().size(); i++) {
            values.add(row.isNull(i) ? null : row.get(i));
        }
        return row.kind() + " " + values;
    }

    private OperatorContext context(BoundStep step) {
        StateRegistry registry = new StateRegistry(backend, step.uid());
        state.put(step.uid(), registry);
        OperatorMetrics metrics = counters.add(step.uid());
        return new OperatorContext() {
            @Override
            public String uid() {
                return step.uid();
            }

            @Override
            public StateRegistry state() {
                return registry;
            }

            @Override
            public OperatorCounters counters() {
                return metrics;
            }

            @Override
            public NodeFactory nodes() {
                return new ReflectiveNodeFactory();
            }

            @Override
            public void drop(RowView row, DropReason reason, long watermarkNs) {
                metrics.rowDropped(reason);
            }

            @Override
            public boolean idle(int input) {
                return false;
            }

            @Override
            public QueryWatermark queryWatermark() {
                return null;
            }

            @Override
            public boolean deferEmission() {
                return step.deferEmission();
            }
        };
    }

    /** Takes over the state of another run, which is over then. */
    RestartPlan takeOver(PlanRun before) {
        while (before.compiled.work(Integer.MAX_VALUE) > 0) {
            // What was due comes out under the old plan.
        }
        return takeOverAsItStands(before);
    }

    /** The same in the middle of what comes out. */
    RestartPlan takeOverAsItStands(PlanRun before) {
        RestartPlan restart = PlanComparison.compare(before.plan, plan);
        for (RestartPlan.Move move : restart.moves()) {
            move.migration().run(before.state.get(move.before()), state.get(move.now()));
        }
        compiled.operators().forEach(Operator::restored);
        return restart;
    }

    /** Reads what is in a journal into a source. */
    void read(int source, MemoryJournal journal) {
        try (JournalReader reader = journal.openReader()) {
            RecordHandler handler = new RecordHandler() {
                @Override
                public void onRow(RowView row) {
                    last.origin(source, row.position(), row.ingestTimeNs(), row.kind());
                    compiled.heads().get(source).onRow(row.source(source));
                }

                @Override
                public void onInvalid(RowView record, String reason) {
                    throw new IllegalStateException(reason);
                }
            };
            while (reader.poll(handler, 1) > 0) {
                compiled.work(1);
            }
        }
    }

    void cut() {
        compiled.cut(last);
    }

    void drain() {
        compiled.watermark(Watermark.END, last);
        while (compiled.work(Integer.MAX_VALUE) > 0) {
            // Everything comes out.
        }
    }

    /** What came out since the last call: kind and values. */
    List<String> rows() {
        List<String> taken = List.copyOf(rows);
        rows.clear();
        return taken;
    }

    @Override
    public void close() {
        compiled.close();
        backend.close();
    }
}
