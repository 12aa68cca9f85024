package io.tidemark.expr.text;

import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.Cast;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.expr.eval.FunctionRegistry;
import io.tidemark.expr.text.Token.Kind;
import io.tidemark.row.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/** What operators stand between: columns, constants, calls, casts, cases and expressions in parentheses. */
final class OperandParser {
    /** Words that are no names of columns unless they stand between backquotes. */
    private static final Set<String> RESERVED = Set.of(
            "and", "as", "between", "case", "cast", "else", "end", "false", "in", "is", "like", "not", "null", "or",
            "then", "true", "when");

    private static final Set<String> FUNCTIONS_AMONG_RESERVED = Set.of("between", "case", "in", "like", "not");
    private static final Set<String> TYPES =
            Set.of("binary", "bool", "decimal", "double", "int", "long", "string", "timestamp");
    private static final String SPAN = "interval";

    private final TokenCursor tokens;
    private final ExpressionParser expressions;

    OperandParser(TokenCursor tokens, ExpressionParser expressions) {
        this.tokens = tokens;
        this.expressions = expressions;
    }

    /** Whether a name can stand without backquotes. */
    static boolean isPlain(String name) {
        return Tokens.isName(name) && !RESERVED.contains(name.toLowerCase(Locale.ROOT));
    }

    /** Whether a call of this name can be written without backquotes. */
    static boolean isPlainFunction(String name) {
        return isPlain(name) && !TYPES.contains(name) || FUNCTIONS_AMONG_RESERVED.contains(name);
    }

    Expression operand() {
        Token token = tokens.peek();
        return switch (token.kind()) {
            case NUMBER -> number("");
            case TEXT -> new Literal(tokens.take().text(), DataType.STRING);
            case TIME ->
                literal(
                        token,
                        () -> LiteralText.of(DataType.TIMESTAMP, tokens.take().text()));
            case QUOTED_NAME -> named(tokens.take().text());
            case NAME -> word(token);
            case SYMBOL -> parenthesis();
            case END -> throw tokens.expected("a value");
        };
    }

    /** The number that is next, with a sign before it. */
    Literal number(String sign) {
        Token token = tokens.take();
        return literal(token, () -> LiteralText.number(sign + token.text()));
    }

    /** Whether a span of time is next. */
    boolean isSpan() {
        Kind second = tokens.second().kind();
        return tokens.peek().is(SPAN) && (second == Kind.TEXT || second == Kind.NUMBER);
    }

    /** The span of time that is next: its nanoseconds. */
    Literal span() {
        tokens.take();
        Token value = tokens.take();
        if (value.kind() == Kind.TEXT) {
            return literal(value, () -> LiteralText.span(value.text()));
        }
        String unit = tokens.peek().kind() == Kind.NAME ? tokens.take().text() : "";
        return literal(value, () -> LiteralText.span(value.text() + " " + unit));
    }

    private Expression parenthesis() {
        if (!tokens.takeSymbol("(")) {
            throw tokens.expected("a value");
        }
        Expression inside = expressions.expression();
        tokens.requireSymbol(")");
        return inside;
    }

    private Expression word(Token token) {
        String word = token.text().toLowerCase(Locale.ROOT);
        if (word.equals("cast") && tokens.second().isSymbol("(")) {
            return cast();
        } else if (word.equals("case") && !tokens.isCall()) {
            return cases();
        } else if (word.equals("true") || word.equals("false")) {
            tokens.take();
            return new Literal(word.equals("true"), DataType.BOOL);
        } else if (word.equals("null")) {
            throw tokens.problem(
                    "null has no type here",
                    "Test for it with 'is null' or 'is not null', or write cast(null as TYPE), such as cast(null as long).");
        } else if (FUNCTIONS_AMONG_RESERVED.contains(word) && tokens.isCall()) {
            tokens.take();
            return call(word);
        } else if (RESERVED.contains(word)) {
            throw tokens.problem(
                    "a value is expected, not " + token.shown(),
                    "A column of this name stands between backquotes: `" + token.text() + "`.");
        } else if (isSpan()) {
            return span();
        } else if (TYPES.contains(word) && isConstant(word)) {
            DataType type = type();
            Token text = tokens.take();
            return literal(text, () -> LiteralText.of(type, text.text()));
        }
        tokens.take();
        return named(token.text());
    }

    /** Whether a text follows the type that is next. */
    private boolean isConstant(String type) {
        return tokens.second().kind() == Kind.TEXT
                || type.equals("decimal") && tokens.second().isSymbol("(");
    }

    private Expression named(String name) {
        return tokens.peek().isSymbol("(") ? call(name) : new ColumnRef(name);
    }

    private Expression call(String name) {
        tokens.requireSymbol("(");
        List<Expression> arguments = new ArrayList<>();
        if (!tokens.takeSymbol(")")) {
            do {
                arguments.add(expressions.expression());
            } while (tokens.takeSymbol(","));
            tokens.requireSymbol(")");
        }
        return new Call(function(name), arguments);
    }

    /** The name in small letters where only those are a function that comes with Tidemark. */
    private static String function(String name) {
        Set<String> standard = FunctionRegistry.standard().names();
        String small = name.toLowerCase(Locale.ROOT);
        return !standard.contains(name) && standard.contains(small) ? small : name;
    }

    private Expression cast() {
        tokens.take();
        tokens.requireSymbol("(");
        boolean isNull = tokens.takeWord("null");
        Expression input = isNull ? null : expressions.expression();
        tokens.requireWord("as");
        DataType type = type();
        tokens.requireSymbol(")");
        return isNull ? new Literal(null, type) : new Cast(input, type);
    }

    private DataType type() {
        Token name = tokens.take();
        StringBuilder text = new StringBuilder(name.text());
        if (tokens.takeSymbol("(")) {
            text.append('(').append(tokens.take().text());
            while (tokens.takeSymbol(",")) {
                text.append(',').append(tokens.take().text());
            }
            tokens.requireSymbol(")");
            text.append(')');
        }
        try {
            return DataType.parse(text.toString());
        } catch (TidemarkException e) {
            throw tokens.problem(
                    name,
                    "'" + text + "' is not a type",
                    "Use bool, int, long, double, decimal(p,s), timestamp, string or binary.");
        }
    }

    private Expression cases() {
        Token start = tokens.take();
        Expression subject = tokens.peek().is("when") ? null : expressions.expression();
        List<Expression> arguments = new ArrayList<>();
        while (tokens.takeWord("when")) {
            Expression condition = expressions.expression();
            arguments.add(subject == null ? condition : new Call("=", List.of(subject, condition)));
            tokens.requireWord("then");
            arguments.add(expressions.expression());
        }
        if (arguments.isEmpty()) {
            throw tokens.expected("'when'");
        }
        if (!tokens.takeWord("else")) {
            throw tokens.problem(
                    start,
                    "'case' has no 'else'",
                    "Say what rows get in which no condition is true, for instance else cast(null as long).");
        }
        arguments.add(expressions.expression());
        tokens.requireWord("end");
        return new Call(arguments.size() == 3 ? "if" : "case", arguments);
    }

    private Literal literal(Token token, Supplier<Literal> constant) {
        try {
            return constant.get();
        } catch (IllegalArgumentException e) {
            String reason = e.getMessage();
            boolean ours = e.getClass() == IllegalArgumentException.class && reason != null;
            throw tokens.problem(
                    token,
                    ours ? reason : "'" + token.text() + "' is not a constant of its type",
                    "Write constants as 5, 5L, 1.5, 1.5D, 'text', timestamp '2013-11-25T00:00:13Z', interval '5 minutes' or true.");
        }
    }
}
