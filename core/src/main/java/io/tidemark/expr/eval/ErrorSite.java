package io.tidemark.expr.eval;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Expression;
import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;

/** The expression to be named when computing it fails. Nodes that can fail hold one; texts are made only then. */
public final class ErrorSite {
    private static final String NULLS_INSTEAD = " or call lenient() on the writer of the query to get null instead.";

    private final Expression expression;
    private final boolean ansi;

    /** A site of this expression; {@code ansi} says whether failures are errors or nulls. */
    public ErrorSite(Expression expression, boolean ansi) {
        this.expression = expression;
        this.ansi = ansi;
    }

    /** The result lies outside its type: throws {@link #overflow}, or returns false where the value becomes null. */
    public boolean overflowed(DataType type) {
        if (ansi) {
            throw overflow(type);
        }
        return false;
    }

    /** A text cannot be read: throws {@link #castInvalid}, or returns false where the value becomes null. */
    public boolean unreadable(BytesView text, DataType type) {
        if (ansi) {
            throw castInvalid(text.toString(), type);
        }
        return false;
    }

    /** {@code ARITHMETIC_OVERFLOW}: the result lies outside its type. */
    public TidemarkException overflow(DataType type) {
        String wayOut = type.isDecimal() || type.kind() == DataType.Kind.TIMESTAMP
                ? "Cast to a type with more digits or filter such rows before,"
                : "Cast the operands to a wider type such as long or decimal,";
        return exception(ErrorCode.ARITHMETIC_OVERFLOW, expression + " lies outside " + type + ".", wayOut);
    }

    /** {@code DIVISION_BY_ZERO}. */
    public TidemarkException divisionByZero() {
        return exception(
                ErrorCode.DIVISION_BY_ZERO,
                expression + " divides by zero.",
                "Write nullif(divisor, 0) to get null for such rows,");
    }

    /** {@code CAST_INVALID}: the text cannot be read as the type. */
    public TidemarkException castInvalid(String text, DataType type) {
        String shown = text.length() <= 64 ? text : text.substring(0, 64) + "...";
        return exception(
                ErrorCode.CAST_INVALID,
                "'" + shown + "' cannot be read as " + type + " in " + expression + ".",
                "Filter such rows before the cast,");
    }

    /** {@code ROW_TOO_LARGE}: a text grew longer than a row may be. */
    public TidemarkException textTooLong(long bytes) {
        return new TidemarkException(new Problem(
                ErrorCode.ROW_TOO_LARGE,
                "",
                column(),
                expression + " has " + bytes + " bytes.",
                "Shorten the text: a row holds at most 1048576 bytes."));
    }

    private TidemarkException exception(ErrorCode code, String reason, String wayOut) {
        return new TidemarkException(new Problem(code, "", column(), reason, wayOut + NULLS_INSTEAD));
    }

    private String column() {
        return ColumnNames.first(expression);
    }
}
