package io.tidemark.expr.eval;

import io.tidemark.error.ErrorCode;
import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import java.util.List;

/**
 * {@code split_part(text, delimiter, n)}: the n-th piece of the text between delimiters, counted from 1, or from the end where n is
 * negative; empty where there is none. An empty delimiter stands nowhere. n is a constant other than 0.
 */
final class SplitPart extends TextFunction {
    SplitPart() {
        super("split_part", DataType.STRING, 3, DataType.STRING, DataType.STRING, DataType.LONG);
    }

    @Override
    public Signature resolve(CallSite call) {
        Signature signature = super.resolve(call);
        if (signature == null) {
            return null;
        }
        boolean usable =
                call.literal(2) != null && call.literal(2).value() instanceof Number number && number.longValue() != 0;
        return usable
                ? signature
                : call.refuse(
                        ErrorCode.FUNCTION_UNSUPPORTED,
                        "'split_part' needs a constant number of the piece, and 0 is none.",
                        "Use 1 for the first piece, or -1 for the last.");
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        return context.node(
                Piece.class,
                arguments.get(0).asBytes(),
                arguments.get(1).asBytes(),
                arguments.get(2).asLong(),
                new BytesView());
    }

    static final class Piece implements BytesEvaluator {
        private final BytesEvaluator text;
        private final BytesEvaluator delimiter;
        private final LongEvaluator number;
        private final BytesView delimiterView;

        Piece(BytesEvaluator text, BytesEvaluator delimiter, LongEvaluator number, BytesView delimiterView) {
            this.text = text;
            this.delimiter = delimiter;
            this.number = number;
            this.delimiterView = delimiterView;
        }

        @Override
        public boolean isNull(RowView row) {
            return text.isNull(row) || delimiter.isNull(row);
        }

        @Override
        public BytesView getBytes(RowView row, BytesView view) {
            text.getBytes(row, view);
            delimiter.getBytes(row, delimiterView);
            long end = view.address() + view.length();
            long wanted = number.getLong(row);
            if (wanted < 0) {
                wanted += pieces(view.address(), end) + 1;
            }
            if (wanted < 1) {
                return view.wrap(end, 0);
            }
            long at = view.address();
            for (long i = 1; i < wanted; i++) {
                long found = next(at, end);
                if (found == Utf8.NOWHERE) {
                    return view.wrap(end, 0);
                }
                at = found + delimiterView.length();
            }
            long found = next(at, end);
            return view.wrap(at, (int) ((found == Utf8.NOWHERE ? end : found) - at));
        }

        private long pieces(long start, long end) {
            long pieces = 1;
            long found = next(start, end);
            while (found != Utf8.NOWHERE) {
                pieces++;
                found = next(found + delimiterView.length(), end);
            }
            return pieces;
        }

        private long next(long at, long end) {
            int length = delimiterView.length();
            return length == 0 ? Utf8.NOWHERE : Utf8.find(at, end, delimiterView.address(), length);
        }
    }
}
