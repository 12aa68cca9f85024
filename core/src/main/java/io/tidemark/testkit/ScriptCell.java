package io.tidemark.testkit;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.util.ArrayList;
import java.util.List;

/**
 * One cell of a script.
 *
 * @param text what it says, without quotes and the blanks around it
 * @param quoted whether it stood in quotes
 * @param line its line, from 1 on
 * @param column the column of its first character, from 1 on
 */
record ScriptCell(String text, boolean quoted, int line, int column) {
    private static final char QUOTE = '"';

    /** The cells of one line. */
    static List<ScriptCell> split(String line, int number) {
        List<ScriptCell> cells = new ArrayList<>();
        int at = 0;
        do {
            at = blanks(line, at);
            boolean quoted = at < line.length() && line.charAt(at) == QUOTE;
            int end = quoted ? closing(line, number, at) + 1 : comma(line, at);
            String text = line.substring(at, end);
            ScriptCell cell = quoted
                    ? new ScriptCell(text.substring(1, text.length() - 1).replace("\"\"", "\""), true, number, at + 1)
                    : new ScriptCell(text.stripTrailing(), false, number, at + 1);
            if (!quoted && cell.text().isEmpty()) {
                throw at(number, at + 1, "a cell is empty", "Write null for no value and \"\" for an empty text.");
            }
            cells.add(cell);
            at = blanks(line, end);
            if (at < line.length() && line.charAt(at) != ',') {
                throw at(number, at + 1, "something follows the closing quote", "Write a comma between cells.");
            }
        } while (at++ < line.length());
        return cells;
    }

    /** What is wrong with this cell. */
    TidemarkException wrong(String why, String wayOut) {
        return at(line, column, why, wayOut);
    }

    /** What is wrong at a place. */
    static TidemarkException at(int line, int column, String why, String wayOut) {
        return new TidemarkException(
                ErrorCode.IMPORT_INVALID, "Line " + line + ", column " + column + ": " + why + ".", wayOut);
    }

    private static int blanks(String line, int from) {
        int at = from;
        while (at < line.length() && Character.isWhitespace(line.charAt(at))) {
            at++;
        }
        return at;
    }

    private static int comma(String line, int from) {
        int at = line.indexOf(',', from);
        return at < 0 ? line.length() : at;
    }

    private static int closing(String line, int number, int from) {
        int at = line.indexOf(QUOTE, from + 1);
        while (at >= 0 && at + 1 < line.length() && line.charAt(at + 1) == QUOTE) {
            at = line.indexOf(QUOTE, at + 2);
        }
        if (at < 0) {
            throw at(
                    number,
                    from + 1,
                    "the quote is not closed",
                    "Close it on the same line; write a quote inside as \"\".");
        }
        return at;
    }
}
