package io.tidemark.expr.eval;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import java.util.List;

/** {@code trim(text)}, {@code ltrim(text)}, {@code rtrim(text)}: the text without the spaces (U+0020) around, before or after it. */
final class Trim extends TextFunction {
    private final boolean left;
    private final boolean right;

    Trim(String name, boolean left, boolean right) {
        super(name, DataType.STRING, 1, DataType.STRING);
        this.left = left;
        this.right = right;
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        return context.node(Trimmed.class, arguments.get(0).asBytes(), left, right);
    }

    static final class Trimmed implements BytesEvaluator {
        private final BytesEvaluator text;
        private final boolean left;
        private final boolean right;

        Trimmed(BytesEvaluator text, boolean left, boolean right) {
            this.text = text;
            this.left = left;
            this.right = right;
        }

        @Override
        public boolean isNull(RowView row) {
            return text.isNull(row);
        }

        @Override
        public BytesView getBytes(RowView row, BytesView view) {
            text.getBytes(row, view);
            long start = view.address();
            long end = start + view.length();
            while (left && start < end && OffHeap.getByte(start) == ' ') {
                start++;
            }
            while (right && start < end && OffHeap.getByte(end - 1) == ' ') {
                end--;
            }
            return view.wrap(start, (int) (end - start));
        }
    }
}
