package io.tidemark.operator.asof;

import io.tidemark.operator.InputMerge;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.StreamType;
import io.tidemark.state.ScalarState;
import io.tidemark.time.KeepTimes;
import io.tidemark.time.TimeSettings;
import java.util.List;

/**
 * The watermarks of the two sides, each its own, and the one that goes on. A side that is idle takes the watermark of the other, so that it
 * holds nothing up. Engine thread only.
 */
final class JoinClock {
    static final int LEFT = 0;
    static final int RIGHT = 1;

    private final InputMerge inputs;
    private final TimeSettings settings;
    private final boolean leftEndsWindows;
    private final ScalarState output;

    /**
     * A clock.
     *
     * @param leftEndsWindows whether the time of left rows is the end of their windows, which has to stay after the watermark
     */
    JoinClock(OperatorContext context, List<StreamType> types, TimeSettings settings, boolean leftEndsWindows) {
        this.inputs = new InputMerge(context, types, settings);
        this.settings = settings;
        this.leftEndsWindows = leftEndsWindows;
        this.output = context.state().scalar("output", settings.initialWatermark());
    }

    /** Takes a watermark of one side. */
    void advance(int input, long watermarkNs) {
        inputs.advance(input, watermarkNs);
    }

    /** Looks anew which sides are idle. */
    void merge() {
        inputs.merge();
    }

    /** Takes a cut of one side; whether it has now come from both. */
    boolean cut() {
        return inputs.cut();
    }

    /** Watermark of a side. */
    long watermark(int input) {
        return Math.max(inputs.of(input), inputs.merged());
    }

    boolean isLate(int input, long timeNs) {
        return settings.isLate(timeNs, watermark(input));
    }

    /** The least time of rows of a side that are still to come. */
    long toCome(int input) {
        return settings.earliestOnTime(watermark(input));
    }

    /**
     * Moves the watermark that goes on; whether it moved.
     *
     * @param earliestWaitingNs time of the earliest row that has not come out for good, or {@link io.tidemark.time.Watermark#END}
     */
    boolean advanceOutput(long earliestWaitingNs) {
        long both = Math.min(watermark(LEFT), watermark(RIGHT));
        long result = Math.min(both, settings.watermarkBefore(earliestWaitingNs, leftEndsWindows));
        if (result <= output.get()) {
            return false;
        }
        output.set(result);
        return true;
    }

    /** The watermark that went on. */
    long output() {
        return output.get();
    }

    /** The least time of a left row that can still ask. */
    long bound(long earliestWaitingNs) {
        return KeepTimes.bound(earliestWaitingNs, toCome(LEFT));
    }
}
