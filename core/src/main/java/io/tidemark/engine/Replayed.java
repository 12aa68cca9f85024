package io.tidemark.engine;

import java.util.List;

/**
 * What came out again after a restart.
 *
 * @param rows records read from the sources since the start
 * @param skipped rows that came out and were in a sink already
 * @param compared those of them that were found equal to what is there
 * @param orderRecords records of the order journal that were done again
 * @param repairs what was mended in the query's own journals when they were opened
 */
record Replayed(long rows, long skipped, long compared, long orderRecords, List<String> repairs) {
    /** The repairs as a sentence behind others, or empty. */
    String mended() {
        return repairs.isEmpty() ? "" : " When it was opened this was mended: " + String.join(" ", repairs);
    }
}
