package io.tidemark.expr;

import static io.tidemark.expr.Functions.call;

/**
 * Further words of a query: functions that look into texts. Import them statically. A character is a code point; constants are texts,
 * columns are {@code col(...)}; a null argument gives null.
 */
public final class TextFunctions {
    private TextFunctions() {}

    /** Whether a text fits a pattern: % is any text, _ any character; a backslash takes their meaning away. */
    public static Column like(Object text, String pattern) {
        return call("like", text, pattern);
    }

    /** The same with another character that takes their meaning away. */
    public static Column like(Object text, String pattern, String escape) {
        return call("like", text, pattern, escape);
    }

    /** Whether a text begins with another. */
    public static Column starts_with(Object text, Object part) {
        return call("starts_with", text, part);
    }

    /** Whether a text ends with another. */
    public static Column ends_with(Object text, Object part) {
        return call("ends_with", text, part);
    }

    /** Whether a text contains another. */
    public static Column contains(Object text, Object part) {
        return call("contains", text, part);
    }

    /** Character, counted from 1, at which a text contains another; 0 where it does not. */
    public static Column instr(Object text, Object part) {
        return call("instr", text, part);
    }

    /** The text without spaces before and after it. */
    public static Column trim(Object text) {
        return call("trim", text);
    }

    /** The text without spaces before it. */
    public static Column ltrim(Object text) {
        return call("ltrim", text);
    }

    /** The text without spaces after it. */
    public static Column rtrim(Object text) {
        return call("rtrim", text);
    }

    /** The text from a character on; the first is 1, the last -1. */
    public static Column substring(Object text, Object start) {
        return call("substring", text, start);
    }

    /** So many characters of the text from one on; the first is 1, the last -1. */
    public static Column substring(Object text, Object start, Object length) {
        return call("substring", text, start, length);
    }

    /** The text with every occurrence of a part replaced. */
    public static Column replace(Object text, Object part, Object with) {
        return call("replace", text, part, with);
    }

    /** The text made so many characters long by repeating the pad before it, or by cutting off its end. */
    public static Column lpad(Object text, Object length, Object pad) {
        return call("lpad", text, length, pad);
    }

    /** The text made so many characters long by repeating the pad after it, or by cutting off its end. */
    public static Column rpad(Object text, Object length, Object pad) {
        return call("rpad", text, length, pad);
    }

    /** The n-th piece of the text between delimiters, counted from 1, or from the end for a negative n; empty where there is none. */
    public static Column split_part(Object text, Object delimiter, int n) {
        return call("split_part", text, delimiter, n);
    }
}
