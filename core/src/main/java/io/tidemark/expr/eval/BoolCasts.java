package io.tidemark.expr.eval;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;

/** Conversions to bool. */
final class BoolCasts {
    private BoolCasts() {}

    static Evaluator convert(TypedEvaluator input, NodeContext context) {
        return switch (input.type().kind()) {
            case INT, LONG -> context.node(FromLong.class, input.evaluator());
            case DOUBLE -> context.node(FromDouble.class, input.evaluator());
            case DECIMAL -> context.node(FromDecimal.class, input.evaluator(), new Decimal128());
            case STRING -> context.node(FromText.class, input.evaluator(), new BytesView(), context.site());
            default -> throw new IllegalArgumentException(input.type() + " is not cast to bool");
        };
    }

    static final class FromLong implements BoolEvaluator {
        private final LongEvaluator input;

        FromLong(LongEvaluator input) {
            this.input = input;
        }

        @Override
        public int test(RowView row) {
            if (input.isNull(row)) {
                return NULL;
            }
            return input.getLong(row) != 0 ? TRUE : FALSE;
        }
    }

    static final class FromDouble implements BoolEvaluator {
        private final DoubleEvaluator input;

        FromDouble(DoubleEvaluator input) {
            this.input = input;
        }

        @Override
        public int test(RowView row) {
            if (input.isNull(row)) {
                return NULL;
            }
            return input.getDouble(row) != 0 ? TRUE : FALSE;
        }
    }

    static final class FromDecimal implements BoolEvaluator {
        private final DecimalEvaluator input;
        private final Decimal128 value;

        FromDecimal(DecimalEvaluator input, Decimal128 value) {
            this.input = input;
            this.value = value;
        }

        @Override
        public int test(RowView row) {
            if (input.isNull(row)) {
                return NULL;
            }
            input.getDecimal(row, value);
            return value.isZero() ? FALSE : TRUE;
        }
    }

    static final class FromText implements BoolEvaluator {
        private final BytesEvaluator input;
        private final BytesView view;
        private final ErrorSite site;

        FromText(BytesEvaluator input, BytesView view, ErrorSite site) {
            this.input = input;
            this.view = view;
            this.site = site;
        }

        @Override
        public int test(RowView row) {
            if (input.isNull(row)) {
                return NULL;
            }
            int value = read(input.getBytes(row, view));
            if (value == NULL) {
                site.unreadable(view, DataType.BOOL);
            }
            return value;
        }

        private static int read(BytesView text) {
            long start = text.address();
            long end = start + text.length();
            while (start < end && OffHeap.getByte(start) == ' ') {
                start++;
            }
            while (start < end && OffHeap.getByte(end - 1) == ' ') {
                end--;
            }
            if (is("true", start, end) || is("t", start, end) || is("yes", start, end) || is("y", start, end)) {
                return TRUE;
            }
            if (is("false", start, end) || is("f", start, end) || is("no", start, end) || is("n", start, end)) {
                return FALSE;
            }
            if (end - start == 1 && (OffHeap.getByte(start) == '1' || OffHeap.getByte(start) == '0')) {
                return OffHeap.getByte(start) - '0';
            }
            return NULL;
        }

        private static boolean is(String word, long start, long end) {
            if (end - start != word.length()) {
                return false;
            }
            for (int i = 0; i < word.length(); i++) {
                if ((OffHeap.getByte(start + i) | 0x20) != word.charAt(i)) {
                    return false;
                }
            }
            return true;
        }
    }
}
