package io.tidemark.operator.join;

import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.StreamType;
import io.tidemark.row.Schema;
import io.tidemark.time.JoinBounds;
import io.tidemark.time.JoinBounds.Side;
import io.tidemark.time.TimeProvenance;
import java.util.ArrayList;
import java.util.List;

/**
 * Schema and times of what a join brings out. The time of a side is still an event time when its rows go: only then can no row of it come
 * out that is older than what the join promises.
 */
record JoinOutputType(
        JoinType type,
        StreamType left,
        StreamType right,
        SideTime leftTime,
        SideTime rightTime,
        JoinBounds bounds,
        boolean spark) {

    /** Whether the result carries the watermark on the time of a side. */
    boolean carries(Side side) {
        SideTime time = side == Side.LEFT ? leftTime : rightTime;
        boolean there = side == Side.LEFT || !type.leftOnly();
        return there && time.watermarked() && (spark || bounds.isBounded(side));
    }

    /** The type of the result; {@code pair} has the columns of both sides. */
    StreamType type(Schema pair) {
        List<TimeProvenance> times = new ArrayList<>();
        add(times, left, leftTime, carries(Side.LEFT));
        if (!type.leftOnly()) {
            add(times, right, rightTime, carries(Side.RIGHT));
        }
        String watermarked = carries(Side.LEFT) ? left.watermarked() : carries(Side.RIGHT) ? right.watermarked() : "";
        boolean ingest = left.recordsIngestTime() && right.recordsIngestTime();
        long delayNs = watermarked.isEmpty() ? 0 : Math.max(left.delayNs(), right.delayNs());
        return new StreamType(
                type.leftOnly() ? left.schema() : pair, times, watermarked, delayNs, ingest, EdgeKind.APPEND);
    }

    private static void add(List<TimeProvenance> times, StreamType side, SideTime time, boolean carries) {
        for (int column = 0; column < side.schema().size(); column++) {
            boolean kept = carries && column == time.column();
            times.add(kept ? side.times().get(column) : TimeProvenance.NONE);
        }
    }
}
