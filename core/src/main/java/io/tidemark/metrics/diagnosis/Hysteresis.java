package io.tidemark.metrics.diagnosis;

/** Something that begins only after several samples in a row speak for it, and ends only after several in a row speak against it. */
final class Hysteresis {
    private final int enter;
    private final int leave;
    private boolean on;
    private int streak;

    Hysteresis(int enter, int leave) {
        this.enter = enter;
        this.leave = leave;
    }

    boolean on() {
        return on;
    }

    /** Takes one sample, and returns whether it began or ended with it. */
    boolean changes(boolean holds) {
        if (holds == on) {
            streak = 0;
            return false;
        }
        streak++;
        if (streak < (on ? leave : enter)) {
            return false;
        }
        on = holds;
        streak = 0;
        return true;
    }
}
