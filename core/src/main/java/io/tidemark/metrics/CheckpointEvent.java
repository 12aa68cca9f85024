package io.tidemark.metrics;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Flight recorder: a checkpoint counts from now on, or was not made. Off unless a recording asks for it. */
@Name("tidemark.Checkpoint")
@Label("Checkpoint")
@Description("A checkpoint of a query counts from now on, or was not made.")
@Category("Tidemark")
@Enabled(false)
@StackTrace(false)
public final class CheckpointEvent extends Event {
    @Label("Query")
    String query;

    @Label("Number")
    @Description("Of the checkpoint; 0 when it was not made")
    long number;

    @Label("Bytes")
    @DataAmount
    long bytes;

    @Label("Took")
    @Timespan
    long tookNs;

    @Label("Output Rows")
    @Description("Rows that had come out when it began")
    long outputRows;

    @Label("Failure")
    @Description("Why it was not made; empty when it was")
    String failure;

    private CheckpointEvent() {}

    /** A checkpoint counts from now on. */
    public static void published(String query, CheckpointFigures figures) {
        CheckpointEvent event = new CheckpointEvent();
        if (event.shouldCommit()) {
            event.query = query;
            event.number = figures.number();
            event.bytes = figures.bytes();
            event.tookNs = figures.tookNs();
            event.outputRows = figures.outputRows();
            event.failure = "";
            event.commit();
        }
    }

    /** A checkpoint was not made. */
    public static void failed(String query, Throwable cause) {
        CheckpointEvent event = new CheckpointEvent();
        if (event.shouldCommit()) {
            event.query = query;
            event.failure = cause.toString();
            event.commit();
        }
    }
}
