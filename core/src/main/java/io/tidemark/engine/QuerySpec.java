package io.tidemark.engine;

import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.operator.DropReason;
import io.tidemark.plan.BoundPlan;
import io.tidemark.state.StateBackendFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Everything that a query needs to run.
 *
 * @param name name of the query
 * @param plan what it computes
 * @param sources where its rows come from, in the order of the plan
 * @param sink where its results go
 * @param dropSinks where dropped rows go, by reason; reasons without a sink are only counted
 * @param state opens its state
 * @param directory its own directory, or null: then nothing of it survives
 * @param stopAtEnd whether it ends after what is in the source when it starts
 * @param pollLimit greatest number of records in one duty cycle
 * @param cutEvery rows of the source after which a cut is made, 0 for never
 * @param order takes the order of several sources and the cuts that are not made by count, or null
 * @param pinned whether each node of the plan gets a class of its own, so that the JIT compiler sees the plan as one constant
 * @param inputs how several sources are read
 * @param cutsWhenIdle whether a cut is made whenever what was there has been read
 * @param checkpoints when checkpoints are made; none without a directory
 * @param restart what it may do when it is started again
 * @param warmUp what it does before its first row
 */
public record QuerySpec(
        String name,
        BoundPlan plan,
        List<JournalSource> sources,
        JournalSink sink,
        Map<DropReason, JournalSink> dropSinks,
        StateBackendFactory state,
        Path directory,
        boolean stopAtEnd,
        int pollLimit,
        long cutEvery,
        OrderJournal order,
        boolean pinned,
        InputSettings inputs,
        boolean cutsWhenIdle,
        CheckpointSettings checkpoints,
        RestartSettings restart,
        WarmUp warmUp) {
    /** Copies lists and map. */
    public QuerySpec {
        sources = List.copyOf(sources);
        dropSinks = Map.copyOf(dropSinks);
    }

    /** The same query with other sinks and order, for a replay that writes nothing: it has no directory and ends by itself. */
    QuerySpec replaying(JournalSink newSink, Map<DropReason, JournalSink> newDrops, OrderJournal newOrder) {
        return new QuerySpec(
                name,
                plan,
                sources,
                newSink,
                newDrops,
                state,
                null,
                true,
                pollLimit,
                cutEvery,
                newOrder,
                pinned,
                inputs,
                false,
                CheckpointSettings.onDemand(),
                restart,
                WarmUp.NONE);
    }

    /** The same query with other checkpoints, for a pipeline that is driven by hand: nothing is opened in the directory. */
    public QuerySpec withCheckpoints(CheckpointSettings newCheckpoints) {
        return new QuerySpec(
                name,
                plan,
                sources,
                sink,
                dropSinks,
                state,
                directory,
                stopAtEnd,
                pollLimit,
                cutEvery,
                order,
                pinned,
                inputs,
                cutsWhenIdle,
                newCheckpoints,
                restart,
                warmUp);
    }

    /** The same query under another plan, whose sources are among those of this one. */
    QuerySpec under(BoundPlan other, long newCutEvery) {
        List<JournalSource> others = other.sources().stream()
                .map(wanted -> sources.get(ordinal(wanted.name())))
                .toList();
        return new QuerySpec(
                name,
                other,
                others,
                sink,
                dropSinks,
                state,
                directory,
                stopAtEnd,
                pollLimit,
                newCutEvery,
                order,
                pinned,
                inputs,
                cutsWhenIdle,
                checkpoints,
                restart,
                warmUp);
    }

    private int ordinal(String source) {
        for (int i = 0; i < plan.sources().size(); i++) {
            if (plan.sources().get(i).name().equals(source)) {
                return i;
            }
        }
        throw new IllegalArgumentException("there is no source " + source);
    }
}
