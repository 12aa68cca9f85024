package io.tidemark.metrics.diagnosis;

/** Is told of changes of verdicts and thresholds, on the thread that hands the samples in; that is never the engine's. */
@FunctionalInterface
public interface DiagnosisListener {
    /** Something changed. An exception goes to whoever handed the sample in, after all events of that sample were delivered. */
    void onDiagnosis(DiagnosisEvent event);
}
