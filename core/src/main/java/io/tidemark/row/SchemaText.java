package io.tidemark.row;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Columns as text: {@code ts timestamp, `unit price` decimal(18,8) not null}. A name with blanks, commas, quotes or parentheses stands
 * between backquotes, a backquote in it is written twice.
 */
final class SchemaText {
    private static final char QUOTE = '`';
    private static final String MARKS = ",`'\"()";
    private static final Pattern NOT_NULL = Pattern.compile("(.*\\S)\\s+not\\s+null", Pattern.CASE_INSENSITIVE);

    private final String text;
    private int at;

    private SchemaText(String text) {
        this.text = text;
    }

    /** The columns that a text names. */
    static List<Field> parse(String text) {
        SchemaText source = new SchemaText(text);
        List<Field> fields = new ArrayList<>();
        do {
            fields.add(source.column());
        } while (source.skipComma());
        return fields;
    }

    /** The name as {@link #parse} reads it. */
    static String quoted(String name) {
        return name.chars().anyMatch(c -> isBlank(c) || MARKS.indexOf(c) >= 0)
                ? QUOTE + name.replace("`", "``") + QUOTE
                : name;
    }

    private Field column() {
        int start = at;
        skipBlanks();
        String name = at < text.length() && text.charAt(at) == QUOTE ? quotedName(start) : plainName();
        if (name.isEmpty() || at < text.length() && !isBlank(text.charAt(at))) {
            throw notAColumn(start);
        }
        String type = type();
        if (type.isEmpty()) {
            throw notAColumn(start);
        }
        Matcher notNull = NOT_NULL.matcher(type);
        return notNull.matches()
                ? new Field(name, DataType.parse(notNull.group(1)), false)
                : new Field(name, DataType.parse(type), true);
    }

    private String plainName() {
        int start = at;
        while (at < text.length() && !isBlank(text.charAt(at)) && text.charAt(at) != ',') {
            at++;
        }
        return text.substring(start, at);
    }

    private String quotedName(int start) {
        StringBuilder name = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == QUOTE) {
                at++;
                if (at == text.length() || text.charAt(at) != QUOTE) {
                    return name.toString();
                }
            }
            name.append(c);
        }
        throw notAColumn(start);
    }

    /** Everything up to the next comma that stands outside of parentheses. */
    private String type() {
        int start = at;
        boolean inside = false;
        while (at < text.length() && (inside || text.charAt(at) != ',')) {
            char c = text.charAt(at++);
            inside = c == '(' || inside && c != ')';
        }
        return text.substring(start, at).strip();
    }

    private boolean skipComma() {
        return at++ < text.length();
    }

    private void skipBlanks() {
        while (at < text.length() && isBlank(text.charAt(at))) {
            at++;
        }
    }

    private static boolean isBlank(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c);
    }

    private TidemarkException notAColumn(int start) {
        int end = text.indexOf(',', Math.max(start, at));
        return new TidemarkException(
                ErrorCode.SCHEMA_INVALID,
                "'" + text.substring(start, end < 0 ? text.length() : end).strip() + "' is not a column.",
                "Write a name and a type, such as 'price decimal(18,8)', and commas between columns. A name with blanks, commas"
                        + " or quotes stands between backquotes.");
    }
}
