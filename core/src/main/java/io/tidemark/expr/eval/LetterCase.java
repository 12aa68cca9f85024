package io.tidemark.expr.eval;

import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.DataType.Kind;
import io.tidemark.row.RowView;
import java.util.List;

/** {@code upper(text)} and {@code lower(text)}, as {@link CaseMapping} does it. */
final class LetterCase implements ScalarFunction {
    private final String name;
    private final CaseMapping mapping;

    LetterCase(String name, CaseMapping mapping) {
        this.name = name;
        this.mapping = mapping;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Signature resolve(CallSite call) {
        if (!call.accepts(1, 1)) {
            return null;
        }
        return call.type(0).kind() == Kind.STRING
                ? new Signature(call.types(), DataType.STRING, call.nullable(0))
                : call.mismatch("a string", "Cast the value to string.");
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        return context.node(Mapped.class, arguments.get(0).asBytes(), mapping, new TextBuffer());
    }

    static final class Mapped implements BytesEvaluator {
        private final BytesEvaluator input;
        private final CaseMapping mapping;
        private final TextBuffer text;

        Mapped(BytesEvaluator input, CaseMapping mapping, TextBuffer text) {
            this.input = input;
            this.mapping = mapping;
            this.text = text;
        }

        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public BytesView getBytes(RowView row, BytesView view) {
            text.clear();
            mapping.map(input.getBytes(row, view), text);
            return text.view(view);
        }
    }
}
