package io.tidemark;

import io.tidemark.expr.eval.BoolEvaluator;
import io.tidemark.expr.eval.CallSite;
import io.tidemark.expr.eval.Evaluator;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.expr.eval.NodeContext;
import io.tidemark.expr.eval.ScalarFunction;
import io.tidemark.expr.eval.Signature;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import java.util.List;

/** {@code impure(id)}: a condition that depends on what a test sets meanwhile, as no function of a query may. */
final class Impure implements ScalarFunction {
    /** Ids below this are not taken. */
    static volatile long least;
    /** This id is not taken. */
    static volatile long without = -1;
    /** At this id the function throws. */
    static volatile long failAt = -1;

    @Override
    public String name() {
        return "impure";
    }

    @Override
    public Signature resolve(CallSite call) {
        return new Signature(List.of(DataType.LONG), DataType.BOOL, false);
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        return context.node(Condition.class, arguments.get(0).asLong());
    }

    static final class Condition implements BoolEvaluator {
        private final LongEvaluator id;

        Condition(LongEvaluator id) {
            this.id = id;
        }

        @Override
        public int test(RowView row) {
            long value = id.getLong(row);
            if (value == failAt) {
                throw new IllegalStateException("failed at " + value);
            }
            return value >= least && value != without ? TRUE : FALSE;
        }
    }
}
