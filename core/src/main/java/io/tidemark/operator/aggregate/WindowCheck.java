package io.tidemark.operator.aggregate;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.FixedWindow;
import io.tidemark.expr.SessionWindow;
import io.tidemark.expr.Window;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.StreamType;
import io.tidemark.row.DataType;
import io.tidemark.time.PaneWindows;
import io.tidemark.time.TimeProvenance;
import java.time.Duration;

/** Checks a window: its numbers, the type of its time, and whether the watermark is on that time. */
final class WindowCheck {
    private static final long MOST_PANES = 100_000;

    private final Window window;
    private final BindScope scope;

    WindowCheck(Window window, BindScope scope) {
        this.window = window;
        this.scope = scope;
    }

    void run() {
        checkSpec();
        DataType type = scope.typeOf(window.time());
        if (type == null) {
            return;
        }
        if (!type.equals(DataType.TIMESTAMP)) {
            scope.problem(
                    ErrorCode.TYPE_MISMATCH,
                    window.time().toString(),
                    "A window needs a timestamp and this is a " + type + ".",
                    "Add a column with cast(... as timestamp) or to_timestamp(...), put the watermark on it, and use it.");
            return;
        }
        if (scope.settings().sparkCounts() && scope.settings().mode() != OutputMode.APPEND) {
            return;
        }
        checkWatermark(window.time(), window.time().toString());
    }

    private void checkSpec() {
        if (window.spec() instanceof FixedWindow fixed) {
            checkNumbers(fixed);
        } else if (window.spec() instanceof SessionWindow) {
            scope.problem(
                    ErrorCode.FUNCTION_UNSUPPORTED,
                    window.name(),
                    "This aggregation does not know " + window + ".",
                    "Use window(...), sliding(...) or hopping(...).");
        } else if (scope.settings().sparkCounts()) {
            scope.problem(
                    ErrorCode.FUNCTION_UNSUPPORTED,
                    window.name(),
                    "Apache Spark has no windows by the calendar, such as " + window + ".",
                    "Run the query without spark(), or use window(...) with an offset.");
        }
    }

    private void checkNumbers(FixedWindow fixed) {
        if (!PaneWindows.isValid(fixed.sizeNs(), fixed.slideNs(), fixed.offsetNs())) {
            scope.problem(
                    ErrorCode.WINDOW_SPEC_INVALID,
                    window.name(),
                    "A window of " + Duration.ofNanos(fixed.sizeNs()) + " every " + Duration.ofNanos(fixed.slideNs())
                            + " with an offset of " + Duration.ofNanos(fixed.offsetNs()) + " is not usable.",
                    "Use a size and a slide above 0 and an offset whose absolute value is below the slide.");
            return;
        }
        if (fixed.slideNs() > fixed.sizeNs() && !fixed.allowGaps()) {
            scope.problem(
                    ErrorCode.WINDOW_SLIDE_EXCEEDS_SIZE,
                    window.name(),
                    "Windows of " + Duration.ofNanos(fixed.sizeNs()) + " every " + Duration.ofNanos(fixed.slideNs())
                            + " leave times in no window.",
                    "Use a slide of at most the size, or hopping(...) if that is meant.");
        }
        long panes = new PaneWindows(fixed.sizeNs(), fixed.slideNs(), fixed.offsetNs()).panesPerWindow();
        if (panes > MOST_PANES) {
            scope.problem(
                    ErrorCode.WINDOW_SPEC_INVALID,
                    window.name(),
                    "A window of " + Duration.ofNanos(fixed.sizeNs()) + " every " + Duration.ofNanos(fixed.slideNs())
                            + " has " + panes + " panes, more than " + MOST_PANES + ".",
                    "Use a slide that divides the size into fewer parts.");
        }
    }

    private void checkWatermark(Expression time, String text) {
        StreamType input = scope.input();
        if (!input.hasWatermark()) {
            scope.problem(
                    ErrorCode.WATERMARK_MISSING,
                    text,
                    "The stream has no watermark, so a window would never be complete.",
                    "Declare one before the window: withWatermark(\"" + text + "\", delay).");
        } else if (time instanceof ColumnRef ref) {
            if (provenance(ref, input) != TimeProvenance.EXACT) {
                scope.problem(
                        ErrorCode.WATERMARK_COLUMN_MISMATCH,
                        text,
                        "The window is on '" + text + "' but the watermark is on '" + input.watermarked()
                                + "', so state could never be freed.",
                        "Use window(\"" + input.watermarked() + "\", ...), or move the watermark to '" + text + "'.");
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
    static boolean followsWatermark(Expression time, StreamType input) {
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
