package io.tidemark.tools.read;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Expression;
import io.tidemark.expr.eval.BoolEvaluator;
import io.tidemark.expr.eval.EvaluatorCompiler;
import io.tidemark.expr.eval.ReflectiveNodeFactory;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.expr.text.ExpressionText;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import io.tidemark.tools.text.RowFormat;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;

/** The tests that options ask for. */
public final class RowTests {
    private RowTests() {}

    /**
     * Rows for which an expression is true. What cannot be computed, such as a text that is no number, is null and so not true.
     *
     * @throws TidemarkException {@code EXPRESSION_INVALID}, {@code COLUMN_UNKNOWN}, {@code TYPE_MISMATCH}, {@code FUNCTION_UNSUPPORTED}
     */
    public static RowTest filter(String text, Schema schema) {
        Expression expression = ExpressionText.parse(text);
        TypedEvaluator compiled = new EvaluatorCompiler(schema, false).compile(expression, new ReflectiveNodeFactory());
        if (!compiled.type().equals(DataType.BOOL)) {
            throw new TidemarkException(Problem.of(
                    ErrorCode.TYPE_MISMATCH,
                    "The filter " + expression + " is " + compiled.type() + ", which is neither true nor false.",
                    "Compare it with something, such as price > 1.5."));
        }
        BoolEvaluator condition = compiled.asBool();
        return (row, sequence) -> condition.test(row) == BoolEvaluator.TRUE;
    }

    /** Rows whose column lies in a span of time, its end not included. */
    static RowTest eventTime(int column, long fromNs, long toNs) {
        return (row, sequence) -> !row.isNull(column) && row.getLong(column) >= fromNs && row.getLong(column) < toNs;
    }

    /** Rows that were written in a span of time, its end not included. */
    static RowTest writeTime(long fromNs, long toNs) {
        return (row, sequence) -> row.ingestTimeNs() != RowView.NO_INGEST_TIME
                && row.ingestTimeNs() >= fromNs
                && row.ingestTimeNs() < toNs;
    }

    /** Rows whose line of text holds a match of every pattern of the first list and of none of the second. */
    static RowTest patterns(List<Pattern> include, List<Pattern> exclude, Schema schema) {
        StringWriter line = new StringWriter();
        RowFormat format;
        try {
            format = RowFormat.Kind.TEXT.open(schema, true, line);
        } catch (IOException e) {
            throw new UncheckedIOException("a string writer failed", e);
        }
        return (row, sequence) -> {
            line.getBuffer().setLength(0);
            try {
                format.write(row, sequence);
            } catch (IOException e) {
                throw new UncheckedIOException("a string writer failed", e);
            }
            String text = line.toString();
            return include.stream().allMatch(pattern -> pattern.matcher(text).find())
                    && exclude.stream()
                            .noneMatch(pattern -> pattern.matcher(text).find());
        };
    }
}
