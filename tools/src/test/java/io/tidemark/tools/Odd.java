package io.tidemark.tools;

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

/** {@code odd(n)}: a function of a user's own, which the command does not have. */
final class Odd implements ScalarFunction {
    @Override
    public String name() {
        return "odd";
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
        private final LongEvaluator number;

        Condition(LongEvaluator number) {
            this.number = number;
        }

        @Override
        public int test(RowView row) {
            return number.getLong(row) % 2 == 0 ? FALSE : TRUE;
        }
    }
}
