package io.tidemark.operator.keyed;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.function.KeyedFunction;
import io.tidemark.function.RowOutput;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.operator.Scratch;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.ScalarState;
import io.tidemark.time.EventTimes;
import java.time.Instant;

/** Brings out the rows of a function, each caused by the row in hand or by the row that moved the watermark. */
final class KeyedOutput implements RowOutput, AutoCloseable {
    private final Schema schema;
    private final String function;
    private final int timeColumn;
    private final EventTimes times;
    private final ScalarState handedOn;
    private final String uid;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final RowWriter out = new RowWriter();
    private final RowView cause = new RowView();

    @Scratch("what went wrong below, on its way through the code of a user")
    private RuntimeException failure;

    /**
     * An output.
     *
     * @param timeColumn index of the event time of what comes out, or -1
     * @param handedOn the last watermark that was handed on
     */
    KeyedOutput(
            KeyedFunction function,
            int timeColumn,
            EventTimes times,
            ScalarState handedOn,
            OperatorContext context,
            RowConsumer next) {
        this.schema = function.output();
        this.function = function.name();
        this.timeColumn = timeColumn;
        this.times = times;
        this.handedOn = handedOn;
        this.uid = context.uid();
        this.counters = context.counters();
        this.next = next;
    }

    /** Says which row causes what comes out from now on. */
    void causedBy(RowView row) {
        cause.originOf(row);
    }

    /** A watermark goes on: rows before it may not come out after it. */
    void handOn(long watermarkNs) {
        handedOn.set(watermarkNs);
    }

    @Override
    public RowWriter begin() {
        return out.start(schema);
    }

    @Override
    public void emit() {
        RowView row = out.finish();
        int missing = schema.missingValue(row);
        if (missing >= 0) {
            throw refused(
                    ErrorCode.NULL_NOT_ALLOWED,
                    schema.field(missing).name(),
                    "a row without a value for this column",
                    "Set it, or let output() say that it may be null.");
        }
        if (timeColumn >= 0) {
            checkTime(row);
        }
        counters.rowOut();
        try {
            next.onRow(row.origin(cause.source(), cause.position(), cause.ingestTimeNs(), RowKind.INSERT));
        } catch (RuntimeException e) {
            failure = e;
            throw e;
        }
    }

    /** What an operator or sink below threw while it took a row, or null: a function may not hide it. */
    RuntimeException failure() {
        return failure;
    }

    @Override
    public void close() {
        out.close();
    }

    private void checkTime(RowView row) {
        boolean absent = row.isNull(timeColumn);
        if (!absent && !times.isLate(row.getLong(timeColumn), handedOn.get())) {
            return;
        }
        Instant watermark = Instant.EPOCH.plusNanos(handedOn.get());
        throw refused(
                ErrorCode.ROW_BEFORE_WATERMARK,
                schema.field(timeColumn).name(),
                absent
                        ? "a row without an event time"
                        : "a row of " + row.getTimestamp(timeColumn) + ", which is late by the watermark " + watermark,
                "Give it the time of the row or timer in hand, or declare no event time.");
    }

    private TidemarkException refused(ErrorCode code, String column, String what, String wayOut) {
        return new TidemarkException(
                new Problem(code, uid, column, "'" + function + "' brought out " + what + ".", wayOut));
    }
}
