package io.tidemark.checkpoint;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a start found and did before the query was where it had been.
 *
 * @param query name of the query
 * @param checkpoint number of the checkpoint it went on from, 0 when it read its sources from their start
 * @param olderBase whether the state came through an older base, since a newer one is damaged
 * @param faults what was found damaged, each naming the file
 * @param repairs what was mended in the query's own journals
 * @param replayed what came out again
 * @param opening time until everything was open and the state in place
 * @param replaying time until all that was there had come out again
 * @param complete whether the query is where it had been; before that the figures grow
 */
public record RecoveryReport(
        String query,
        long checkpoint,
        boolean olderBase,
        List<String> faults,
        List<String> repairs,
        Replayed replayed,
        Duration opening,
        Duration replaying,
        boolean complete) {
    /** Copies the lists. */
    public RecoveryReport {
        faults = List.copyOf(faults);
        repairs = List.copyOf(repairs);
    }

    /**
     * What came out again.
     *
     * @param rows records that were read again
     * @param skipped rows that came out again and were in a sink already
     * @param compared those of them that were found equal to what is there
     * @param orderRecords records of the order journal that were done again
     */
    public record Replayed(long rows, long skipped, long compared, long orderRecords) {}

    /** How far from an ordinary start this was; the order is one of severity. */
    public enum Outcome {
        /** Nothing came out again and nothing was damaged. */
        CLEAN,
        /** Rows come out again, or are still to: the query had not been stopped in order. */
        REPLAYED,
        /** Something was damaged, and was mended or passed over. */
        REPAIRED
    }

    /** How far from an ordinary start this was. */
    public Outcome outcome() {
        if (!faults.isEmpty() || !repairs.isEmpty() || olderBase) {
            return Outcome.REPAIRED;
        }
        return !complete || replayed.skipped() > 0 || replayed.orderRecords() > 0 ? Outcome.REPLAYED : Outcome.CLEAN;
    }

    /** A code for the exit of a process that only recovers: 0 clean, 10 replayed, 11 repaired. */
    public int exitCode() {
        return outcome() == Outcome.CLEAN ? 0 : 9 + outcome().ordinal();
    }

    /** The report as lines of text. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("RECOVERY of query '" + query + "': " + outcome() + ", from "
                + (checkpoint == 0 ? "the start of its sources" : "checkpoint " + checkpoint)
                + (olderBase ? " through an older base" : "") + (complete ? "." : ", not complete yet."));
        lines.add("  " + replayed.rows() + " records read again, " + replayed.skipped() + " rows came out again, "
                + replayed.compared() + " of them compared and equal, " + replayed.orderRecords()
                + " records of order.");
        lines.add("  opened in " + opening.toMillis() + " ms, replayed in " + replaying.toMillis() + " ms.");
        faults.forEach(fault -> lines.add("  damaged: " + fault));
        repairs.forEach(repair -> lines.add("  mended: " + repair));
        return lines;
    }
}
