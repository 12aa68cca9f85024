package io.tidemark.expr.eval;

import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import java.util.List;

/** {@code concat(a, b, ...)}: texts, or binaries, one after the other; null when one is null. */
final class Concat implements ScalarFunction {
    @Override
    public String name() {
        return "concat";
    }

    @Override
    public Signature resolve(CallSite call) {
        if (!call.accepts(1, Integer.MAX_VALUE)) {
            return null;
        }
        DataType type = call.type(0);
        if (!type.isVariableLength() || !call.types().stream().allMatch(type::equals)) {
            return call.mismatch("strings, or binaries", "Cast the other values to string.");
        }
        return new Signature(call.types(), type, call.anyNullable());
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        BytesEvaluator[] parts = new BytesEvaluator[arguments.size()];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = arguments.get(i).asBytes();
        }
        return context.node(Joined.class, parts, new TextBuffer(), context.site());
    }

    static final class Joined implements BytesEvaluator {
        private final BytesEvaluator[] parts;
        private final TextBuffer text;
        private final ErrorSite site;

        Joined(BytesEvaluator[] parts, TextBuffer text, ErrorSite site) {
            this.parts = parts;
            this.text = text;
            this.site = site;
        }

        @Override
        public boolean isNull(RowView row) {
            for (BytesEvaluator part : parts) {
                if (part.isNull(row)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public BytesView getBytes(RowView row, BytesView view) {
            text.clear();
            for (BytesEvaluator part : parts) {
                part.getBytes(row, view);
                if (text.length() + view.length() > RowWriter.MAX_ROW_BYTES) {
                    throw site.textTooLong((long) text.length() + view.length());
                }
                text.append(view);
            }
            return text.view(view);
        }
    }
}
