package io.tidemark.expr.eval;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.DataType.Kind;
import io.tidemark.row.RowView;
import java.util.List;

/** {@code length(x)}: code points of a text, bytes of a binary; an int. */
final class Length implements ScalarFunction {
    @Override
    public String name() {
        return "length";
    }

    @Override
    public Signature resolve(CallSite call) {
        if (!call.accepts(1, 1)) {
            return null;
        }
        return call.type(0).isVariableLength()
                ? new Signature(call.types(), DataType.INT, call.nullable(0))
                : call.mismatch("a string or binary", "Cast the value to string.");
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        BytesEvaluator input = arguments.get(0).asBytes();
        return signature.parameters().get(0).kind() == Kind.STRING
                ? context.node(CodePoints.class, input, new BytesView())
                : context.node(Bytes.class, input, new BytesView());
    }

    static final class CodePoints implements LongEvaluator {
        private final BytesEvaluator input;
        private final BytesView view;

        CodePoints(BytesEvaluator input, BytesView view) {
            this.input = input;
            this.view = view;
        }

        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public long getLong(RowView row) {
            input.getBytes(row, view);
            long address = view.address();
            int count = 0;
            for (int i = 0; i < view.length(); i++) {
                // All bytes but the second and later ones of a code point.
                count += (OffHeap.getByte(address + i) & 0xC0) != 0x80 ? 1 : 0;
            }
            return count;
        }
    }

    static final class Bytes implements LongEvaluator {
        private final BytesEvaluator input;
        private final BytesView view;

        Bytes(BytesEvaluator input, BytesView view) {
            this.input = input;
            this.view = view;
        }

        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public long getLong(RowView row) {
            return input.getBytes(row, view).length();
        }
    }
}
