package io.tidemark.metrics.diagnosis;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight recorder: what is said about a query changed. Off unless a recording asks for it. */
@Name("tidemark.Diagnosis")
@Label("Diagnosis")
@Description("What is said about a query changed: a verdict or threshold.")
@Category("Tidemark")
@Enabled(false)
@StackTrace(false)
final class DiagnosisFlightEvent extends Event {
    @Label("Alarm")
    String alarm;

    @Label("Change")
    String change;

    @Label("Subject")
    @Description("Source, operator or keys that it is about; empty if it is about the query")
    String subject;

    @Label("Finding")
    @Description("With its numbers and what is safe to do")
    String finding;

    private DiagnosisFlightEvent() {}

    static void record(DiagnosisEvent changed) {
        DiagnosisFlightEvent event = new DiagnosisFlightEvent();
        if (event.shouldCommit()) {
            event.alarm = changed.alarm().name();
            event.change = changed.change().name();
            event.subject = changed.finding().subject();
            event.finding = changed.finding().toString();
            event.commit();
        }
    }
}
