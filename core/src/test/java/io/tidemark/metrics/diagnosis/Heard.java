package io.tidemark.metrics.diagnosis;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a diagnosis said about a series. */
final class Heard {
    final List<DiagnosisEvent> events = new ArrayList<>();
    final Diagnosis diagnosis;

    private Heard(ServiceLevel level) {
        diagnosis = new Diagnosis(DiagnosisSettings.STANDARD, level, events::add);
    }

    static Heard from(List<Sample> series) {
        return from(series, VerdictCase.LEVEL);
    }

    static Heard from(List<Sample> series, ServiceLevel level) {
        Heard heard = new Heard(level);
        series.forEach(heard.diagnosis::add);
        return heard;
    }

    Standing standing() {
        return diagnosis.standing();
    }

    /** The verdict now, or null. */
    Alarm verdict() {
        return standing().verdict().map(Finding::alarm).orElse(null);
    }

    List<Alarm> contributing() {
        return standing().contributing().stream().map(Finding::alarm).toList();
    }

    /** Everything that began at any time, also as contributing. */
    Set<Alarm> everSaid() {
        Set<Alarm> said = new LinkedHashSet<>();
        for (DiagnosisEvent event : events) {
            if (event.change() != DiagnosisEvent.Change.LEFT) {
                said.add(event.alarm());
            }
            event.contributing().forEach(finding -> said.add(finding.alarm()));
        }
        return said;
    }

    /** Events as texts: seconds since the start, change, alarm. */
    List<String> lines() {
        return events.stream()
                .map(event -> (event.timeNs() - SampleSpec.START) / SampleSpec.SECOND
                        + " "
                        + event.change()
                        + " "
                        + event.alarm().name())
                .toList();
    }
}
