package io.tidemark.operator.join;

import io.tidemark.error.ErrorCode;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.StreamType;
import io.tidemark.time.JoinBounds.Side;
import io.tidemark.time.TimeBound;
import java.util.List;

/** Checks that something says how long each side has to be kept. */
final class BoundCheck {
    private final StreamJoin node;
    private final BindScope scope;
    private final List<TimeBound> bounds;
    private final SideTime leftTime;
    private final SideTime rightTime;
    private final ConditionSplit parts;

    /**
     * A check.
     *
     * @param bounds what the condition says of the times of the two sides
     */
    BoundCheck(
            StreamJoin node,
            BindScope scope,
            ConditionSplit parts,
            List<TimeBound> bounds,
            SideTime leftTime,
            SideTime rightTime) {
        this.node = node;
        this.scope = scope;
        this.parts = parts;
        this.leftTime = leftTime;
        this.rightTime = rightTime;
        this.bounds = bounds;
    }

    void run() {
        boolean spark = scope.settings().sparkCounts();
        if (node.watermark() == JoinWatermark.PER_INPUT && !(leftTime.watermarked() && rightTime.watermarked())) {
            scope.problem(
                    ErrorCode.WATERMARK_MISSING,
                    "",
                    "With PER_INPUT each side goes by the watermark of the other, and an input has none.",
                    "Declare a watermark on both inputs, or use MERGED.");
        }
        if (spark) {
            runSpark();
            return;
        }
        for (Side side : Side.values()) {
            if (derivable(side)) {
                continue;
            }
            if (node.type().needsBound(side)) {
                missing(side);
            } else if (node.unboundedReason().isBlank()) {
                unbounded(side);
            }
        }
    }

    private void runSpark() {
        boolean leftMissing = node.type().needsBound(Side.LEFT) && !derivable(Side.LEFT);
        boolean rightMissing = node.type().needsBound(Side.RIGHT) && !derivable(Side.RIGHT);
        if (node.type() == JoinType.FULL_OUTER ? leftMissing && rightMissing : leftMissing || rightMissing) {
            missing(leftMissing ? Side.LEFT : Side.RIGHT);
        }
    }

    /** Whether a watermark of the other side bounds how long rows of this one can wait, or the key itself carries a watermark. */
    private boolean derivable(Side side) {
        boolean keyed = bounds.stream().anyMatch(TimeBound::key);
        boolean other = time(side.other()).watermarked();
        return keyed && (other || time(side).watermarked())
                || other && bounds.stream().anyMatch(bound -> bound.lower() == (side == Side.RIGHT));
    }

    private void missing(Side side) {
        if (!time(side.other()).watermarked() && !hasWatermark(side.other())) {
            scope.problem(
                    ErrorCode.WATERMARK_MISSING,
                    side.other().toString(),
                    "A join " + node.type() + " lets a " + side + " row wait for its partner, and the " + side.other()
                            + " input has no watermark that would say when none can come any more.",
                    "Declare one on the " + side.other() + " input: withWatermark(column, delay).");
            return;
        }
        scope.problem(
                ErrorCode.JOIN_NO_TIME_BOUND,
                side.toString(),
                "Nothing says for how long a " + side + " row waits for its partner, so a join " + node.type()
                        + " could never tell that there is none.",
                wayOut(side));
    }

    private void unbounded(Side side) {
        boolean watermark = hasWatermark(side.other());
        scope.problem(
                watermark ? ErrorCode.JOIN_NO_TIME_BOUND : ErrorCode.STATE_UNBOUNDED,
                side.toString(),
                watermark
                        ? "Nothing says for how long a " + side
                                + " row waits for its partner, so all of them would be kept."
                        : "All " + side + " rows would be kept, since the " + side.other() + " input has no watermark.",
                (watermark
                                ? wayOut(side)
                                : "Declare a watermark on the " + side.other()
                                        + " input and bound the times of both sides.")
                        + " Or say unboundedState(\"why this side is small\").");
    }

    private String wayOut(Side side) {
        String own = name(side);
        String other = name(side.other());
        return "Add the latest time of a partner to the condition, such as col(\"" + other + "\").le(col(\"" + own
                + "\").plus(Duration.ofMinutes(5))), or make the event time or a window a part of the key."
                + (parts.times().isEmpty() ? "" : " Of the times, it says " + texts() + ".");
    }

    private String texts() {
        return parts.times().stream().map(TimeCondition::text).toList().toString();
    }

    private String name(Side side) {
        StreamType type = type(side);
        int column = time(side).column();
        return column < 0 ? "ts" : type.schema().field(column).name();
    }

    private boolean hasWatermark(Side side) {
        return type(side).hasWatermark();
    }

    private StreamType type(Side side) {
        return scope.inputs().get(side.ordinal());
    }

    private SideTime time(Side side) {
        return side == Side.LEFT ? leftTime : rightTime;
    }
}
