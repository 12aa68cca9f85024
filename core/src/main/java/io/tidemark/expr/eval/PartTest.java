package io.tidemark.expr.eval;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import java.util.List;

/** {@code starts_with(text, part)}, {@code ends_with(text, part)} and {@code contains(text, part)}; every text has an empty part. */
final class PartTest extends TextFunction {
    private final Class<? extends BoolEvaluator> node;

    PartTest(String name, Class<? extends BoolEvaluator> node) {
        super(name, DataType.BOOL, 2, DataType.STRING, DataType.STRING);
        this.node = node;
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        return context.test(
                node, arguments.get(0).asBytes(), arguments.get(1).asBytes(), new BytesView(), new BytesView());
    }

    static final class StartsWith implements BoolEvaluator {
        private final BytesEvaluator text;
        private final BytesEvaluator part;
        private final BytesView textView;
        private final BytesView partView;

        StartsWith(BytesEvaluator text, BytesEvaluator part, BytesView textView, BytesView partView) {
            this.text = text;
            this.part = part;
            this.textView = textView;
            this.partView = partView;
        }

        @Override
        public int test(RowView row) {
            if (text.isNull(row) || part.isNull(row)) {
                return NULL;
            }
            text.getBytes(row, textView);
            part.getBytes(row, partView);
            boolean found = partView.length() <= textView.length()
                    && OffHeap.equal(textView.address(), partView.address(), partView.length());
            return found ? TRUE : FALSE;
        }
    }

    static final class EndsWith implements BoolEvaluator {
        private final BytesEvaluator text;
        private final BytesEvaluator part;
        private final BytesView textView;
        private final BytesView partView;

        EndsWith(BytesEvaluator text, BytesEvaluator part, BytesView textView, BytesView partView) {
            this.text = text;
            this.part = part;
            this.textView = textView;
            this.partView = partView;
        }

        @Override
        public int test(RowView row) {
            if (text.isNull(row) || part.isNull(row)) {
                return NULL;
            }
            text.getBytes(row, textView);
            part.getBytes(row, partView);
            int rest = textView.length() - partView.length();
            return rest >= 0 && OffHeap.equal(textView.address() + rest, partView.address(), partView.length())
                    ? TRUE
                    : FALSE;
        }
    }

    static final class Contains implements BoolEvaluator {
        private final BytesEvaluator text;
        private final BytesEvaluator part;
        private final BytesView textView;
        private final BytesView partView;

        Contains(BytesEvaluator text, BytesEvaluator part, BytesView textView, BytesView partView) {
            this.text = text;
            this.part = part;
            this.textView = textView;
            this.partView = partView;
        }

        @Override
        public int test(RowView row) {
            if (text.isNull(row) || part.isNull(row)) {
                return NULL;
            }
            text.getBytes(row, textView);
            part.getBytes(row, partView);
            long end = textView.address() + textView.length();
            return Utf8.find(textView.address(), end, partView.address(), partView.length()) != Utf8.NOWHERE
                    ? TRUE
                    : FALSE;
        }
    }
}
