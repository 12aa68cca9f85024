package io.tidemark.metrics;

import io.tidemark.checkpoint.RecoveryReport;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Flight recorder: a query is where it had been before its stop. Off unless a recording asks for it. */
@Name("tidemark.Recovery")
@Label("Recovery")
@Description("A query that was started is where it had been before its stop.")
@Category("Tidemark")
@Enabled(false)
@StackTrace(false)
public final class RecoveryEvent extends Event {
    @Label("Query")
    String query;

    @Label("Outcome")
    String outcome;

    @Label("Checkpoint")
    @Description("From which it went on; 0 for the start of its sources")
    long checkpoint;

    @Label("Rows")
    @Description("Records that were read again")
    long rows;

    @Label("Skipped Rows")
    @Description("Rows that came out again and were in a sink already")
    long skipped;

    @Label("Opening")
    @Timespan
    long openingNs;

    @Label("Replaying")
    @Timespan
    long replayingNs;

    private RecoveryEvent() {}

    /** A recovery is complete. */
    public static void completed(RecoveryReport report) {
        RecoveryEvent event = new RecoveryEvent();
        if (event.shouldCommit()) {
            event.query = report.query();
            event.outcome = report.outcome().name();
            event.checkpoint = report.checkpoint();
            event.rows = report.replayed().rows();
            event.skipped = report.replayed().skipped();
            event.openingNs = report.opening().toNanos();
            event.replayingNs = report.replaying().toNanos();
            event.commit();
        }
    }
}
