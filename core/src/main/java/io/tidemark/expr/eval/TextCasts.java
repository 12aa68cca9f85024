package io.tidemark.expr.eval;

import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;
import java.nio.charset.StandardCharsets;

/** Conversions to string and binary. */
final class TextCasts {
    private TextCasts() {}

    static Evaluator convert(TypedEvaluator input, NodeContext context) {
        Evaluator from = input.evaluator();
        return switch (input.type().kind()) {
            case STRING, BINARY -> from;
            case BOOL -> context.node(FromBool.class, from);
            case INT, LONG -> context.node(FromLong.class, from, new TextBuffer());
            case TIMESTAMP -> context.node(FromTime.class, from, new TextBuffer());
            case DOUBLE -> context.node(FromDouble.class, from, new TextBuffer());
            case DECIMAL ->
                context.node(FromDecimal.class, from, input.type().scale(), new Decimal128(), new TextBuffer());
        };
    }

    static final class FromBool implements BytesEvaluator {
        private static final int UNKNOWN = 2;

        private final BoolEvaluator input;
        private final TextBuffer whenTrue = new TextBuffer();
        private final TextBuffer whenFalse = new TextBuffer();
        private int latched = UNKNOWN;

        FromBool(BoolEvaluator input) {
            this.input = input;
            whenTrue.append("true".getBytes(StandardCharsets.US_ASCII));
            whenFalse.append("false".getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public boolean isNull(RowView row) {
            int value = input.test(row);
            latched = value == BoolEvaluator.NULL ? UNKNOWN : value;
            return value == BoolEvaluator.NULL;
        }

        @Override
        public BytesView getBytes(RowView row, BytesView view) {
            int value = latched == UNKNOWN ? input.test(row) : latched;
            latched = UNKNOWN;
            return (value == BoolEvaluator.TRUE ? whenTrue : whenFalse).view(view);
        }
    }

    static final class FromLong implements BytesEvaluator {
        private final LongEvaluator input;
        private final TextBuffer text;

        FromLong(LongEvaluator input, TextBuffer text) {
            this.input = input;
            this.text = text;
        }

        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public BytesView getBytes(RowView row, BytesView view) {
            text.clear();
            text.advance(DecimalText.format(input.getLong(row), text.reserve(DecimalText.MAX_BYTES)));
            return text.view(view);
        }
    }

    static final class FromTime implements BytesEvaluator {
        private final LongEvaluator input;
        private final TextBuffer text;

        FromTime(LongEvaluator input, TextBuffer text) {
            this.input = input;
            this.text = text;
        }

        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public BytesView getBytes(RowView row, BytesView view) {
            text.clear();
            text.advance(TimestampText.format(input.getLong(row), text.reserve(TimestampText.MAX_BYTES)));
            return text.view(view);
        }
    }

    static final class FromDecimal implements BytesEvaluator {
        private final DecimalEvaluator input;
        private final int scale;
        private final Decimal128 value;
        private final TextBuffer text;

        FromDecimal(DecimalEvaluator input, int scale, Decimal128 value, TextBuffer text) {
            this.input = input;
            this.scale = scale;
            this.value = value;
            this.text = text;
        }

        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public BytesView getBytes(RowView row, BytesView view) {
            input.getDecimal(row, value);
            text.clear();
            text.advance(DecimalText.format(value, scale, text.reserve(DecimalText.MAX_BYTES)));
            return text.view(view);
        }
    }

    /** The one cast that allocates. */
    static final class FromDouble implements BytesEvaluator {
        private final DoubleEvaluator input;
        private final TextBuffer text;

        FromDouble(DoubleEvaluator input, TextBuffer text) {
            this.input = input;
            this.text = text;
        }

        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public BytesView getBytes(RowView row, BytesView view) {
            text.clear();
            text.append(DoubleText.format(input.getDouble(row)).getBytes(StandardCharsets.US_ASCII));
            return text.view(view);
        }
    }
}
