package io.tidemark.engine;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What a query does before its first row so that its code is compiled: rows run through its operators, windows are closed, state is freed, checkpoints are made and
 * files rolled, and all of it is taken back.
 *
 * @param rows rows of each source; 0 for no warm-up
 * @param recorded recorded rows by the name of their source; rows of other sources are made up from their schema
 */
public record WarmUp(int rows, Map<String, JournalSource> recorded) {
    /** No warm-up. */
    public static final WarmUp NONE = new WarmUp(0, Map.of());

    /** Enough for the usual thresholds of the JIT compiler; takes about a second. */
    public static final int DEFAULT_ROWS = 50_000;

    private static final int MOST_ROWS = 10_000_000;

    /** Checks the number. */
    public WarmUp {
        if (rows < 0 || rows > MOST_ROWS) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "A warm-up with " + rows + " rows is not possible.",
                    "Use 0 to " + MOST_ROWS + "; " + DEFAULT_ROWS + " is a good choice.");
        }
        recorded = Map.copyOf(recorded);
    }

    /** {@value #DEFAULT_ROWS} made-up rows of each source. */
    public static WarmUp made() {
        return made(DEFAULT_ROWS);
    }

    /** So many made-up rows of each source. */
    public static WarmUp made(int rows) {
        return new WarmUp(rows, Map.of());
    }

    /**
     * The same with recorded rows of one source, from the start of a journal on. Use them where rows that are made up would not get through filters and joins. The
     * journal is only read, and may be the source's own.
     *
     * @param source name of the source in the query
     * @param journal rows with the columns of the source
     */
    public WarmUp with(String source, JournalSource journal) {
        Map<String, JournalSource> more = new HashMap<>(recorded);
        more.put(Objects.requireNonNull(source, "source"), Objects.requireNonNull(journal, "journal"));
        return new WarmUp(rows, more);
    }
}
