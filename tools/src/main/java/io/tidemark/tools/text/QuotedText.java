package io.tidemark.tools.text;

/** A text as one word: in quotes where it could be read otherwise, with control characters escaped, so that a row stays one line. */
public final class QuotedText {
    private static final int FIRST_PRINTABLE = 0x20;

    private QuotedText() {}

    /** The text, in quotes where it has to be. */
    public static String of(String value) {
        boolean plain = !value.isEmpty() && !value.equals("null");
        for (int i = 0; plain && i < value.length(); i++) {
            char c = value.charAt(i);
            plain = c > FIRST_PRINTABLE && c != '"' && c != '\\' && !Character.isISOControl(c);
        }
        if (plain) {
            return value;
        }
        StringBuilder text = new StringBuilder(value.length() + 2).append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                case '"', '\\' -> text.append('\\').append(c);
                default -> {
                    if (Character.isISOControl(c)) {
                        text.append(String.format("\\u%04x", (int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        return text.append('"').toString();
    }
}
