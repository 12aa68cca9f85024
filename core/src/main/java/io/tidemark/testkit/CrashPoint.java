package io.tidemark.testkit;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;

/**
 * A place at which {@link CrashSchedule} stops a query as a kill of its process would.
 *
 * @param place where
 * @param count how often it was there before
 */
public record CrashPoint(Place place, long count) {
    /** The kinds of places. */
    public enum Place {
        /** Between two duty cycles of one life. */
        CYCLE,
        /** Right after a row was written to the output. */
        ROW,
        /** In the write of a row, which is not in the output then. */
        WRITE
    }

    /** Checks the count. */
    public CrashPoint {
        if (count < 0) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "A stop at " + place + " " + count + " is not possible.",
                    "Count from 0 on.");
        }
    }

    /** After so many duty cycles since the query was started, each of which reads a record at most of each input. */
    public static CrashPoint afterCycles(long cycles) {
        return new CrashPoint(Place.CYCLE, cycles);
    }

    /** Right after the row with this number was written to the output; the first has the number 0. */
    public static CrashPoint afterRow(long sequence) {
        return new CrashPoint(Place.ROW, sequence);
    }

    /** In the write of the row with this number; the first has the number 0. */
    public static CrashPoint inWrite(long sequence) {
        return new CrashPoint(Place.WRITE, sequence);
    }

    /** The place, for people. */
    @Override
    public String toString() {
        return switch (place) {
            case CYCLE -> "after " + count + " cycles";
            case ROW -> "after row " + count;
            case WRITE -> "in the write of row " + count;
        };
    }
}
