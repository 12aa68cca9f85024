package io.tidemark.expr.text;

import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.row.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Operators by their rank: or, and, not, comparisons, sums, products, signs. What they stand between is read by {@link OperandParser}. */
final class ExpressionParser {
    private static final int DEEPEST = 300;
    private static final Map<String, String> COMPARISONS = Map.of(
            "=", "=", "==", "=", "!=", "!=", "<>", "!=", "<", "<", "<=", "<=", ">", ">", ">=", ">=", "<=>", "<=>");
    private static final Set<String> SUMS = Set.of("+", "-", "||");
    private static final Set<String> PRODUCTS = Set.of("*", "/", "%");

    private final TokenCursor tokens;
    private final OperandParser operands;
    private int depth;

    ExpressionParser(TokenCursor tokens) {
        this.tokens = tokens;
        this.operands = new OperandParser(tokens, this);
    }

    /** The longest expression that begins here. */
    Expression expression() {
        if (++depth > DEEPEST) {
            throw tokens.problem("expressions stand in each other more than " + DEEPEST + " deep", "Split it.");
        }
        Expression left = conjunction();
        while (tokens.takeWord("or")) {
            left = call("or", left, conjunction());
        }
        depth--;
        return left;
    }

    private Expression conjunction() {
        Expression left = negation();
        while (tokens.takeWord("and")) {
            left = call("and", left, negation());
        }
        return left;
    }

    private Expression negation() {
        int count = 0;
        // not(...) without a blank is the function of that name, as the text of an expression has it.
        while (tokens.peek().is("not") && !tokens.isCall()) {
            tokens.take();
            count++;
        }
        Expression result = comparison();
        for (int i = 0; i < count; i++) {
            result = call("not", result);
        }
        return result;
    }

    private Expression comparison() {
        Expression left = sum();
        Expression result = comparison(left);
        if (result != left && COMPARISONS.containsKey(symbol())) {
            throw tokens.problem(
                    "comparisons do not follow each other", "Write 'low < x and x < high', or x between low and high.");
        }
        return result;
    }

    private Expression comparison(Expression left) {
        String operator = COMPARISONS.get(symbol());
        if (operator != null) {
            tokens.take();
            return call(operator, left, sum());
        }
        if (tokens.takeWord("is")) {
            boolean not = tokens.takeWord("not");
            if (tokens.takeWord("distinct")) {
                tokens.requireWord("from");
                Expression same = call("<=>", left, sum());
                return not ? same : call("not", same);
            }
            tokens.requireWord("null");
            return call(not ? "is_not_null" : "is_null", left);
        }
        boolean not = tokens.peek().is("not") && !tokens.isCall();
        if (not) {
            tokens.take();
        }
        Expression test = test(left, not);
        return not ? call("not", test) : test;
    }

    private Expression test(Expression left, boolean required) {
        if (tokens.takeWord("in")) {
            List<Expression> arguments = new ArrayList<>(List.of(left));
            tokens.requireSymbol("(");
            do {
                arguments.add(expression());
            } while (tokens.takeSymbol(","));
            tokens.requireSymbol(")");
            return new Call("in", arguments);
        }
        if (tokens.takeWord("between")) {
            Expression low = sum();
            tokens.requireWord("and");
            return new Call("between", List.of(left, low, sum()));
        }
        if (tokens.takeWord("like")) {
            Expression pattern = sum();
            return tokens.takeWord("escape")
                    ? new Call("like", List.of(left, pattern, sum()))
                    : call("like", left, pattern);
        }
        if (required) {
            throw tokens.problem(
                    tokens.peek().shown() + " follows 'not'",
                    "Behind a value 'not' stands before in, between or like.");
        }
        return left;
    }

    private Expression sum() {
        Expression left = product();
        while (SUMS.contains(symbol())) {
            String operator = tokens.take().text();
            if (!operator.equals("||") && operands.isSpan()) {
                long nanos = (Long) operands.span().value();
                left = call(
                        "add_time",
                        left,
                        new Literal(operator.equals("-") ? Math.negateExact(nanos) : nanos, DataType.LONG));
            } else {
                left = call(operator.equals("||") ? "concat" : operator, left, product());
            }
        }
        return left;
    }

    private Expression product() {
        Expression left = sign();
        while (PRODUCTS.contains(symbol())) {
            left = call(tokens.take().text(), left, sign());
        }
        return left;
    }

    private Expression sign() {
        int negations = 0;
        Expression operand = null;
        while (operand == null) {
            if (tokens.peek().isSymbol("-")) {
                tokens.take();
                if (tokens.peek().kind() == Token.Kind.NUMBER) {
                    operand = operands.number("-");
                } else {
                    negations++;
                }
            } else if (!tokens.takeSymbol("+")) {
                operand = operands.operand();
            }
        }
        for (int i = 0; i < negations; i++) {
            operand = call("neg", operand);
        }
        return operand;
    }

    private String symbol() {
        return tokens.peek().kind() == Token.Kind.SYMBOL ? tokens.peek().text() : "";
    }

    private static Expression call(String function, Expression... arguments) {
        return new Call(function, List.of(arguments));
    }
}
