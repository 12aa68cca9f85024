package io.tidemark.expr.eval;

import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import java.util.List;

/**
 * {@code position(part, text)} and {@code instr(text, part)}: code point, counted from 1, at which the part first stands in the text; 0
 * where it does not, 1 for an empty part. An int.
 */
final class Position extends TextFunction {
    private final int text;

    /**
     * A function.
     *
     * @param text which argument is the text, 0 or 1; the other one is the part
     */
    Position(String name, int text) {
        super(name, DataType.INT, 2, DataType.STRING, DataType.STRING);
        this.text = text;
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        return context.node(
                Found.class,
                arguments.get(text).asBytes(),
                arguments.get(1 - text).asBytes(),
                new BytesView(),
                new BytesView());
    }

    static final class Found implements LongEvaluator {
        private final BytesEvaluator text;
        private final BytesEvaluator part;
        private final BytesView textView;
        private final BytesView partView;

        Found(BytesEvaluator text, BytesEvaluator part, BytesView textView, BytesView partView) {
            this.text = text;
            this.part = part;
            this.textView = textView;
            this.partView = partView;
        }

        @Override
        public boolean isNull(RowView row) {
            return text.isNull(row) || part.isNull(row);
        }

        @Override
        public long getLong(RowView row) {
            text.getBytes(row, textView);
            part.getBytes(row, partView);
            long start = textView.address();
            long found = Utf8.find(start, start + textView.length(), partView.address(), partView.length());
            return found == Utf8.NOWHERE ? 0 : Utf8.count(start, found) + 1;
        }
    }
}
