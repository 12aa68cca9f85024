package io.tidemark.expr.text;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;

/** Says where in a text something is wrong. */
final class TextProblem {
    private static final int LONGEST_SHOWN = 200;

    private TextProblem() {}

    /**
     * What is wrong at a place.
     *
     * @param at character of the text, from 0
     * @param what is wrong, as a clause without a full stop
     */
    static TidemarkException at(String text, int at, String what, String wayOut) {
        return new TidemarkException(ErrorCode.EXPRESSION_INVALID, place(text, at) + ": " + what + ".", wayOut);
    }

    private static String place(String text, int at) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < at; i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        int lineEnd = text.indexOf('\n', lineStart);
        String shown = text.substring(lineStart, lineEnd < 0 ? text.length() : lineEnd);
        String character = "character " + (text.codePointCount(lineStart, at) + 1);
        return "At " + (text.indexOf('\n') < 0 ? character : "line " + line + ", " + character)
                + (shown.length() > LONGEST_SHOWN ? "" : " of \"" + shown + "\"");
    }
}
