package io.tidemark.operator.watermark;

import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.operator.ChainOperator;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.QuerySettings;
import io.tidemark.operator.QueryWatermark;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowView;
import io.tidemark.state.ScalarState;
import io.tidemark.time.TimeSettings;
import io.tidemark.time.Watermark;

/**
 * The running watermark: guard, hand on, then advance. Row by row it advances after each row; between batches it advances at each cut to
 * what the rows of the batches before gave: of this stream, or of all where the query has one watermark.
 */
final class WatermarkOperator implements ChainOperator {
    private final LongEvaluator time;
    private final long delayNs;
    private final ClockGuard guard;
    private final boolean guarded;
    private final TimeSettings settings;
    private final boolean perBatch;
    private final boolean keepsNullTimes;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final ScalarState maxEventTime;
    private final ScalarState watermark;
    private final ScalarState due;
    private final QueryWatermark query;

    WatermarkOperator(
            LongEvaluator time, WithWatermark node, QuerySettings settings, OperatorContext context, RowConsumer next) {
        this.time = time;
        this.delayNs = node.delayNs();
        this.guard = node.guard();
        this.guarded = node.guard().isOn();
        this.settings = settings.time();
        this.perBatch = this.settings.perBatch();
        this.keepsNullTimes = settings.sparkCounts();
        this.context = context;
        this.counters = context.counters();
        this.next = next;
        this.maxEventTime = context.state().scalar("maxEventTime", Watermark.NONE);
        this.watermark = context.state().scalar("watermark", this.settings.initialWatermark());
        this.due = context.state().scalar("due", this.settings.initialWatermark());
        this.query = context.queryWatermark();
        if (query != null) {
            query.add(due, context);
        }
        counters.watermark(this.settings.initialWatermark());
    }

    @Override
    public void onRow(RowView row) {
        counters.rowIn();
        if (time.isNull(row)) {
            onNullTime(row);
            return;
        }
        long eventTimeNs = time.getLong(row);
        if (guarded && stopped(row, eventTimeNs)) {
            return;
        }
        counters.rowAccepted();
        counters.rowOut();
        counters.eventTime(eventTimeNs);
        next.onRow(row);
        if (eventTimeNs > maxEventTime.get()) {
            maxEventTime.set(eventTimeNs);
            if (query != null) {
                due.set(Math.max(due.get(), settings.watermark(eventTimeNs, delayNs)));
            } else if (!perBatch) {
                advance(settings.watermark(eventTimeNs, delayNs), row);
            }
        } else {
            counters.earlierEventTime(eventTimeNs);
        }
    }

    /** Only a drain sends a watermark from above. */
    @Override
    public void onWatermark(long watermarkNs, RowView cause) {
        advance(watermarkNs, cause);
    }

    @Override
    public void onCut(RowView cause) {
        if (perBatch) {
            advance(query != null ? query.current() : due.get(), cause);
        }
        next.onCut(cause);
        if (perBatch && query == null && maxEventTime.get() != Watermark.NONE) {
            due.set(Math.max(due.get(), settings.watermark(maxEventTime.get(), delayNs)));
        }
    }

    @Override
    public boolean cutDue() {
        return (query != null ? query.due() : due.get()) > watermark.get();
    }

    @Override
    public long greatestEventTimeNs() {
        return maxEventTime.get();
    }

    @Override
    public long ownWatermark() {
        long maxNs = maxEventTime.get();
        return maxNs == Watermark.NONE ? Watermark.NONE : settings.watermark(maxNs, delayNs);
    }

    private void onNullTime(RowView row) {
        if (keepsNullTimes) {
            counters.rowAccepted();
            counters.rowOut();
            counters.nullEventTime();
            next.onRow(row);
        } else {
            context.drop(row, DropReason.NULL_TIME, watermark.get());
        }
    }

    private void advance(long watermarkNs, RowView cause) {
        if (watermarkNs > watermark.get()) {
            watermark.set(watermarkNs);
            counters.watermark(watermarkNs);
            next.onWatermark(watermarkNs, cause);
        }
    }

    private boolean stopped(RowView row, long eventTimeNs) {
        long ingestTimeNs = row.ingestTimeNs();
        if (ingestTimeNs == RowView.NO_INGEST_TIME) {
            return false;
        }
        if (guard.maxFutureSkewNs() != ClockGuard.UNBOUNDED
                && Watermark.isFuture(eventTimeNs, ingestTimeNs, guard.maxFutureSkewNs())) {
            context.drop(row, DropReason.FUTURE, watermark.get());
            return true;
        }
        if (guard.maxAgeNs() != ClockGuard.UNBOUNDED
                && Watermark.isAncient(eventTimeNs, ingestTimeNs, guard.maxAgeNs())) {
            context.drop(row, DropReason.ANCIENT, watermark.get());
            return true;
        }
        return false;
    }
}
