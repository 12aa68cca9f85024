package io.tidemark.metrics.diagnosis;

import io.tidemark.metrics.ProgressWatcher;
import io.tidemark.metrics.StreamingQueryProgress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Whether one query is well, and if not, why: give it to {@code StreamWriter.watch} and ask it, or be told. It sees a sample of the query at each interval of its
 * monitor; the table of verdicts and what it needs stand in docs/operations.md.
 *
 * <p>Listeners run on the monitor's thread. {@link #standing} and {@link #events} may be called from any thread. One object for one query.
 */
public final class QueryHealth implements ProgressWatcher {
    /** Events that are kept. */
    public static final int RECENT = 100;

    private final Diagnosis diagnosis;
    private final ProgressSamples samples = new ProgressSamples();
    private final List<DiagnosisEvent> events = new CopyOnWriteArrayList<>();

    /**
     * The health of one query.
     *
     * @param settings numbers in the table of verdicts
     * @param level what was agreed about the query
     * @param listener is told of each event
     */
    public QueryHealth(DiagnosisSettings settings, ServiceLevel level, DiagnosisListener listener) {
        Objects.requireNonNull(listener, "listener");
        diagnosis = new Diagnosis(settings, level, event -> {
            keep(event);
            listener.onDiagnosis(event);
        });
    }

    /** With standard settings; events are kept and told to nobody. */
    public static QueryHealth of(ServiceLevel level) {
        return new QueryHealth(DiagnosisSettings.STANDARD, level, event -> {});
    }

    @Override
    public void onSample(StreamingQueryProgress progress) {
        Sample sample = samples.next(progress);
        if (sample != null) {
            diagnosis.add(sample);
        }
    }

    /** What is said now. */
    public Standing standing() {
        return diagnosis.standing();
    }

    /** The last {@value #RECENT} events, oldest first. */
    public List<DiagnosisEvent> events() {
        return List.copyOf(events);
    }

    private void keep(DiagnosisEvent event) {
        if (events.size() == RECENT) {
            events.remove(0);
        }
        events.add(event);
    }
}
