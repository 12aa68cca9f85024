package io.tidemark.metrics;

import io.tidemark.operator.DropReason;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Samples the operators of a query. The monitor's thread. */
final class OperatorSampler {
    private static final Map<String, String> SPARK_NAMES = Map.of(
            "aggregate", "stateStoreSave",
            "session", "sessionWindowStateStoreSaveExec",
            "join", "symmetricHashJoin",
            "keyed", "transformWithStateExec",
            "deduplicate", "dedupe");

    private final QueryShape shape;

    OperatorSampler(QueryShape shape) {
        this.shape = shape;
    }

    /** Rows of all sources and operators. */
    List<OperatorFlow> flows(CounterImage now) {
        List<OperatorFlow> flows = new ArrayList<>();
        for (int i = 0; i < now.operators().length; i++) {
            int step = i - shape.sources().size();
            flows.add(new OperatorFlow(
                    step < 0
                            ? shape.sources().get(i).name()
                            : shape.operators().get(step).uid(),
                    step < 0 ? "source" : shape.operators().get(step).kind(),
                    now.operator(i, MetricField.IN),
                    now.operator(i, MetricField.ACCEPTED),
                    now.operator(i, MetricField.OUT),
                    now.operator(i, MetricField.PARTLY_LATE),
                    dropped(now, i),
                    SourceWatermarks.shown(now.operator(i, MetricField.WATERMARK))));
        }
        return flows;
    }

    private static Map<DropReason, Long> dropped(CounterImage now, int operator) {
        Map<DropReason, Long> dropped = new EnumMap<>(DropReason.class);
        for (DropReason reason : DropReason.values()) {
            long rows = drops(now, operator, reason);
            if (rows > 0) {
                dropped.put(reason, rows);
            }
        }
        return dropped;
    }

    private static long drops(CounterImage image, int operator, DropReason reason) {
        return image.operators()[operator][MetricField.count() + reason.ordinal()];
    }

    /** Operators with state. */
    List<StateOperatorProgress> states(CounterImage before, CounterImage now) {
        List<StateOperatorProgress> states = new ArrayList<>();
        for (int i = 0; i < shape.operators().size(); i++) {
            if (shape.operators().get(i).stateful()) {
                states.add(state(shape.operators().get(i), shape.sources().size() + i, before, now));
            }
        }
        return states;
    }

    private StateOperatorProgress state(QueryShape.Step step, int at, CounterImage before, CounterImage now) {
        boolean spark = shape.sparkCounts();
        long rows = now.operator(at, MetricField.STATE_ROWS);
        long bytes = now.operator(at, MetricField.STATE_BYTES);
        return new StateOperatorProgress(
                step.uid(),
                SPARK_NAMES.getOrDefault(step.kind(), step.kind()),
                spark ? now.operator(at, MetricField.GROUPS_TOTAL) : rows,
                spark ? now.operator(at, MetricField.GROUPS_UPDATED) : delta(before, now, at, MetricField.ACCEPTED),
                spark
                        ? now.operator(at, MetricField.GROUPS_REMOVED)
                        : delta(before, now, at, MetricField.STATE_REMOVED),
                bytes,
                spark
                        ? now.operator(at, MetricField.GROUPS_LATE)
                        : drops(now, at, DropReason.LATE) - drops(before, at, DropReason.LATE),
                drops(now, at, DropReason.DUPLICATE) - drops(before, at, DropReason.DUPLICATE),
                now.operator(at, MetricField.STATE_PANES),
                step.grouped() ? (Long) rows : null,
                SourceWatermarks.shown(now.operator(at, MetricField.OLDEST_OPEN)),
                SourceWatermarks.shown(now.operator(at, MetricField.NEXT_DEADLINE)),
                now.operator(at, MetricField.STATE_REMOVED),
                rows == 0 ? null : (Long) (bytes / rows));
    }

    private static long delta(CounterImage before, CounterImage now, int at, MetricField field) {
        return Math.max(0, now.operator(at, field) - before.operator(at, field));
    }

    /** Rows in state over all operators. */
    long stateRows(CounterImage now) {
        long rows = 0;
        for (int i = shape.sources().size(); i < now.operators().length; i++) {
            rows += now.operator(i, MetricField.STATE_ROWS);
        }
        return rows;
    }
}
