package io.tidemark.expr.eval;

import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import java.util.List;

/**
 * {@code substring(text, start, length)}: {@code length} code points from the {@code start}-th on, or all without a length. The first is
 * 1, which 0 stands for too; a negative start counts from the end, where -1 is the last. What lies outside the text is empty.
 */
final class Substring extends TextFunction {
    Substring() {
        super("substring", DataType.STRING, 2, DataType.STRING, DataType.LONG, DataType.LONG);
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        BytesEvaluator text = arguments.get(0).asBytes();
        LongEvaluator start = arguments.get(1).asLong();
        return arguments.size() == 2
                ? context.node(Rest.class, text, start)
                : context.node(Part.class, text, start, arguments.get(2).asLong());
    }

    static final class Rest implements BytesEvaluator {
        private final BytesEvaluator text;
        private final LongEvaluator start;

        Rest(BytesEvaluator text, LongEvaluator start) {
            this.text = text;
            this.start = start;
        }

        @Override
        public boolean isNull(RowView row) {
            return text.isNull(row) || start.isNull(row);
        }

        @Override
        public BytesView getBytes(RowView row, BytesView view) {
            long from = start.getLong(row);
            return cut(text.getBytes(row, view), from, Long.MAX_VALUE, true);
        }
    }

    static final class Part implements BytesEvaluator {
        private final BytesEvaluator text;
        private final LongEvaluator start;
        private final LongEvaluator length;

        Part(BytesEvaluator text, LongEvaluator start, LongEvaluator length) {
            this.text = text;
            this.start = start;
            this.length = length;
        }

        @Override
        public boolean isNull(RowView row) {
            return text.isNull(row) || start.isNull(row) || length.isNull(row);
        }

        @Override
        public BytesView getBytes(RowView row, BytesView view) {
            long from = start.getLong(row);
            long count = length.getLong(row);
            return cut(text.getBytes(row, view), from, count, false);
        }
    }

    /** Makes the view smaller; {@code toEnd} where the length means all there is. */
    static BytesView cut(BytesView view, long start, long length, boolean toEnd) {
        long begin = view.address();
        long end = begin + view.length();
        long skipped = start > 0 ? start - 1 : 0;
        long count = Math.max(length, 0);
        if (start < 0) {
            long fromStart = Utf8.count(begin, end) + start;
            skipped = Math.max(fromStart, 0);
            // Code points before the text are part of the length.
            count = fromStart < 0 && !toEnd ? Math.max(count + fromStart, 0) : count;
        }
        long from = Utf8.skip(begin, end, skipped);
        return view.wrap(from, (int) (Utf8.skip(from, end, count) - from));
    }
}
