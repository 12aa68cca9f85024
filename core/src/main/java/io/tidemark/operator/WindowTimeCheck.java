package io.tidemark.operator;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.row.DataType;
import io.tidemark.time.TimeProvenance;

/** Checks the time of a window: its type, and whether the watermark is on it. */
public final class WindowTimeCheck {
    private final Expression time;
    private final BindScope scope;

    /** A check of the time by which an operator puts rows into windows. */
    public WindowTimeCheck(Expression time, BindScope scope) {
        this.time = time;
        this.scope = scope;
    }

    /** Reports what is wrong. */
    public void run() {
        DataType type = scope.typeOf(time);
        if (type == null) {
            return;
        }
        if (!type.equals(DataType.TIMESTAMP)) {
            scope.problem(
                    ErrorCode.TYPE_MISMATCH,
                    time.toString(),
                    "A window needs a timestamp and this is a " + type + ".",
                    "Add a column with cast(... as timestamp) or to_timestamp(...), put the watermark on it, and use it.");
            return;
        }
        if (scope.settings().sparkCounts() && scope.settings().mode() != OutputMode.APPEND) {
            return;
        }
        checkWatermark(time.toString());
    }

    private void checkWatermark(String text) {
        StreamType input = scope.input();
        if (!input.hasWatermark()) {
            scope.problem(
                    ErrorCode.WATERMARK_MISSING,
                    text,
                    "The stream has no watermark, so a window would never be complete.",
                    "Declare one before the window: withWatermark(\"" + text + "\", delay).");
        } else if (time instanceof ColumnRef ref) {
            if (provenance(ref, input) != TimeProvenance.EXACT && text.equals(input.watermarked())) {
                scope.problem(
                        ErrorCode.WATERMARK_LOST_BY_EXPRESSION,
                        text,
                        "The column '" + text + "' was replaced after the watermark was put on it.",
                        "Give the new column another name, or put the watermark on the new one.");
            } else if (provenance(ref, input) != TimeProvenance.EXACT) {
                scope.problem(
                        ErrorCode.WATERMARK_COLUMN_MISMATCH,
                        text,
                        "The window is on '" + text + "' but the watermark is on '" + input.watermarked()
                                + "', so state could never be freed.",
                        "Put the window on '" + input.watermarked() + "', or move the watermark to '" + text + "'.");
            }
        } else if (!isWindowTime(time, input)) {
            scope.problem(
                    ErrorCode.WATERMARK_LOST_BY_EXPRESSION,
                    text,
                    "The window is on an expression, and the watermark is on '" + input.watermarked() + "'.",
                    "Use the watermarked column itself, window_time(...) of a window before, or compute the time first"
                            + " and put the watermark on the result.");
        }
    }

    /** Whether a time is the one that carries the watermark, or that of the windows of it. */
    public static boolean followsWatermark(Expression time, StreamType input) {
        return time instanceof ColumnRef ref
                ? provenance(ref, input) == TimeProvenance.EXACT
                : isWindowTime(time, input);
    }

    private static boolean isWindowTime(Expression time, StreamType input) {
        return time instanceof Call call
                && call.function().equals("window_time")
                && call.arguments().size() == 1
                && call.arguments().get(0) instanceof ColumnRef ref
                && provenance(ref, input) == TimeProvenance.WINDOW_END;
    }

    private static TimeProvenance provenance(ColumnRef ref, StreamType input) {
        return input.times().get(input.schema().index(ref.name()));
    }
}
