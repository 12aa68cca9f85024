package io.tidemark.operator.aggregate;

import io.tidemark.accumulator.Accumulator;
import io.tidemark.accumulator.AggregateList;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.CalendarWindow;
import io.tidemark.expr.Column;
import io.tidemark.expr.FixedWindow;
import io.tidemark.expr.Window;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.OneZero;
import io.tidemark.expr.eval.RowEncoder;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.Lineage;
import io.tidemark.operator.Operator;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.RowConsumer;
import io.tidemark.operator.SlotMove;
import io.tidemark.operator.SpanText;
import io.tidemark.operator.StateBound;
import io.tidemark.operator.StateBound.Factor;
import io.tidemark.operator.StateMigration;
import io.tidemark.operator.StreamType;
import io.tidemark.operator.Trait;
import io.tidemark.operator.Trait.Rule;
import io.tidemark.operator.ValueMove;
import io.tidemark.operator.WindowTimeCheck;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.Schema;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import io.tidemark.time.CalendarTimes;
import io.tidemark.time.GroupTimes;
import io.tidemark.time.OneGroup;
import io.tidemark.time.PaneWindows;
import io.tidemark.time.TimeGroups;
import io.tidemark.time.TimeProvenance;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An aggregation whose types are resolved: lays out the state of a group and makes the operator.
 *
 * @param timeKey index of the key that is the event time itself or the end of a window of it, or -1
 * @param changes whether groups come out with what they were before, and can vanish again
 */
record BoundGroupAggregate(
        GroupAggregate node,
        BindScope scope,
        Schema keySchema,
        AggregateList aggregates,
        int timeKey,
        boolean changes,
        StreamType output)
        implements BoundOperator {
    @Override
    public boolean stateful() {
        return true;
    }

    @Override
    public List<Trait> traits(Lineage lineage) {
        List<Trait> traits = new ArrayList<>();
        Window window = node.window();
        traits.add(Trait.setting("window", window == null ? "none" : windowText(window), Rule.DECISION));
        traits.add(Trait.expression("time", window == null ? null : window.time(), lineage, Rule.DECISION));
        List<DataType> types = keySchema.fields().stream().map(Field::type).toList();
        traits.add(Trait.columns("keys", node.keys(), types, lineage));
        traits.add(Trait.setting("rows in", scope.input().edge(), Rule.DECISION));
        traits.add(Trait.setting("changes", changes ? "whole" : "new rows", Rule.DECISION));
        traits.addAll(aggregates.traits(lineage));
        return traits;
    }

    @Override
    public List<String> origins(Lineage lineage) {
        int columns = output.schema().size();
        List<String> origins = new ArrayList<>(Collections.nCopies(columns, ""));
        int firstKey = columns - node.aggregates().size() - node.keys().size();
        for (int i = 0; i < node.keys().size(); i++) {
            origins.set(firstKey + i, lineage.meaning(node.keys().get(i).expression()));
        }
        return origins;
    }

    private static String windowText(Window window) {
        return window.spec() instanceof FixedWindow fixed
                ? SpanText.of(fixed.sizeNs())
                        + (fixed.slideNs() == fixed.sizeNs() ? "" : " every " + SpanText.of(fixed.slideNs()))
                        + (fixed.offsetNs() == 0 ? "" : ", offset " + SpanText.of(fixed.offsetNs()))
                : window.spec().toString();
    }

    @Override
    public StateMigration migration(BoundOperator before, int[] members, boolean sameEmission) {
        BoundGroupAggregate old = (BoundGroupAggregate) before;
        String refusal = aggregates.refusal(old.aggregates, members);
        if (!refusal.isEmpty()) {
            return StateMigration.refused(refusal);
        }
        ValueMove groups =
                aggregates.moveFrom(old.aggregates, members, output.schema().size() - members.length);
        ValueMove kept = changes ? keptRows() : ValueMove.asItIs(0);
        boolean sameRows = old.output.schema().equals(output.schema());
        if (changes && !sameRows && scope.settings().needsCuts()) {
            return StateMigration.refused("groups that changed since the last cut are kept with their old rows");
        }
        return StateMigration.asItIs()
                .values("groups", groups)
                .values("merged", groups)
                .values("blocks", groups)
                .values("touched", kept)
                .cursor(times().isDirect() ? "groups" : "merged", "emitted");
    }

    /** What a changed group was at the last cut: a reference to its length and its bytes, or 0. */
    private static ValueMove keptRows() {
        return new ValueMove(List.of(SlotMove.copy(0, 0, Long.BYTES)), Long.BYTES, (from, fromStore, to, toStore) -> {
            long reference = OffHeap.getLong(from);
            if (reference == 0) {
                return;
            }
            long bytes = fromStore.bytes(reference);
            int length = Long.BYTES + (int) OffHeap.getLong(bytes);
            long kept = toStore.allocateBytes(length);
            OffHeap.copy(bytes, toStore.bytesForUpdate(kept, length), length);
            OffHeap.putLong(to, kept);
        });
    }

    @Override
    public String describe() {
        String keys = node.keys().stream().map(Column::toString).collect(Collectors.joining(", ", "by [", "]"));
        String calls = node.aggregates().stream().map(Aggregate::toString).collect(Collectors.joining(", "));
        return (node.window() == null ? "" : node.window() + " ") + (node.keys().isEmpty() ? "" : keys) + ": " + calls
                + "; mode " + scope.settings().mode() + aggregates.moreStateText();
    }

    @Override
    public Operator create(OperatorContext context, RowConsumer next) {
        context.state().describeKeys(keySchema);
        NodeFactory nodes = context.nodes();
        Window window = node.window();
        LongEvaluator time = time(nodes);
        List<TypedEvaluator> keys = new ArrayList<>();
        for (Column key : node.keys()) {
            // Equal keys must have equal bytes; NaN is made one by the row writer.
            keys.add(OneZero.of(scope.compile(key.expression(), nodes), nodes));
        }
        Accumulator accumulators = aggregates.create(
                context, time, output.schema().size() - node.aggregates().size());
        Groups groups = new Groups(
                times(),
                time,
                time != null && nullTimes(),
                RowEncoder.of(keys, keySchema, nodes),
                accumulators,
                keySchema.isVariableLength() || accumulators.sized(),
                context.state().table("groups", aggregates.valueBytes(), keyBytes()),
                context);
        GroupOutput out = new GroupOutput(
                window == null ? null : groups.times(),
                output.schema(),
                keySchema,
                accumulators,
                context.counters(),
                next);
        GroupLedger ledger =
                scope.settings().sparkCounts() ? new GroupLedger(groups.times(), keyBytes(), context) : null;
        MergedGroups merged = groups.times().isDirect()
                ? null
                : new MergedGroups(groups, context.state().table("merged", aggregates.valueBytes(), keyBytes()));
        CompleteWindows windows = merged;
        if (WindowParts.of(groups.times(), scope.settings().mode()) == WindowParts.LINKED) {
            windows = nodes.<CompleteWindows>create(LinkedWindows.class, groups, merged.table(), new PaneLinks());
        } else if (WindowParts.of(groups.times(), scope.settings().mode()) == WindowParts.BLOCKS) {
            StateTable blocks = context.state().table("blocks", aggregates.valueBytes(), keyBytes());
            windows = new BlockWindows(
                    groups, merged.table(), new PaneBlocks(groups, (PaneWindows) groups.times(), blocks));
        }
        long initial = scope.input().hasWatermark() && followsWatermark()
                ? scope.settings().time().initialWatermark()
                : Long.MIN_VALUE;
        GroupParts parts = new GroupParts(
                groups,
                merged,
                windows,
                out,
                ledger,
                initial,
                scope.input().hasWatermark(),
                followsWatermark(),
                context,
                next);
        return switch (scope.settings().mode()) {
            case APPEND -> nodes.<Operator>create(AppendGroups.class, parts);
            case UPDATE ->
                changes
                        ? nodes.<Operator>create(
                                ChangelogGroups.class,
                                parts,
                                scope.settings().conflated()
                                        || scope.settings().time().perBatch(),
                                output,
                                aggregates.sizeOffset())
                        : nodes.<Operator>create(
                                UpdateGroups.class,
                                parts,
                                scope.settings().conflated()
                                        || scope.settings().time().perBatch(),
                                node.isGlobal());
            case COMPLETE -> nodes.<Operator>create(CompleteGroups.class, parts, node.isGlobal());
        };
    }

    /** A window on another column is accepted by the Spark bundle alone; then nothing is late and nothing freed. */
    private boolean followsWatermark() {
        return node.window() == null
                || WindowTimeCheck.followsWatermark(node.window().time(), scope.input());
    }

    private GroupTimes times() {
        Window window = node.window();
        if (window != null) {
            return window.spec() instanceof FixedWindow fixed
                    ? new PaneWindows(fixed.sizeNs(), fixed.slideNs(), fixed.offsetNs())
                    : new CalendarTimes(((CalendarWindow) window.spec()).calendar());
        }
        if (timeKey < 0) {
            return new OneGroup();
        }
        boolean ends = output.times().get(timeKey) == TimeProvenance.WINDOW_END;
        return ends ? TimeGroups.ofEnds() : TimeGroups.of(scope.settings().time());
    }

    /** Time by which rows are grouped, or null. */
    private LongEvaluator time(NodeFactory nodes) {
        if (node.window() != null) {
            return scope.compile(node.window().time(), nodes).asLong();
        }
        return timeKey < 0
                ? null
                : scope.compile(node.keys().get(timeKey).expression(), nodes).asLong();
    }

    /** Rows without an event time do not pass a watermark, but an outer join makes such rows again. */
    private boolean nullTimes() {
        return scope.nullable(
                node.window() != null
                        ? node.window().time()
                        : node.keys().get(timeKey).expression());
    }

    private int keyBytes() {
        return keySchema.isVariableLength() ? TableSpec.VARIABLE : keySchema.fixedBytes();
    }

    @Override
    public StateBound stateBound() {
        long row = aggregates.valueBytes() + keySchema.fixedBytes();
        boolean text = keySchema.isVariableLength();
        Factor keys = Factor.declared("keys");
        if (node.isGlobal()) {
            return StateBound.of(row, text);
        } else if (node.window() == null) {
            return timeKey >= 0
                    ? StateBound.of(row, text, keys, Factor.declared("times within the delay"))
                    : StateBound.of(row, text, keys);
        }
        long delayNs = scope.input().delayNs();
        if (times() instanceof PaneWindows windows && delayNs >= 0) {
            long paneNs = windows.sizeNs() / windows.panesPerWindow();
            // A pane is open until the watermark passes its last window, and one more is being filled.
            long open = (windows.sizeNs() + delayNs) / paneNs + 2;
            return WindowParts.of(windows, scope.settings().mode()).bound(windows, open, delayNs, row, text);
        }
        return StateBound.of(row, text, keys, Factor.declared("open windows"));
    }
}
