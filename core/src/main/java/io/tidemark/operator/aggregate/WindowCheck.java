package io.tidemark.operator.aggregate;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.FixedWindow;
import io.tidemark.expr.SessionWindow;
import io.tidemark.expr.Window;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.WindowTimeCheck;
import io.tidemark.time.PaneWindows;
import java.time.Duration;

/** Checks a window: its numbers and its time. */
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
        new WindowTimeCheck(window.time(), scope).run();
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
}
