package io.tidemark.expr.text;

import io.tidemark.expr.text.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts the text of an expression into words. */
final class Tokens {
    private static final Pattern TIME = Pattern.compile(
            "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}(:?\\d{2})?)?(?![\\p{L}\\p{Nd}_.:])");
    private static final Pattern NUMBER =
            Pattern.compile("\\d+(\\.\\d+)?([eE][+-]?\\d+)?([lLdD]|[bB][dD])?(?![\\p{L}\\p{Nd}_])");
    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{Nd}_$]*(\\.[\\p{L}_][\\p{L}\\p{Nd}_$]*)*");
    private static final Pattern SYMBOL = Pattern.compile("<=>|<=|>=|<>|!=|==|\\|\\||[-+*/%=<>(),]");
    private static final Pattern BLANKS = Pattern.compile("(\\s|--[^\\n]*)+");

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private Tokens(String text) {
        this.text = text;
    }

    /** All words, the last of which is the end. */
    static List<Token> of(String text) {
        Tokens tokens = new Tokens(text);
        while (tokens.next()) {
            // one word after the other
        }
        return tokens.tokens;
    }

    /** Whether a name can stand without backquotes. */
    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    private boolean next() {
        Matcher blanks = matcher(BLANKS);
        if (blanks.lookingAt()) {
            at = blanks.end();
        }
        if (at == text.length()) {
            tokens.add(new Token(Kind.END, "", at, at));
            return false;
        }
        char first = text.charAt(at);
        if (first == '\'') {
            quoted(Kind.TEXT, first, "Close it with a quote; a quote in it is written twice.");
        } else if (first == '`') {
            quoted(Kind.QUOTED_NAME, first, "Close it with a backquote; a backquote in it is written twice.");
        } else if (first == '"') {
            throw TextProblem.at(
                    text,
                    at,
                    "a double quote has no meaning",
                    "Write texts between single quotes and names between backquotes.");
        } else if (!take(TIME, Kind.TIME)
                && !take(NUMBER, Kind.NUMBER)
                && !take(NAME, Kind.NAME)
                && !take(SYMBOL, Kind.SYMBOL)) {
            throw unknown(first);
        }
        return true;
    }

    private boolean take(Pattern pattern, Kind kind) {
        Matcher matcher = matcher(pattern);
        if (!matcher.lookingAt()) {
            return false;
        }
        tokens.add(new Token(kind, matcher.group(), at, matcher.end()));
        at = matcher.end();
        return true;
    }

    private void quoted(Kind kind, char quote, String wayOut) {
        StringBuilder value = new StringBuilder();
        int start = at;
        for (int i = at + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == quote) {
                if (i + 1 == text.length() || text.charAt(i + 1) != quote) {
                    at = i + 1;
                    tokens.add(new Token(kind, value.toString(), start, at));
                    return;
                }
                i++;
            }
            value.append(c);
        }
        throw TextProblem.at(
                text,
                start,
                kind == Kind.TEXT ? "a text begins and does not end" : "a name begins and does not end",
                wayOut);
    }

    private RuntimeException unknown(char first) {
        if (Character.isDigit(first)) {
            return TextProblem.at(
                    text,
                    at,
                    "a number begins that is none",
                    "Write numbers as 5, 5L, 1.5, 1.5D or 1e3, and a name that begins with a digit between backquotes.");
        }
        return TextProblem.at(
                text,
                at,
                "'" + text.substring(at, text.offsetByCodePoints(at, 1)) + "' has no meaning",
                "Write a name with such characters between backquotes.");
    }

    private Matcher matcher(Pattern pattern) {
        return pattern.matcher(text).region(at, text.length()).useTransparentBounds(true);
    }
}
