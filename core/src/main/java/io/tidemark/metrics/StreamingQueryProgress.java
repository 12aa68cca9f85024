package io.tidemark.metrics;

import java.util.List;

/**
 * A sample of a query: where it is, and what it did since the sample before. Immutable. The names in {@link #json} are those of Apache Spark where it has the figure;
 * what each means stands in docs/progress.md.
 *
 * @param id stays the same over restarts of a query with a directory
 * @param runId of this run
 * @param name name of the query
 * @param timestampNs when the interval began, nanoseconds since 1970
 * @param sampledNs when it ended: all figures of the moment are of then
 * @param batchId number of the sample in this run, from 0
 * @param life where the query was in its life, such as {@code RUNNING}
 * @param numInputRows records read in the interval
 * @param inputRowsPerSecond of wall time
 * @param processedRowsPerSecond of the time in which the engine worked: what it could do
 * @param measureNs time that it took to ask the journals for their ends
 * @param eventTime event times
 * @param stateOperators operators with state
 * @param state state as a whole
 * @param sources sources
 * @param operators rows of all sources and operators
 * @param sink the sink
 * @param steps duty cycles
 * @param snapshot the newest checkpoint, or null when there is none
 * @param freshnessMs age of the greatest event time that was published, or null before the first
 * @param catchUpEtaMs time until the backlog is worked off at the present rates, 0 without one; null when it is not known or never
 * @param waitsFor sink on whose disk there is no room, or null
 * @param progressRowsLost rows of the progress journal that could not be written
 * @param eventsLost progress events that a slow listener did not get
 */
public record StreamingQueryProgress(
        String id,
        String runId,
        String name,
        long timestampNs,
        long sampledNs,
        long batchId,
        String life,
        long numInputRows,
        double inputRowsPerSecond,
        double processedRowsPerSecond,
        long measureNs,
        EventTimes eventTime,
        List<StateOperatorProgress> stateOperators,
        StateProgress state,
        List<SourceProgress> sources,
        List<OperatorFlow> operators,
        SinkProgress sink,
        StepProgress steps,
        SnapshotProgress snapshot,
        Long freshnessMs,
        Long catchUpEtaMs,
        String waitsFor,
        long progressRowsLost,
        long eventsLost) {
    private static final long NS_PER_MS = 1_000_000;

    /** Copies the lists. */
    public StreamingQueryProgress {
        stateOperators = List.copyOf(stateOperators);
        sources = List.copyOf(sources);
        operators = List.copyOf(operators);
    }

    /** Length of the interval in milliseconds. */
    public long batchDuration() {
        return (sampledNs - timestampNs) / NS_PER_MS;
    }

    /** Records that were not read, over all sources, or null where one cannot tell. */
    public Long backlogRows() {
        long rows = 0;
        for (SourceProgress source : sources) {
            if (source.backlogRows() == null) {
                return null;
            }
            rows += source.backlogRows();
        }
        return rows;
    }

    /** Records that came into the journals of all sources in a second, or null where one cannot tell. */
    public Double arrivalRowsPerSecond() {
        double rate = 0;
        for (SourceProgress source : sources) {
            if (source.arrivalRowsPerSecond() == null) {
                return null;
            }
            rate += source.arrivalRowsPerSecond();
        }
        return rate;
    }

    /** On one line. */
    public String json() {
        return ProgressJson.text(this, false);
    }

    /** On many lines, to be read by people. */
    public String prettyJson() {
        return ProgressJson.text(this, true);
    }

    /** As {@link #json}. */
    @Override
    public String toString() {
        return json();
    }
}
