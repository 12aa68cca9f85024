package io.tidemark.expr.text;

import io.tidemark.expr.Column;
import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.text.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Expressions as text, close to SQL. The result is the expression that {@link io.tidemark.expr.Functions} and {@link Column} make; names, types and functions
 * are checked where it is compiled. Words of the language may have capitals; names of columns count as written.
 *
 * <ul>
 *   <li>columns: {@code price}, or {@code `unit price`} between backquotes;
 *   <li>constants: {@code 5} int (long, then decimal, where it is too large), {@code 5L} long, {@code 1.5} and {@code 5BD} decimal, {@code 1.5D} and
 *       {@code 1e3} double, {@code 'it''s'}, {@code true}, {@code timestamp '2013-11-25T00:00:13Z'} or {@code 2013-11-25T00:00:13Z},
 *       {@code binary '0aff'}, {@code decimal(18,8) '1.5'}, {@code cast(null as long)}, {@code interval '5 minutes'} (its nanoseconds);
 *   <li>operators, those that bind loosest first: {@code or}; {@code and}; {@code not}; {@code = != <> < <= > >= <=>}, {@code is [not] null},
 *       {@code is [not] distinct from}, {@code [not] in (...)}, {@code [not] between .. and ..}, {@code [not] like .. [escape ..]}; {@code + - ||};
 *       {@code * / %}; a sign;
 *   <li>{@code time + interval '5 minutes'}, {@code cast(x as decimal(18,8))}, {@code case when .. then .. else .. end}, and any function by name:
 *       {@code coalesce(a, b)}; {@code not(...)} without a blank is the function, and binds closest;
 *   <li>{@code -- } begins a remark that goes to the end of its line.
 * </ul>
 */
public final class ExpressionText {
    private ExpressionText() {}

    /**
     * Reads one expression. What {@code toString} of an expression writes is read as well, though constants have the types that their texts have here.
     *
     * @throws io.tidemark.error.TidemarkException {@code EXPRESSION_INVALID} naming the character at which the text cannot be read
     */
    public static Expression parse(String text) {
        TokenCursor tokens = new TokenCursor(Objects.requireNonNull(text, "text"));
        Expression expression = new ExpressionParser(tokens).expression();
        tokens.requireEnd();
        return expression;
    }

    /**
     * Reads one expression with a name, such as {@code price * amount as turnover}. A column alone has its own name.
     *
     * @throws io.tidemark.error.TidemarkException as {@link #parse}
     */
    public static Column column(String text) {
        TokenCursor tokens = new TokenCursor(Objects.requireNonNull(text, "text"));
        Column column = column(tokens);
        tokens.requireEnd();
        return column;
    }

    /**
     * Reads expressions with names and commas between them.
     *
     * @throws io.tidemark.error.TidemarkException as {@link #parse}
     */
    public static List<Column> columns(String text) {
        TokenCursor tokens = new TokenCursor(Objects.requireNonNull(text, "text"));
        List<Column> columns = new ArrayList<>();
        do {
            columns.add(column(tokens));
        } while (tokens.takeSymbol(","));
        tokens.requireEnd();
        return columns;
    }

    /** Writes an expression so that {@link #parse} reads an equal one. */
    public static String print(Expression expression) {
        return ExpressionPrinter.print(Objects.requireNonNull(expression, "expression"));
    }

    /** Writes an expression and its name so that {@link #column} reads an equal one. */
    public static String print(Column column) {
        String text = print(column.expression());
        boolean own = column.expression() instanceof ColumnRef reference
                ? reference.name().equals(column.name())
                : column.name() == null;
        return own || column.name() == null ? text : text + " as " + ExpressionPrinter.quoted(column.name());
    }

    private static Column column(TokenCursor tokens) {
        Expression expression = new ExpressionParser(tokens).expression();
        String name = expression instanceof ColumnRef reference ? reference.name() : null;
        if (tokens.takeWord("as")) {
            Token given = tokens.peek();
            if (given.kind() != Kind.NAME && given.kind() != Kind.QUOTED_NAME) {
                throw tokens.expected("a name");
            }
            name = tokens.take().text();
        }
        return new Column(expression, name);
    }
}
