package io.tidemark.engine;

import io.tidemark.checkpoint.Commit;
import java.util.ArrayList;
import java.util.List;

/**
 * All that a query writes: its result and the journals of dropped rows. Engine thread only.
 *
 * @param result the result
 * @param drops dropped rows
 */
record Outputs(Output result, DropRouter drops) {
    /** Where the journals of dropped rows are; they keep what they took. */
    List<Commit.Mark> commitDrops() {
        return drops.outputs().stream().map(Output::commit).toList();
    }

    /** Goes on from a commit. */
    void resume(Commit commit) {
        result.resume(commit.output());
        for (int i = 0; i < drops.outputs().size(); i++) {
            drops.outputs().get(i).resume(commit.drops().get(i));
        }
    }

    /** What a sink does not hold any more of a commit, or empty. */
    String missingFor(Commit commit) {
        if (commit.drops().size() != drops.outputs().size()) {
            return "there were " + commit.drops().size() + " journals of dropped rows and are "
                    + drops.outputs().size();
        }
        String missing = missing(result, commit.output());
        for (int i = 0; i < drops.outputs().size() && missing.isEmpty(); i++) {
            missing = missing(drops.outputs().get(i), commit.drops().get(i));
        }
        return missing;
    }

    private static String missing(Output output, Commit.Mark mark) {
        return output.holds(mark) ? "" : "the sink " + output.sink().name() + " ends before row " + mark.sequence();
    }

    /** Lets the sinks keep what was appended. */
    void flush() {
        all().forEach(Output::flush);
    }

    /** The sink that has no room for what a duty cycle appends, or null. */
    Output full() {
        if (!result.hasRoom()) {
            return result;
        }
        return drops.full();
    }

    /** Rows that the sinks held at the start and that have not come out again. */
    long missing() {
        return all().stream().mapToLong(Output::missing).sum();
    }

    /** Rows that came out again and were there already. */
    long skipped() {
        return all().stream().mapToLong(Output::skipped).sum();
    }

    /** Those of them that were found equal to what is there. */
    long compared() {
        return all().stream().mapToLong(Output::compared).sum();
    }

    /** What was mended in the sinks when they were opened. */
    List<String> repairs() {
        return all().stream()
                .map(Output::repaired)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    private List<Output> all() {
        List<Output> all = new ArrayList<>(drops.outputs());
        all.add(0, result);
        return all;
    }
}
