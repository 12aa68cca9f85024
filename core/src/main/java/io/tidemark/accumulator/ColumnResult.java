package io.tidemark.accumulator;

import io.tidemark.expr.eval.Decimal128;
import io.tidemark.function.AggregateResult;
import io.tidemark.operator.Scratch;
import io.tidemark.row.DataType;
import io.tidemark.row.RowWriter;

/** Puts the result of an aggregate of the user's own into its column. A setter of another type is refused. */
final class ColumnResult implements AggregateResult {
    private final int column;
    private final DataType type;
    private final Decimal128 decimal = new Decimal128();

    @Scratch("set before each call")
    private RowWriter out;

    @Scratch("set before each call")
    private boolean isSet;

    ColumnResult(int column, DataType type) {
        this.column = column;
        this.type = type;
    }

    /** Points at the row that is being written. */
    void into(RowWriter newOut) {
        out = newOut;
        isSet = false;
    }

    /** Whether a value was set since {@link #into}. */
    boolean isSet() {
        return isSet;
    }

    @Override
    public void setBool(boolean value) {
        check(type.kind() == DataType.Kind.BOOL);
        out.setBool(column, value);
    }

    @Override
    public void setLong(long value) {
        switch (type.kind()) {
            case INT -> check((int) value == value);
            case DECIMAL -> {
                setDecimal(value >> 63, value);
                return;
            }
            default -> check(type.kind() == DataType.Kind.LONG || type.kind() == DataType.Kind.TIMESTAMP);
        }
        out.setLong(column, value);
    }

    @Override
    public void setDouble(double value) {
        check(type.kind() == DataType.Kind.DOUBLE);
        out.setDouble(column, value);
    }

    @Override
    public void setDecimal(long high, long low) {
        decimal.set(high, low);
        check(type.isDecimal() && decimal.fits(type.precision()));
        out.setDecimal(column, high, low);
    }

    private void check(boolean fits) {
        if (!fits) {
            throw new IllegalArgumentException("the result is not a value of " + type);
        }
        isSet = true;
    }
}
