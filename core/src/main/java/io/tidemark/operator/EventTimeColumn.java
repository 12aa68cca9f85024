package io.tidemark.operator;

import io.tidemark.error.ErrorCode;
import io.tidemark.row.Schema;
import java.util.List;

/** Finds the column that says when a row of the input happened, for operators that judge each row by its own time. */
public final class EventTimeColumn {
    /** There is none. */
    public static final int NONE = -1;

    private EventTimeColumn() {}

    /** Index of the only column that carries the watermark, or {@link #NONE}; reports it when there are two. */
    public static int index(BindScope scope) {
        List<Integer> timed = scope.input().timedColumns();
        if (timed.size() > 1) {
            Schema schema = scope.input().schema();
            String first = schema.field(timed.get(0)).name();
            String second = schema.field(timed.get(1)).name();
            scope.problem(
                    ErrorCode.EVENT_TIME_AMBIGUOUS,
                    second,
                    "Both '" + first + "' and '" + second
                            + "' carry the watermark, so it is open which of them says whether a row is late.",
                    "Leave one of them out with select(...) before.");
        }
        return timed.isEmpty() ? NONE : timed.get(0);
    }

    /** Reports that an operator needs an event time and its input has none. */
    public static void missing(BindScope scope, String reason) {
        StreamType input = scope.input();
        if (input.hasWatermark()) {
            scope.problem(
                    ErrorCode.WATERMARK_LOST_BY_EXPRESSION,
                    input.watermarked(),
                    reason + ", and no column carries the watermark of '" + input.watermarked() + "' any more.",
                    "Keep that column as it is in select(...).");
        } else {
            scope.problem(
                    ErrorCode.WATERMARK_MISSING,
                    "",
                    reason + ", and the stream has no watermark.",
                    "Declare one before: withWatermark(column, delay).");
        }
    }
}
