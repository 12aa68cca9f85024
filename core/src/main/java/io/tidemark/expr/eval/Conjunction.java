package io.tidemark.expr.eval;

import io.tidemark.row.RowView;
import java.util.List;

/** {@code left and right}: false when either is false, even if the other is null. The right side is not touched after a false. */
final class Conjunction extends LogicFunction {
    Conjunction() {
        super("and", 2);
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        return context.node(
                And.class, arguments.get(0).asBool(), arguments.get(1).asBool());
    }

    static final class And implements BoolEvaluator {
        private final BoolEvaluator left;
        private final BoolEvaluator right;

        And(BoolEvaluator left, BoolEvaluator right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public int test(RowView row) {
            int first = left.test(row);
            if (first == FALSE) {
                return FALSE;
            }
            int second = right.test(row);
            return first == NULL && second == TRUE ? NULL : second;
        }
    }
}
