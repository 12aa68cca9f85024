package io.tidemark.expr.eval;

import io.tidemark.expr.Expression.Literal;
import io.tidemark.row.DataType;
import io.tidemark.row.DataType.Kind;
import java.math.BigDecimal;

/**
 * Result types of arithmetic, and the type in which different types meet. They are those of Apache Spark.
 *
 * <table>
 * <caption>Type of {@code left op right}; the rule is the same when the sides change places</caption>
 * <tr><th>left</th><th>right</th><th>{@code + - * %}</th><th>{@code /}</th></tr>
 * <tr><td>int</td><td>int</td><td>int</td><td>double</td></tr>
 * <tr><td>int, long</td><td>long</td><td>long</td><td>double</td></tr>
 * <tr><td>int, long, decimal</td><td>decimal</td><td>decimal, see below</td><td>decimal, see below</td></tr>
 * <tr><td>int, long, decimal, double</td><td>double</td><td>double</td><td>double</td></tr>
 * </table>
 *
 * <p>Beside a decimal an int counts as decimal(10,0), a long as decimal(20,0), and a constant of either as a decimal of just
 * its digits. For {@code decimal(p1,s1) op decimal(p2,s2)}:
 *
 * <table>
 * <caption>Precision and scale of decimal results</caption>
 * <tr><th>op</th><th>scale</th><th>precision</th></tr>
 * <tr><td>{@code + -}</td><td>max(s1, s2)</td><td>max(p1 - s1, p2 - s2) + max(s1, s2) + 1</td></tr>
 * <tr><td>{@code *}</td><td>s1 + s2</td><td>p1 + p2 + 1</td></tr>
 * <tr><td>{@code /}</td><td>max(6, s1 + p2 + 1)</td><td>p1 - s1 + s2 + scale</td></tr>
 * <tr><td>{@code %}</td><td>max(s1, s2)</td><td>min(p1 - s1, p2 - s2) + max(s1, s2)</td></tr>
 * </table>
 *
 * <p>A precision above 38 becomes 38; then the digits before the point are kept and the scale gives way, but not below
 * min(scale, 6). Values are computed exactly and rounded once, half up, to the scale of the result.
 *
 * <p>Where values of different types are compared or stand for one another ({@code =}, {@code coalesce}, {@code if},
 * {@code in}, ...) they meet in the wider type: int, long, decimal, double, in this order. Two decimals meet in
 * max(p1 - s1, p2 - s2) digits before the point and max(s1, s2) after it; above 38 digits in all, those after the point give
 * way. Comparisons of decimals are exact in any case.
 */
public final class NumericTypes {
    private static final int MINIMUM_ADJUSTED_SCALE = 6;
    private static final DataType INT_AS_DECIMAL = DataType.decimal(10, 0);
    private static final DataType LONG_AS_DECIMAL = DataType.decimal(20, 0);

    private NumericTypes() {}

    /** The decimal as which an operand takes part in decimal arithmetic; {@code literal} is the constant it is, or null. */
    static DataType asDecimal(DataType type, Literal literal) {
        if (type.isDecimal()) {
            return type;
        }
        if (literal != null && literal.value() instanceof Number number) {
            return DataType.decimal(BigDecimal.valueOf(number.longValue()).precision(), 0);
        }
        return type.kind() == Kind.INT ? INT_AS_DECIMAL : LONG_AS_DECIMAL;
    }

    /** Type of a sum or difference of decimals. */
    static DataType sum(DataType left, DataType right) {
        int scale = Math.max(left.scale(), right.scale());
        return adjusted(Math.max(wholeDigits(left), wholeDigits(right)) + scale + 1, scale);
    }

    /** Type of a product of decimals. */
    static DataType product(DataType left, DataType right) {
        return adjusted(left.precision() + right.precision() + 1, left.scale() + right.scale());
    }

    /** Type of a quotient of decimals; also that of the mean of decimals over a count, see {@code avg}. */
    static DataType quotient(DataType left, DataType right) {
        int scale = Math.max(MINIMUM_ADJUSTED_SCALE, left.scale() + right.precision() + 1);
        return adjusted(wholeDigits(left) + right.scale() + scale, scale);
    }

    /** Type of a remainder of decimals. */
    static DataType remainder(DataType left, DataType right) {
        int scale = Math.max(left.scale(), right.scale());
        return adjusted(Math.min(wholeDigits(left), wholeDigits(right)) + scale, scale);
    }

    /** The type in which two types meet, or null when they do not. */
    public static DataType common(DataType left, DataType right) {
        if (left.equals(right)) {
            return left;
        }
        if (!left.isNumeric() || !right.isNumeric()) {
            return null;
        }
        if (left.kind() == Kind.DOUBLE || right.kind() == Kind.DOUBLE) {
            return DataType.DOUBLE;
        }
        if (!left.isDecimal() && !right.isDecimal()) {
            return DataType.LONG;
        }
        DataType first = asDecimal(left, null);
        DataType second = asDecimal(right, null);
        int scale = Math.max(first.scale(), second.scale());
        int whole = Math.max(wholeDigits(first), wholeDigits(second));
        int excess = Math.max(0, whole + scale - DataType.MAX_PRECISION);
        return DataType.decimal(whole + scale - excess, scale - excess);
    }

    /**
     * The type in which values of two types have equal bytes exactly when they are equal, as keys need it; null when there is none, or when
     * decimals would lose digits in it.
     */
    public static DataType key(DataType left, DataType right) {
        DataType common = common(left, right);
        return common == null || !common.isDecimal() || holds(common, left) && holds(common, right) ? common : null;
    }

    private static boolean holds(DataType common, DataType type) {
        DataType decimal = asDecimal(type, null);
        return common.scale() >= decimal.scale() && wholeDigits(common) >= wholeDigits(decimal);
    }

    private static int wholeDigits(DataType type) {
        return type.precision() - type.scale();
    }

    private static DataType adjusted(int precision, int scale) {
        if (precision <= DataType.MAX_PRECISION) {
            return DataType.decimal(precision, scale);
        }
        int whole = precision - scale;
        int least = Math.min(scale, MINIMUM_ADJUSTED_SCALE);
        return DataType.decimal(DataType.MAX_PRECISION, Math.max(DataType.MAX_PRECISION - whole, least));
    }
}
