package io.tidemark.expr.eval;

import io.tidemark.row.RowView;
import java.util.List;

/** {@code probe(int)}: the value itself, counting how often it is asked. */
final class Probe implements ScalarFunction {
    private final Counter counter = new Counter();

    static final class Counter {
        private long calls;
    }

    long calls() {
        return counter.calls;
    }

    @Override
    public String name() {
        return "probe";
    }

    @Override
    public Signature resolve(CallSite call) {
        return new Signature(call.types(), call.type(0), call.nullable(0));
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        return context.node(Node.class, arguments.get(0).asLong(), counter);
    }

    static final class Node implements LongEvaluator {
        private final LongEvaluator input;
        private final Counter counter;

        Node(LongEvaluator input, Counter counter) {
            this.input = input;
            this.counter = counter;
        }

        @Override
        public boolean isNull(RowView row) {
            counter.calls++;
            return input.isNull(row);
        }

        @Override
        public long getLong(RowView row) {
            counter.calls++;
            return input.getLong(row);
        }
    }
}
