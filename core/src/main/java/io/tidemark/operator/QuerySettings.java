package io.tidemark.operator;

import io.tidemark.function.UserFunctions;
import io.tidemark.time.TimeSettings;
import java.util.Objects;

/**
 * Settings that change what a plan means. All are part of its fingerprint.
 *
 * @param mode which rows come out
 * @param ansi whether overflow, division by zero and casts that fail are errors ({@code true}) or give null
 * @param time how time works
 * @param accepted which plans are accepted
 * @param conflated whether changed rows wait for the next cut ({@code true}) or come out at once
 * @param changelog whether a change comes out as the old row taken back and the new one, and not as the new one alone
 * @param functions functions of the user's own; in a bound plan those that it uses
 */
public record QuerySettings(
        OutputMode mode,
        boolean ansi,
        TimeSettings time,
        Accepted accepted,
        boolean conflated,
        boolean changelog,
        UserFunctions functions) {
    /** Checks that nothing is null. */
    public QuerySettings {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(accepted, "accepted");
        Objects.requireNonNull(functions, "functions");
    }

    /** Which plans are accepted. */
    public enum Accepted {
        /** State without a bound needs consent by name. */
        NATIVE,
        /** What Apache Spark accepts and refuses; state is counted as Spark counts it, which takes memory and time. */
        SPARK
    }

    /** The defaults: final rows, errors and not nulls, native time. */
    public static QuerySettings defaults() {
        return new QuerySettings(
                OutputMode.APPEND, true, TimeSettings.NATIVE, Accepted.NATIVE, false, false, UserFunctions.NONE);
    }

    /** Whether state totals are counted exactly as Apache Spark counts them. */
    public boolean sparkCounts() {
        return accepted == Accepted.SPARK;
    }

    /** Whether what comes out depends on where cuts are made. */
    public boolean needsCuts() {
        return time.perBatch() || conflated || mode == OutputMode.COMPLETE;
    }

    /** The same with another mode. */
    public QuerySettings withMode(OutputMode newMode) {
        return new QuerySettings(newMode, ansi, time, accepted, conflated, changelog, functions);
    }

    /** The same with errors or nulls. */
    public QuerySettings withAnsi(boolean newAnsi) {
        return new QuerySettings(mode, newAnsi, time, accepted, conflated, changelog, functions);
    }

    /** The same with another time. */
    public QuerySettings withTime(TimeSettings newTime) {
        return new QuerySettings(mode, ansi, newTime, accepted, conflated, changelog, functions);
    }

    /** The same with other accepted plans. */
    public QuerySettings withAccepted(Accepted newAccepted) {
        return new QuerySettings(mode, ansi, time, newAccepted, conflated, changelog, functions);
    }

    /** The same with changed rows at cuts or at once. */
    public QuerySettings withConflated(boolean newConflated) {
        return new QuerySettings(mode, ansi, time, accepted, newConflated, changelog, functions);
    }

    /** The same with whole changes or new rows alone. */
    public QuerySettings withChangelog(boolean newChangelog) {
        return new QuerySettings(mode, ansi, time, accepted, conflated, newChangelog, functions);
    }

    /** The same with other functions of the user's own. */
    public QuerySettings withFunctions(UserFunctions newFunctions) {
        return new QuerySettings(mode, ansi, time, accepted, conflated, changelog, newFunctions);
    }
}
