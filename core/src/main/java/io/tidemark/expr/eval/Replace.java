package io.tidemark.expr.eval;

import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import java.util.List;

/** {@code replace(text, part, with)}: the text with every occurrence of the part replaced, from left to right; an empty part occurs nowhere. */
final class Replace extends TextFunction {
    Replace() {
        super("replace", DataType.STRING, 3, DataType.STRING, DataType.STRING, DataType.STRING);
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        return context.node(
                Replaced.class,
                arguments.get(0).asBytes(),
                arguments.get(1).asBytes(),
                arguments.get(2).asBytes(),
                new BytesView(),
                new BytesView(),
                new BytesView(),
                new TextBuffer(),
                context.site());
    }

    static final class Replaced implements BytesEvaluator {
        private final BytesEvaluator text;
        private final BytesEvaluator part;
        private final BytesEvaluator replacement;
        private final BytesView partView;
        private final BytesView replacementView;
        private final BytesView piece;
        private final TextBuffer result;
        private final ErrorSite site;

        Replaced(
                BytesEvaluator text,
                BytesEvaluator part,
                BytesEvaluator replacement,
                BytesView partView,
                BytesView replacementView,
                BytesView piece,
                TextBuffer result,
                ErrorSite site) {
            this.text = text;
            this.part = part;
            this.replacement = replacement;
            this.partView = partView;
            this.replacementView = replacementView;
            this.piece = piece;
            this.result = result;
            this.site = site;
        }

        @Override
        public boolean isNull(RowView row) {
            return text.isNull(row) || part.isNull(row) || replacement.isNull(row);
        }

        @Override
        public BytesView getBytes(RowView row, BytesView view) {
            text.getBytes(row, view);
            part.getBytes(row, partView);
            replacement.getBytes(row, replacementView);
            if (partView.length() == 0) {
                return view;
            }
            result.clear();
            long at = view.address();
            long end = at + view.length();
            long found = Utf8.find(at, end, partView.address(), partView.length());
            while (found != Utf8.NOWHERE) {
                append(piece.wrap(at, (int) (found - at)));
                append(replacementView);
                at = found + partView.length();
                found = Utf8.find(at, end, partView.address(), partView.length());
            }
            append(piece.wrap(at, (int) (end - at)));
            return result.view(view);
        }

        private void append(BytesView more) {
            if (result.length() + more.length() > RowWriter.MAX_ROW_BYTES) {
                throw site.textTooLong((long) result.length() + more.length());
            }
            result.append(more);
        }
    }
}
