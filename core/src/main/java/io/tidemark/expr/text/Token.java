package io.tidemark.expr.text;

import java.util.Locale;

/**
 * A word of an expression's text.
 *
 * @param kind what it is
 * @param text what it says, without quotes
 * @param start its first character in the text, from 0
 * @param end the character behind it
 */
record Token(Kind kind, String text, int start, int end) {
    /** Kinds of words. */
    enum Kind {
        /** Digits, with point, exponent and a letter for the type. */
        NUMBER,
        /** Text between single quotes. */
        TEXT,
        /** A date and time that stands without quotes. */
        TIME,
        /** A name or a word of the language. */
        NAME,
        /** A name between backquotes. */
        QUOTED_NAME,
        /** Everything else, such as {@code <=}. */
        SYMBOL,
        /** Behind the last word. */
        END
    }

    /** Whether this is a word of the language, however it is written. */
    boolean is(String word) {
        return kind == Kind.NAME && text.toLowerCase(Locale.ROOT).equals(word);
    }

    /** Whether this is a symbol. */
    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    /** As a message shows it. */
    String shown() {
        return kind == Kind.END ? "the end" : kind == Kind.TEXT ? "the text '" + text + "'" : "'" + text + "'";
    }
}
