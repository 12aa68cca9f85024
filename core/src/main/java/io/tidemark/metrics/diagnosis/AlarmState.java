package io.tidemark.metrics.diagnosis;

/** One verdict or threshold over time: whether it is on, and its last numbers. */
final class AlarmState {
    private final Hysteresis hysteresis;
    private Finding latest;
    private Finding shown;

    AlarmState(DiagnosisSettings settings) {
        hysteresis = new Hysteresis(settings.enter(), settings.leave());
    }

    /** Takes what one sample came to, and returns whether the alarm went on or off. */
    boolean changes(Finding finding) {
        latest = finding;
        if (finding.matched() || shown == null) {
            shown = finding;
        }
        return hysteresis.changes(finding.matched());
    }

    boolean on() {
        return hysteresis.on();
    }

    /** What the last sample came to. */
    Finding latest() {
        return latest;
    }

    /** What the last sample for which it held came to. */
    Finding shown() {
        return shown;
    }
}
