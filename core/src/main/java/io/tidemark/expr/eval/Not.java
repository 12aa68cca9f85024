package io.tidemark.expr.eval;

import io.tidemark.row.RowView;
import java.util.List;

/** {@code not(x)}: null stays null. */
final class Not extends LogicFunction {
    Not() {
        super("not", 1);
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        return context.node(Inverted.class, arguments.get(0).asBool());
    }

    static final class Inverted implements BoolEvaluator {
        private final BoolEvaluator input;

        Inverted(BoolEvaluator input) {
            this.input = input;
        }

        @Override
        public int test(RowView row) {
            int value = input.test(row);
            return value == NULL ? NULL : 1 - value;
        }
    }
}
