package io.tidemark.tools.lives;

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

/** {@code trip(v)}: whether {@code v} is no multiple of 13; it throws where a test wants it to. */
final class Trip implements ScalarFunction {
    /** Calls after which the next one throws. */
    static volatile long callsLeft = Long.MAX_VALUE;

    /** The function failed. */
    static final class TrippedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TrippedException() {
            super("the function failed");
        }
    }

    @Override
    public String name() {
        return "trip";
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
        private final LongEvaluator value;

        Condition(LongEvaluator value) {
            this.value = value;
        }

        @Override
        public int test(RowView row) {
            long left = callsLeft;
            if (left == 0) {
                throw new TrippedException();
            }
            callsLeft = left - 1;
            return value.getLong(row) % 13 == 0 ? FALSE : TRUE;
        }
    }
}
