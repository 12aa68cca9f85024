package io.tidemark.expr.eval;

import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import java.util.List;

/** Evaluates expressions over one row and stores the results in columns of another. One thread; nothing is allocated. */
public interface ColumnWriter {
    /** Sets the columns of {@code out}, which was started: a null leaves its column null. */
    void write(RowView in, RowWriter out);

    /** Writer of {@code evaluators} into columns 0, 1, 2 and so on. */
    static ColumnWriter ofAll(List<TypedEvaluator> evaluators, NodeFactory nodes) {
        ColumnWriter chain = nodes.<ColumnWriter>create(None.class);
        for (int column = evaluators.size() - 1; column >= 0; column--) {
            ColumnWriter one = of(evaluators.get(column), column, nodes);
            chain = column == evaluators.size() - 1 ? one : nodes.<ColumnWriter>create(Pair.class, one, chain);
        }
        return chain;
    }

    /** Writer of one value into one column. */
    static ColumnWriter of(TypedEvaluator typed, int column, NodeFactory nodes) {
        return switch (typed.type().kind()) {
            case BOOL -> nodes.<ColumnWriter>create(OfBool.class, typed.asBool(), column);
            case INT, LONG, TIMESTAMP ->
                nodes.<ColumnWriter>create(OfLong.class, typed.asLong(), column, typed.nullable());
            case DOUBLE -> nodes.<ColumnWriter>create(OfDouble.class, typed.asDouble(), column, typed.nullable());
            case DECIMAL -> nodes.<ColumnWriter>create(OfDecimal.class, typed.asDecimal(), column);
            case STRING, BINARY -> nodes.<ColumnWriter>create(OfBytes.class, typed.asBytes(), column);
        };
    }

    /** Writes nothing: the end of a row without columns. */
    final class None implements ColumnWriter {
        None() {}

        @Override
        public void write(RowView in, RowWriter out) {
            // A row without columns has nothing to set.
        }
    }

    /** Two writers, one after the other. */
    final class Pair implements ColumnWriter {
        private final ColumnWriter first;
        private final ColumnWriter rest;

        Pair(ColumnWriter first, ColumnWriter rest) {
            this.first = first;
            this.rest = rest;
        }

        @Override
        public void write(RowView in, RowWriter out) {
            first.write(in, out);
            rest.write(in, out);
        }
    }

    /** Writes a truth value. */
    final class OfBool implements ColumnWriter {
        private final BoolEvaluator value;
        private final int column;

        OfBool(BoolEvaluator value, int column) {
            this.value = value;
            this.column = column;
        }

        @Override
        public void write(RowView in, RowWriter out) {
            int truth = value.test(in);
            if (truth != BoolEvaluator.NULL) {
                out.setBool(column, truth == BoolEvaluator.TRUE);
            }
        }
    }

    /** Writes an int, long or timestamp. */
    final class OfLong implements ColumnWriter {
        private final LongEvaluator value;
        private final int column;
        private final boolean nullable;

        OfLong(LongEvaluator value, int column, boolean nullable) {
            this.value = value;
            this.column = column;
            this.nullable = nullable;
        }

        @Override
        public void write(RowView in, RowWriter out) {
            if (!nullable || !value.isNull(in)) {
                out.setLong(column, value.getLong(in));
            }
        }
    }

    /** Writes a double. */
    final class OfDouble implements ColumnWriter {
        private final DoubleEvaluator value;
        private final int column;
        private final boolean nullable;

        OfDouble(DoubleEvaluator value, int column, boolean nullable) {
            this.value = value;
            this.column = column;
            this.nullable = nullable;
        }

        @Override
        public void write(RowView in, RowWriter out) {
            if (!nullable || !value.isNull(in)) {
                out.setDouble(column, value.getDouble(in));
            }
        }
    }

    /** Writes a decimal. */
    final class OfDecimal implements ColumnWriter {
        private final DecimalEvaluator value;
        private final int column;
        private final Decimal128 scratch = new Decimal128();

        /** A writer of {@code value} into {@code column}. */
        public OfDecimal(DecimalEvaluator value, int column) {
            this.value = value;
            this.column = column;
        }

        @Override
        public void write(RowView in, RowWriter out) {
            if (!value.isNull(in)) {
                value.getDecimal(in, scratch);
                out.setDecimal(column, scratch.high(), scratch.low());
            }
        }
    }

    /** Writes text or bytes. */
    final class OfBytes implements ColumnWriter {
        private final BytesEvaluator value;
        private final int column;
        private final BytesView scratch = new BytesView();

        /** A writer of {@code value} into {@code column}. */
        public OfBytes(BytesEvaluator value, int column) {
            this.value = value;
            this.column = column;
        }

        @Override
        public void write(RowView in, RowWriter out) {
            if (!value.isNull(in)) {
                out.setBytes(column, value.getBytes(in, scratch));
            }
        }
    }
}
