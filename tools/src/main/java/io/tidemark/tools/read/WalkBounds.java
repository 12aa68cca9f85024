package io.tidemark.tools.read;

import io.tidemark.journal.JournalReader;

/**
 * Where a walk begins and ends. Of the records between the two positions that are wanted the last so many are taken, in either order; of these some are
 * skipped, and then at most so many are handed over.
 *
 * @param from first position, which need not be one of a record
 * @param to last position, included
 * @param last so many before the end, {@link Long#MAX_VALUE} for all
 * @param skip so many that are passed over first
 * @param limit at most so many
 * @param reverse whether the last one comes first
 */
public record WalkBounds(long from, long to, long last, long skip, long limit, boolean reverse) {
    /** Everything, forward. */
    public static final WalkBounds ALL =
            new WalkBounds(JournalReader.NO_POSITION, Long.MAX_VALUE, Long.MAX_VALUE, 0, Long.MAX_VALUE, false);
}
