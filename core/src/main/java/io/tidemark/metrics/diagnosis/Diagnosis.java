package io.tidemark.metrics.diagnosis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Says why a query is as it is, from its last samples, and holds them against its service level.
 *
 * <p>Nothing is said before a whole window of samples is there. A verdict or threshold begins after some samples in a row for which it holds,
 * and ends after some for which it does not; an unknown figure counts as not holding. The verdict is the first of the table that is on; the
 * others that are on contribute. A sample that is not later than the one before begins a new window: the observer's clock was set back.
 *
 * <p>Samples in, events out: no clock, no thread. Samples are handed in by one thread, which is never the engine's.
 */
public final class Diagnosis {
    private final DiagnosisSettings settings;
    private final ServiceLevel level;
    private final DiagnosisListener listener;
    private final Deque<Sample> window = new ArrayDeque<>();
    private final Map<String, GrowthHistory> histories = new HashMap<>();
    private final Map<Alarm, AlarmState> verdicts = new LinkedHashMap<>();
    private final Map<Alarm, AlarmState> thresholds = new LinkedHashMap<>();
    private List<Alarm> on = List.of();
    private volatile Standing standing = Standing.NOTHING;

    /**
     * A diagnosis of one query.
     *
     * @param settings numbers in the table
     * @param level what was agreed about the query
     * @param listener is told of each event on the thread that calls {@link #add}
     */
    public Diagnosis(DiagnosisSettings settings, ServiceLevel level, DiagnosisListener listener) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.level = Objects.requireNonNull(level, "level");
        this.listener = Objects.requireNonNull(listener, "listener");
    }

    /** A diagnosis with standard settings, whose events are only returned. */
    public Diagnosis(ServiceLevel level) {
        this(DiagnosisSettings.STANDARD, level, event -> {});
    }

    /** Takes the next sample and returns what changed with it, after the listener was told. */
    public List<DiagnosisEvent> add(Sample sample) {
        if (!window.isEmpty() && sample.timeNs() <= window.getLast().timeNs()) {
            window.clear();
            histories.clear();
        }
        window.add(sample);
        List<Growth> growths = growths(sample);
        if (window.size() < settings.window()) {
            return List.of();
        }
        if (window.size() > settings.window()) {
            window.removeFirst();
        }
        Figures figures = new Figures(List.copyOf(window), settings, level, growths);
        List<DiagnosisEvent> events = new ArrayList<>();
        judgeVerdicts(figures, events);
        judgeThresholds(figures, events);
        standing = standingNow();
        tell(events);
        return List.copyOf(events);
    }

    /** What is said now, as of the last sample. Any thread. */
    public Standing standing() {
        return standing;
    }

    private List<Growth> growths(Sample sample) {
        List<Growth> growths = new ArrayList<>();
        histories
                .keySet()
                .retainAll(sample.operators().stream().map(OperatorFigures::uid).toList());
        for (OperatorFigures operator : sample.operators()) {
            GrowthHistory history = histories.computeIfAbsent(
                    operator.uid(), uid -> new GrowthHistory(settings.horizons(), settings.growth()));
            history.add(sample.timeNs(), operator, sample.watermarkNs());
            growths.add(history.growth(operator));
        }
        return growths;
    }

    private void judgeVerdicts(Figures figures, List<DiagnosisEvent> events) {
        for (Finding finding : VerdictTable.findings(figures)) {
            state(verdicts, finding).changes(finding);
        }
        List<Alarm> before = on;
        on = first(verdicts);
        if (on.equals(before)) {
            return;
        }
        long timeNs = figures.newest().timeNs();
        boolean sameVerdict = !on.isEmpty() && !before.isEmpty() && on.get(0) == before.get(0);
        if (!sameVerdict && !before.isEmpty() && !verdicts.get(before.get(0)).on()) {
            events.add(event(
                    timeNs,
                    DiagnosisEvent.Change.LEFT,
                    verdicts.get(before.get(0)).latest()));
        }
        if (!on.isEmpty()) {
            DiagnosisEvent.Change change =
                    sameVerdict ? DiagnosisEvent.Change.CONTRIBUTING : DiagnosisEvent.Change.ENTERED;
            events.add(
                    new DiagnosisEvent(timeNs, change, verdicts.get(on.get(0)).shown(), contributing()));
        }
    }

    private void judgeThresholds(Figures figures, List<DiagnosisEvent> events) {
        for (Finding finding : ThresholdTable.findings(figures)) {
            AlarmState state = state(thresholds, finding);
            if (state.changes(finding)) {
                DiagnosisEvent.Change change = state.on() ? DiagnosisEvent.Change.ENTERED : DiagnosisEvent.Change.LEFT;
                events.add(event(figures.newest().timeNs(), change, finding));
            }
        }
    }

    private List<Finding> contributing() {
        return on.stream().skip(1).map(alarm -> verdicts.get(alarm).shown()).toList();
    }

    private Standing standingNow() {
        return new Standing(
                on.stream().findFirst().map(alarm -> verdicts.get(alarm).shown()),
                contributing(),
                thresholds.values().stream()
                        .filter(AlarmState::on)
                        .map(AlarmState::shown)
                        .toList());
    }

    private AlarmState state(Map<Alarm, AlarmState> states, Finding finding) {
        return states.computeIfAbsent(finding.alarm(), alarm -> new AlarmState(settings));
    }

    /** What is on, in the order of the table. That all is well is said only where there is nothing else to say. */
    private static List<Alarm> first(Map<Alarm, AlarmState> states) {
        List<Alarm> all = states.entrySet().stream()
                .filter(entry -> entry.getValue().on())
                .map(Map.Entry::getKey)
                .toList();
        return all.size() > 1
                ? all.stream().filter(alarm -> alarm != Verdict.HEALTHY).toList()
                : all;
    }

    private static DiagnosisEvent event(long timeNs, DiagnosisEvent.Change change, Finding finding) {
        return new DiagnosisEvent(timeNs, change, finding, List.of());
    }

    private void tell(List<DiagnosisEvent> events) {
        RuntimeException failure = null;
        for (DiagnosisEvent event : events) {
            DiagnosisFlightEvent.record(event);
            try {
                listener.onDiagnosis(event);
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
