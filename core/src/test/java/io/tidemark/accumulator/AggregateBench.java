package io.tidemark.accumulator;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.Expression;
import io.tidemark.expr.eval.EvaluatorCompiler;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.function.UserAggregate;
import io.tidemark.memory.OffHeap;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.QuerySettings;
import io.tidemark.operator.QueryWatermark;
import io.tidemark.operator.StreamType;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateRegistry;
import io.tidemark.state.StateTable;
import io.tidemark.state.heap.HeapState;
import io.tidemark.time.TimeProvenance;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Aggregates of one group as the operator builds them, with panes that a test fills and merges by hand. The time is column 0. */
final class AggregateBench implements AutoCloseable {
    private static final int KEY_BYTES = 8;

    private final List<Problem> problems = new ArrayList<>();
    private final StateBackend backend = HeapState.withLimit(64 << 20).open();
    private final long key = OffHeap.allocate(KEY_BYTES);
    private final RowWriter out = new RowWriter();
    private final Schema output;
    private final AggregateList list;
    private final Accumulator accumulators;
    private final StateTable table;
    private long panes;

    AggregateBench(Schema schema, QuerySettings settings, NodeFactory nodes, List<Aggregate> aggregates) {
        Scope scope = new Scope(schema, settings);
        list = AggregateList.bind(aggregates, scope, true);
        if (list == null || scope.failed()) {
            output = null;
            accumulators = null;
            table = null;
            return;
        }
        output = Schema.of(list.fields());
        accumulators = list.create(new Context(nodes), null, 0);
        table = new StateRegistry(backend, "bench").table("groups", list.valueBytes(), KEY_BYTES);
    }

    /** What was wrong with the aggregates. */
    List<Problem> problems() {
        return problems;
    }

    /** Columns of the result. */
    Schema output() {
        return output;
    }

    /** The bound aggregates. */
    AggregateList list() {
        return list;
    }

    /** What runs them. */
    Accumulator accumulators() {
        return accumulators;
    }

    /** Bytes of a group. */
    int valueBytes() {
        return list.valueBytes();
    }

    /** A new pane with an empty group. */
    StatePane pane() {
        StatePane pane = table.openPane(panes++);
        pane.acquire(key, KEY_BYTES);
        return pane;
    }

    /** Adds a row to the group of a pane. */
    void add(StatePane pane, RowView row) {
        accumulators.add(row, pane.acquire(key, KEY_BYTES), pane);
    }

    /** Merges the group of one pane into that of another. */
    void merge(StatePane from, StatePane to) {
        accumulators.merge(from.find(key, KEY_BYTES), from, to.acquire(key, KEY_BYTES), to);
    }

    /** Results of the group of a pane, as objects. */
    List<Object> results(StatePane pane) {
        out.start(output());
        accumulators.write(pane.find(key, KEY_BYTES), pane, out);
        RowView row = out.finish();
        List<Object> results = new ArrayList<>();
        for (int column = 0; column < output().size(); column++) {
            results.add(row.get(column));
        }
        return results;
    }

    /** Adds a row, merges another pane and writes the results, over and over, on addresses that are looked up once. */
    void repeat(StatePane pane, StatePane other, RowView row, int times) {
        long value = pane.acquire(key, KEY_BYTES);
        long otherValue = other.find(key, KEY_BYTES);
        for (int i = 0; i < times; i++) {
            accumulators.add(row, value, pane);
            accumulators.merge(otherValue, other, value, pane);
            out.start(output);
            accumulators.write(value, pane, out);
        }
    }

    @Override
    public void close() {
        out.close();
        OffHeap.free(key);
        backend.close();
    }

    private final class Scope implements BindScope {
        private final StreamType input;
        private final QuerySettings settings;
        private final EvaluatorCompiler compiler;

        Scope(Schema schema, QuerySettings settings) {
            List<TimeProvenance> times = new ArrayList<>(Collections.nCopies(schema.size(), TimeProvenance.NONE));
            times.set(schema.index("ts"), TimeProvenance.EXACT);
            this.input = new StreamType(schema, times, "ts", 0, false, EdgeKind.APPEND);
            this.settings = settings;
            this.compiler = new EvaluatorCompiler(
                    schema, settings.ansi(), settings.functions().scalars());
        }

        @Override
        public String uid() {
            return "bench";
        }

        @Override
        public StreamType input() {
            return input;
        }

        @Override
        public List<StreamType> inputs() {
            return List.of(input);
        }

        @Override
        public EdgeKind wanted() {
            return EdgeKind.UPSERT;
        }

        @Override
        public BindScope over(StreamType type) {
            throw new UnsupportedOperationException();
        }

        @Override
        public DataType typeOf(Expression expression) {
            return compiler.typeOf(
                    expression, found -> problem(found.code(), found.column(), found.reason(), found.wayOut()));
        }

        @Override
        public boolean nullable(Expression expression) {
            return compiler.isNullable(expression);
        }

        @Override
        public TypedEvaluator compile(Expression expression, NodeFactory nodes) {
            return compiler.compile(expression, nodes);
        }

        @Override
        public UserAggregate aggregate(String name) {
            return settings.functions().aggregate(name);
        }

        @Override
        public QuerySettings settings() {
            return settings;
        }

        @Override
        public void problem(ErrorCode code, String column, String reason, String wayOut) {
            problems.add(new Problem(code, uid(), column, reason, wayOut));
        }

        @Override
        public boolean failed() {
            return !problems.isEmpty();
        }
    }

    private record Context(NodeFactory nodes) implements OperatorContext {
        @Override
        public String uid() {
            return "bench";
        }

        @Override
        public StateRegistry state() {
            throw new UnsupportedOperationException();
        }

        @Override
        public OperatorCounters counters() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void drop(RowView row, DropReason reason, long watermarkNs) {
            throw new UnsupportedOperationException();
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
            return false;
        }
    }
}
