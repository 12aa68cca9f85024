package io.tidemark.expr.text;

import io.tidemark.error.TidemarkException;
import java.util.List;

/** The words of a text, one after the other. */
final class TokenCursor {
    private final String text;
    private final List<Token> tokens;
    private int at;

    TokenCursor(String text) {
        this.text = text;
        this.tokens = Tokens.of(text);
    }

    /** The next word, which stays. */
    Token peek() {
        return tokens.get(at);
    }

    /** The word behind the next one. */
    Token second() {
        return tokens.get(Math.min(at + 1, tokens.size() - 1));
    }

    /** Whether an opening parenthesis follows the next word without a blank. */
    boolean isCall() {
        return second().isSymbol("(") && second().start() == peek().end();
    }

    /** The next word, which is gone then. */
    Token take() {
        return tokens.get(at == tokens.size() - 1 ? at : at++);
    }

    boolean takeWord(String word) {
        boolean found = peek().is(word);
        if (found) {
            at++;
        }
        return found;
    }

    boolean takeSymbol(String symbol) {
        boolean found = peek().isSymbol(symbol);
        if (found) {
            at++;
        }
        return found;
    }

    void requireWord(String word) {
        if (!takeWord(word)) {
            throw expected("'" + word + "'");
        }
    }

    void requireSymbol(String symbol) {
        if (!takeSymbol(symbol)) {
            throw expected("'" + symbol + "'");
        }
    }

    void requireEnd() {
        if (peek().kind() != Token.Kind.END) {
            throw expected("an operator or the end");
        }
    }

    /** What is wrong with the next word. */
    TidemarkException problem(String what, String wayOut) {
        return problem(peek(), what, wayOut);
    }

    /** What is wrong with a word. */
    TidemarkException problem(Token token, String what, String wayOut) {
        return TextProblem.at(text, token.start(), what, wayOut);
    }

    /** The next word is another one than is needed. */
    TidemarkException expected(String what) {
        return problem(
                what + " is expected, not " + peek().shown(),
                "Write columns, constants, functions and operators, such as price > 1.5 and symbol in ('A', 'B').");
    }
}
