package io.tidemark.expr.eval;

import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import java.util.List;

/**
 * {@code lpad(text, length, pad)} and {@code rpad(text, length, pad)}: the text made {@code length} code points long, by repeating the
 * pad before or after it, or by cutting off its end. The pad is a space if it is left out; an empty one adds nothing.
 */
final class Pad extends TextFunction {
    private final boolean left;

    Pad(String name, boolean left) {
        super(name, DataType.STRING, 2, DataType.STRING, DataType.LONG, DataType.STRING);
        this.left = left;
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        return context.node(
                Padded.class,
                arguments.get(0).asBytes(),
                arguments.get(1).asLong(),
                arguments.size() == 3 ? arguments.get(2).asBytes() : space(context.nodes()),
                left,
                new BytesView(),
                new BytesView(),
                new TextBuffer(),
                context.site());
    }

    private static Evaluator space(NodeFactory nodes) {
        TextBuffer space = new TextBuffer();
        space.append((byte) ' ');
        return nodes.create(BytesFamily.Constant.class, false, space);
    }

    static final class Padded implements BytesEvaluator {
        private final BytesEvaluator text;
        private final LongEvaluator length;
        private final BytesEvaluator pad;
        private final boolean left;
        private final BytesView textView;
        private final BytesView padView;
        private final TextBuffer result;
        private final ErrorSite site;

        Padded(
                BytesEvaluator text,
                LongEvaluator length,
                BytesEvaluator pad,
                boolean left,
                BytesView textView,
                BytesView padView,
                TextBuffer result,
                ErrorSite site) {
            this.text = text;
            this.length = length;
            this.pad = pad;
            this.left = left;
            this.textView = textView;
            this.padView = padView;
            this.result = result;
            this.site = site;
        }

        @Override
        public boolean isNull(RowView row) {
            return text.isNull(row) || length.isNull(row) || pad.isNull(row);
        }

        @Override
        public BytesView getBytes(RowView row, BytesView view) {
            long wanted = length.getLong(row);
            text.getBytes(row, textView);
            pad.getBytes(row, padView);
            long start = textView.address();
            long end = start + textView.length();
            long missing = wanted - Utf8.count(start, end);
            if (missing <= 0 || padView.length() == 0) {
                return view.wrap(start, (int) (Utf8.skip(start, end, wanted) - start));
            }
            result.clear();
            if (!left) {
                append(textView);
            }
            fill(missing);
            if (left) {
                append(textView);
            }
            return result.view(view);
        }

        private void fill(long codePoints) {
            long padStart = padView.address();
            long padEnd = padStart + padView.length();
            long padLength = Utf8.count(padStart, padEnd);
            long missing = codePoints;
            while (missing >= padLength) {
                append(padView);
                missing -= padLength;
            }
            long cut = Utf8.skip(padStart, padEnd, missing);
            append(padView.wrap(padStart, (int) (cut - padStart)));
        }

        private void append(BytesView more) {
            if (result.length() + more.length() > RowWriter.MAX_ROW_BYTES) {
                throw site.textTooLong((long) result.length() + more.length());
            }
            result.append(more);
        }
    }
}
