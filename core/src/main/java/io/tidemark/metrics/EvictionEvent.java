package io.tidemark.metrics;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Flight recorder: Rows left the state of an operator since the sample before. Off unless a recording asks for it. */
@Name("tidemark.Eviction")
@Label("Eviction")
@Description("Rows left the state of an operator since the sample before.")
@Category("Tidemark")
@Enabled(false)
@StackTrace(false)
final class EvictionEvent extends Event {
    @Label("Query")
    String query;

    @Label("Operator")
    String operator;

    @Label("Rows")
    @Description("That left the state")
    long rows;

    @Label("Interval")
    @Description("Time since the sample before")
    @Timespan
    long intervalNs;

    private EvictionEvent() {}

    /** Of each operator in whose interval there were such rows. The monitor's thread. */
    static void record(StreamingQueryProgress progress) {
        for (StateOperatorProgress operator : progress.stateOperators()) {
            if (operator.numRowsRemoved() > 0) {
                record(progress, operator.uid(), operator.numRowsRemoved());
            }
        }
    }

    private static void record(StreamingQueryProgress progress, String operator, long rows) {
        EvictionEvent event = new EvictionEvent();
        if (event.shouldCommit()) {
            event.query = progress.name();
            event.operator = operator;
            event.rows = rows;
            event.intervalNs = progress.sampledNs() - progress.timestampNs();
            event.commit();
        }
    }
}
