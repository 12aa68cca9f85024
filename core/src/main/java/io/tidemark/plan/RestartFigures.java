package io.tidemark.plan;

import java.util.Map;

/**
 * What a checkpoint says of the parts of a query, for people.
 *
 * @param query name of the query
 * @param checkpoint number of the checkpoint
 * @param watermark the watermark as text, or empty
 * @param sources figures of the sources by name
 * @param stateRows rows, groups or keys in the state of each operator by the uid under which it is stored
 * @param lastOutput sequence of the last row that was put out
 * @param rebuild what a rebuild costs, or null where the journals do not reach back to their starts
 */
public record RestartFigures(
        String query,
        long checkpoint,
        String watermark,
        Map<String, Source> sources,
        Map<String, Long> stateRows,
        long lastOutput,
        Rebuild rebuild) {
    /** Copies the maps. */
    public RestartFigures {
        sources = Map.copyOf(sources);
        stateRows = Map.copyOf(stateRows);
    }

    /**
     * A source.
     *
     * @param position index after which it goes on
     * @param backlog rows that wait
     */
    public record Source(long position, long backlog) {}

    /**
     * A rebuild from the journals.
     *
     * @param position index from which they are read
     * @param rows rows to read
     * @param seconds time it takes
     */
    public record Rebuild(long position, long rows, long seconds) {}
}
