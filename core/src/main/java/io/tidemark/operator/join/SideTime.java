package io.tidemark.operator.join;

import io.tidemark.operator.StreamType;
import io.tidemark.time.JoinBounds.Side;
import io.tidemark.time.TimeProvenance;
import java.util.ArrayList;
import java.util.List;

/**
 * The column whose value is the time of a side's rows.
 *
 * @param column index of the column, or {@link #NONE}
 * @param watermarked whether the side has a watermark and it follows this column, so that rows can be late
 * @param windowEnd whether the value is the end of a window
 */
record SideTime(int column, boolean watermarked, boolean windowEnd) {
    /** No column. */
    static final int NONE = -1;

    /** Columns of a side that carry its watermark. */
    static List<Integer> watermarkedColumns(StreamType side) {
        List<Integer> columns = new ArrayList<>();
        for (int column = 0; column < side.times().size() && side.hasWatermark(); column++) {
            if (side.times().get(column) != TimeProvenance.NONE) {
                columns.add(column);
            }
        }
        return columns;
    }

    /**
     * The time of a side: a watermarked column, the one that a condition uses if there are several; without a watermark the column
     * that a condition compares with the time of the other side.
     */
    static SideTime of(Side side, StreamType type, List<TimeCondition> conditions, List<Integer> otherColumns) {
        List<Integer> candidates = watermarkedColumns(type);
        for (TimeCondition condition : conditions) {
            int column = side == Side.LEFT ? condition.left() : condition.right();
            int other = side == Side.LEFT ? condition.right() : condition.left();
            boolean meets = otherColumns.isEmpty() || otherColumns.contains(other);
            boolean fits = candidates.contains(column) || !type.hasWatermark() && meets;
            if (fits) {
                return at(column, type);
            }
        }
        return candidates.isEmpty() ? new SideTime(NONE, false, false) : at(candidates.get(0), type);
    }

    private static SideTime at(int column, StreamType type) {
        TimeProvenance time = type.times().get(column);
        return new SideTime(
                column, type.hasWatermark() && time != TimeProvenance.NONE, time == TimeProvenance.WINDOW_END);
    }
}
