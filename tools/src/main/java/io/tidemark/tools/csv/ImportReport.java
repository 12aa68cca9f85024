package io.tidemark.tools.csv;

import java.util.List;

/**
 * What became of the rows of a file: {@code read = stored + rejected}.
 *
 * @param read rows of the file, the header not counted
 * @param stored rows that are in the journal now
 * @param rejected rows that are not, always the exact number
 * @param blankLines lines without any character, which are no rows
 * @param rejections the first rejected rows, as many as the settings keep
 * @param ignoredColumns columns of the file that no column of the schema takes
 */
public record ImportReport(
        long read,
        long stored,
        long rejected,
        long blankLines,
        List<Rejection> rejections,
        List<String> ignoredColumns) {
    /** Copies the lists. */
    public ImportReport {
        rejections = List.copyOf(rejections);
        ignoredColumns = List.copyOf(ignoredColumns);
    }

    /** {@code read 3, stored 2, rejected 1}. */
    @Override
    public String toString() {
        return "read " + read + ", stored " + stored + ", rejected " + rejected;
    }
}
