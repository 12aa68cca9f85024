package io.tidemark.expr.eval;

import io.tidemark.row.RowView;
import java.util.List;

/** {@code left or right}: true when either is true, even if the other is null. The right side is not touched after a true. */
final class Disjunction extends LogicFunction {
    Disjunction() {
        super("or", 2);
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        return context.node(
                Or.class, arguments.get(0).asBool(), arguments.get(1).asBool());
    }

    static final class Or implements BoolEvaluator {
        private final BoolEvaluator left;
        private final BoolEvaluator right;

        Or(BoolEvaluator left, BoolEvaluator right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public int test(RowView row) {
            int first = left.test(row);
            if (first == TRUE) {
                return TRUE;
            }
            int second = right.test(row);
            return first == NULL && second == FALSE ? NULL : second;
        }
    }
}
