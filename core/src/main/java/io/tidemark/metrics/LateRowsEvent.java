package io.tidemark.metrics;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Flight recorder: An operator dropped late rows since the sample before. Off unless a recording asks for it. */
@Name("tidemark.LateRows")
@Label("Late Rows")
@Description("An operator dropped late rows since the sample before.")
@Category("Tidemark")
@Enabled(false)
@StackTrace(false)
final class LateRowsEvent extends Event {
    @Label("Query")
    String query;

    @Label("Operator")
    String operator;

    @Label("Rows")
    @Description("That were late")
    long rows;

    @Label("Interval")
    @Description("Time since the sample before")
    @Timespan
    long intervalNs;

    private LateRowsEvent() {}

    /** Of each operator in whose interval there were such rows. The monitor's thread. */
    static void record(StreamingQueryProgress progress) {
        for (StateOperatorProgress operator : progress.stateOperators()) {
            if (operator.numRowsDroppedByWatermark() > 0) {
                record(progress, operator.uid(), operator.numRowsDroppedByWatermark());
            }
        }
    }

    private static void record(StreamingQueryProgress progress, String operator, long rows) {
        LateRowsEvent event = new LateRowsEvent();
        if (event.shouldCommit()) {
            event.query = progress.name();
            event.operator = operator;
            event.rows = rows;
            event.intervalNs = progress.sampledNs() - progress.timestampNs();
            event.commit();
        }
    }
}
