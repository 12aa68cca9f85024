package io.tidemark.engine;

import io.tidemark.journal.RecordHandler;
import io.tidemark.metrics.OperatorMetrics;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowView;
import io.tidemark.state.ScalarState;
import io.tidemark.time.Watermark;

/** Where the records of one source enter the plan: a node of it, so that all behind it is constant. Engine thread only. */
final class SourceRows implements RecordHandler {
    private final int ordinal;
    private final boolean shared;
    private final OperatorMetrics metrics;
    private final DropRouter drops;
    private final OrderLog order;
    private final ScalarState idle;
    private final SourceFeeds feeds;
    private final SourceFeed feed;
    private final RowView lastOrigin;
    private final RowConsumer head;
    private final Cuts cuts;
    private final SourceFeeds.Events events;

    /**
     * The entry of one source.
     *
     * @param order takes the order of records, or null
     * @param idle scalar that is 1 while the source is idle
     * @param feeds all sources
     * @param lastOrigin where the last row came from
     * @param head first operator
     */
    SourceRows(
            int ordinal,
            OperatorMetrics metrics,
            DropRouter drops,
            OrderLog order,
            ScalarState idle,
            SourceFeeds feeds,
            SourceFeed feed,
            RowView lastOrigin,
            RowConsumer head,
            Cuts cuts,
            SourceFeeds.Events events) {
        this.ordinal = ordinal;
        this.shared = feeds.count() > 1;
        this.metrics = metrics;
        this.drops = drops;
        this.order = order;
        this.idle = idle;
        this.feeds = feeds;
        this.feed = feed;
        this.lastOrigin = lastOrigin;
        this.head = head;
        this.cuts = cuts;
        this.events = events;
    }

    @Override
    public void onRow(RowView row) {
        began(row);
        if (feed.watchesFirstRow()) {
            feed.firstRow(row);
        }
        metrics.rowPassed();
        lastOrigin.originOf(row);
        if (shared && idle.get() != 0) {
            feeds.active(ordinal);
        }
        head.onRow(row);
        if (cuts.dueAfterRow()) {
            events.cut();
        }
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        began(record);
        metrics.rowIn();
        metrics.rowDropped(DropReason.INVALID);
        drops.drop(record, DropReason.INVALID, metrics.uid(), reason, Watermark.NONE);
    }

    private void began(RowView record) {
        record.source(ordinal);
        if (order != null) {
            order.row(record);
        }
    }
}
