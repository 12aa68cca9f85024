package io.tidemark.engine;

import io.tidemark.checkpoint.Commit;
import io.tidemark.operator.DropReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All that a query writes: its result and the journals of dropped rows. Engine thread only.
 *
 * @param result the result
 * @param drops dropped rows
 */
record Outputs(Output result, DropRouter drops) {
    /** Where the journals of dropped rows are; they keep what they took. */
    Map<String, Commit.Mark> commitDrops() {
        Map<Output, Commit.Mark> byOutput = new HashMap<>();
        drops.outputs().forEach(output -> byOutput.put(output, output.commit()));
        Map<String, Commit.Mark> marks = new HashMap<>();
        drops.byReason().forEach((reason, output) -> marks.put(reason.name(), byOutput.get(output)));
        return marks;
    }

    /** Goes on from a commit. */
    void resume(Commit commit) {
        result.resume(commit.output());
        drops.outputs().forEach(output -> output.resume(mark(output, commit)));
    }

    /**
     * Where a journal of dropped rows was, wherever it lies now. One that the query did not have before begins with the first row after the commit.
     */
    private Commit.Mark mark(Output output, Commit commit) {
        for (Map.Entry<DropReason, Output> routed : drops.byReason().entrySet()) {
            Commit.Mark mark = commit.drops().get(routed.getKey().name());
            if (routed.getValue() == output && mark != null) {
                return mark;
            }
        }
        return Commit.Mark.NONE;
    }

    /** What a sink does not hold any more of a commit, or empty. */
    String missingFor(Commit commit) {
        String missing = missing(result, commit.output());
        for (int i = 0; i < drops.outputs().size() && missing.isEmpty(); i++) {
            Output output = drops.outputs().get(i);
            missing = missing(output, mark(output, commit));
        }
        return missing;
    }

    private static String missing(Output output, Commit.Mark mark) {
        return output.holds(mark) ? "" : "the sink " + output.sink().name() + " ends before row " + mark.sequence();
    }

    /** Lets the sinks keep what was appended. */
    void flush() {
        result.flush();
        for (int i = 0; i < drops.outputs().size(); i++) {
            drops.outputs().get(i).flush();
        }
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

    /** The result first. */
    List<Output> all() {
        List<Output> all = new ArrayList<>(drops.outputs());
        all.add(0, result);
        return all;
    }
}
