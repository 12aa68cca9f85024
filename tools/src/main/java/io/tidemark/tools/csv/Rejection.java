package io.tidemark.tools.csv;

/**
 * A row of a file that was not stored.
 *
 * @param line line of the file in which the row begins, from 1
 * @param reason what is wrong with it, as a sentence
 */
public record Rejection(long line, String reason) {
    /** {@code line 7: ...}. */
    @Override
    public String toString() {
        return "line " + line + ": " + reason;
    }
}
