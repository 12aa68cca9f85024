package io.tidemark.expr.eval;

import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.DataType.Kind;
import io.tidemark.row.RowView;

/** Conversions to int, long and timestamp. */
final class LongCasts {
    static final DataType NANOS = DataType.decimal(DataType.MAX_PRECISION, 9);
    private static final long SECOND_NS = 1_000_000_000L;
    private static final double TWO_TO_63 = 0x1p63;

    private LongCasts() {}

    static Evaluator convert(TypedEvaluator input, DataType to, NodeContext context) {
        Evaluator from = input.evaluator();
        boolean time = to.kind() == Kind.TIMESTAMP;
        return switch (input.type().kind()) {
            case BOOL -> context.node(FromBool.class, from);
            case INT -> time ? context.node(SecondsToTime.class, from, context.site()) : from;
            case LONG -> time ? context.node(SecondsToTime.class, from, context.site()) : narrow(from, to, context);
            case TIMESTAMP -> narrow(context.node(TimeToSeconds.class, from), to, context);
            case DOUBLE -> context.node(FromDouble.class, from, to, context.site());
            case DECIMAL -> context.node(FromDecimal.class, from, input.type().scale(), to, context.site());
            case STRING ->
                time
                        ? context.node(TextToTime.class, from, context.site())
                        : context.node(FromText.class, from, to, context.site());
            case BINARY -> throw new IllegalArgumentException("binary is not cast to " + to);
        };
    }

    private static Evaluator narrow(Evaluator from, DataType to, NodeContext context) {
        return to.kind() == Kind.INT ? context.node(ToInt.class, from, context.site()) : from;
    }

    static final class FromBool extends LatchedLong {
        private final BoolEvaluator input;

        FromBool(BoolEvaluator input) {
            this.input = input;
        }

        @Override
        boolean compute(RowView row) {
            int value = input.test(row);
            result(value);
            return value != BoolEvaluator.NULL;
        }
    }

    static final class ToInt extends LatchedLong {
        private final LongEvaluator input;
        private final ErrorSite site;

        ToInt(LongEvaluator input, ErrorSite site) {
            this.input = input;
            this.site = site;
        }

        @Override
        boolean compute(RowView row) {
            if (input.isNull(row)) {
                return false;
            }
            long value = input.getLong(row);
            result(value);
            return (int) value == value || site.overflowed(DataType.INT);
        }
    }

    static final class TimeToSeconds implements LongEvaluator {
        private final LongEvaluator input;

        TimeToSeconds(LongEvaluator input) {
            this.input = input;
        }

        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public long getLong(RowView row) {
            return Math.floorDiv(input.getLong(row), SECOND_NS);
        }
    }

    static final class SecondsToTime extends LatchedLong {
        private final LongEvaluator input;
        private final ErrorSite site;

        SecondsToTime(LongEvaluator input, ErrorSite site) {
            this.input = input;
            this.site = site;
        }

        @Override
        boolean compute(RowView row) {
            if (input.isNull(row)) {
                return false;
            }
            long seconds = input.getLong(row);
            result(seconds * SECOND_NS);
            return Math.multiplyHigh(seconds, SECOND_NS) == seconds * SECOND_NS >> 63
                    || site.overflowed(DataType.TIMESTAMP);
        }
    }

    static final class FromDouble extends LatchedLong {
        private final DoubleEvaluator input;
        private final DataType type;
        private final ErrorSite site;
        private final double unit;
        private final double limit;

        FromDouble(DoubleEvaluator input, DataType type, ErrorSite site) {
            this.input = input;
            this.type = type;
            this.site = site;
            unit = type.kind() == Kind.TIMESTAMP ? SECOND_NS : 1;
            limit = type.kind() == Kind.INT ? 0x1p31 : TWO_TO_63;
        }

        @Override
        boolean compute(RowView row) {
            if (input.isNull(row)) {
                return false;
            }
            double value = input.getDouble(row) * unit;
            // Cut off first: -2147483648.5 is an int. NaN compares false.
            double whole = value < 0 ? Math.ceil(value) : Math.floor(value);
            result((long) whole);
            return whole >= -limit && whole < limit || site.overflowed(type);
        }
    }

    static final class FromDecimal extends LatchedLong {
        private final DecimalEvaluator input;
        private final int scale;
        private final DataType type;
        private final ErrorSite site;
        private final Decimal128 value = new Decimal128();
        private final DecimalArithmetic arithmetic = new DecimalArithmetic();

        FromDecimal(DecimalEvaluator input, int scale, DataType type, ErrorSite site) {
            this.input = input;
            this.scale = scale;
            this.type = type;
            this.site = site;
        }

        @Override
        boolean compute(RowView row) {
            if (input.isNull(row)) {
                return false;
            }
            input.getDecimal(row, value);
            boolean fits;
            if (type.kind() == Kind.TIMESTAMP) {
                fits = arithmetic.rescale(value, scale, NANOS, value);
            } else {
                arithmetic.truncate(value, scale, value);
                fits = type.kind() == Kind.LONG || (int) value.low() == value.low();
            }
            result(value.low());
            return fits && value.fitsLong() || site.overflowed(type);
        }
    }

    static final class FromText extends LatchedLong {
        private final BytesEvaluator input;
        private final DataType type;
        private final ErrorSite site;
        private final long least;
        private final long most;
        private final BytesView view = new BytesView();
        private final NumberParser parser = new NumberParser();

        FromText(BytesEvaluator input, DataType type, ErrorSite site) {
            this.input = input;
            this.type = type;
            this.site = site;
            least = type.kind() == Kind.INT ? Integer.MIN_VALUE : Long.MIN_VALUE;
            most = type.kind() == Kind.INT ? Integer.MAX_VALUE : Long.MAX_VALUE;
        }

        @Override
        boolean compute(RowView row) {
            if (input.isNull(row)) {
                return false;
            }
            boolean read = parser.parseLong(input.getBytes(row, view), least, most);
            result(parser.longValue());
            return read || site.unreadable(view, type);
        }
    }

    static final class TextToTime extends LatchedLong {
        private final BytesEvaluator input;
        private final ErrorSite site;
        private final BytesView view = new BytesView();
        private final TimestampText parser = new TimestampText();

        TextToTime(BytesEvaluator input, ErrorSite site) {
            this.input = input;
            this.site = site;
        }

        @Override
        boolean compute(RowView row) {
            if (input.isNull(row)) {
                return false;
            }
            boolean read = parser.parse(input.getBytes(row, view));
            result(parser.valueNs());
            return read || site.unreadable(view, DataType.TIMESTAMP);
        }
    }
}
