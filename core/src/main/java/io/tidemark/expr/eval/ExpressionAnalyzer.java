package io.tidemark.expr.eval;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.Cast;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.row.DataType;
import io.tidemark.row.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Gives every part of an expression a type, and reports all that is wrong with it. */
final class ExpressionAnalyzer {
    private final Schema schema;
    private final boolean ansi;
    private final FunctionRegistry functions;
    private final Consumer<Problem> problems;

    ExpressionAnalyzer(Schema schema, boolean ansi, FunctionRegistry functions, Consumer<Problem> problems) {
        this.schema = schema;
        this.ansi = ansi;
        this.functions = functions;
        this.problems = problems;
    }

    /** The typed expression, or null after reporting every problem found in it. */
    Analysed analyse(Expression expression) {
        if (expression instanceof ColumnRef column) {
            return column(column);
        } else if (expression instanceof Literal literal) {
            Problem problem = LiteralCheck.problem(literal);
            if (problem != null) {
                problems.accept(problem);
                return null;
            }
            return Analysed.leaf(literal, literal.type(), literal.value() == null);
        } else if (expression instanceof Cast cast) {
            return cast(cast);
        }
        return call((Call) expression);
    }

    private Analysed column(ColumnRef column) {
        int index = schema.indexOf(column.name());
        if (index < 0) {
            problems.accept(new Problem(
                    ErrorCode.COLUMN_UNKNOWN,
                    "",
                    column.name(),
                    "There is no column '" + column.name() + "'.",
                    "Use one of " + schema.names() + "."));
            return null;
        }
        return Analysed.leaf(column, schema.type(index), schema.field(index).nullable());
    }

    private Analysed cast(Cast cast) {
        Analysed input = analyse(cast.input());
        if (input == null) {
            return null;
        }
        DataType from = input.type();
        DataType to = cast.type();
        if (!Casts.exists(from, to)) {
            problems.accept(new Problem(
                    ErrorCode.TYPE_MISMATCH,
                    "",
                    ColumnNames.first(cast),
                    cast.input() + " is " + from + " and cannot be cast to " + to + ".",
                    "Cast it to string first, or use another column."));
            return null;
        }
        boolean nullable = input.nullable() || !ansi && Casts.canFail(from, to);
        return new Analysed(cast, to, nullable, List.of(input), null, null);
    }

    private Analysed call(Call call) {
        List<Analysed> inputs = new ArrayList<>();
        for (Expression argument : call.arguments()) {
            inputs.add(analyse(argument));
        }
        ScalarFunction function = functions.find(call, problems);
        if (function == null || inputs.contains(null)) {
            return null;
        }
        List<DataType> types = inputs.stream().map(Analysed::type).toList();
        List<Boolean> nullables = inputs.stream().map(Analysed::nullable).toList();
        Signature signature = function.resolve(new CallSite(call, types, nullables, ansi, problems));
        if (signature == null) {
            return null;
        }
        boolean nullable = signature.nullable() || !ansi && conversionsCanFail(types, signature.parameters());
        return new Analysed(call, signature.result(), nullable, inputs, function, signature);
    }

    private static boolean conversionsCanFail(List<DataType> from, List<DataType> to) {
        for (int i = 0; i < from.size(); i++) {
            if (Casts.canFail(from.get(i), to.get(i))) {
                return true;
            }
        }
        return false;
    }
}
