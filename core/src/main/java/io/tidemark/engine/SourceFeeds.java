package io.tidemark.engine;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.journal.RecordHandler;
import io.tidemark.metrics.OperatorMetrics;
import io.tidemark.metrics.QueryCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowView;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * All sources of a running query, and the order in which they are read: what is recorded first, then in turn, with sources of tables before the others
 * and sources that run ahead held back. Engine thread only.
 */
final class SourceFeeds {
    private final List<SourceFeed> feeds = new ArrayList<>();
    private final OrderLog order;
    private final Events events;
    private final BitSet first;
    private final long idleAfterNs;
    private final NanoClock clock;
    private Alignment alignment;

    /** What happens between rows, beside them. */
    interface Events {
        /** A recorded cut is to be made. */
        void cut();

        /** A source became idle or active. */
        void idleChanged();

        /** Whether the sinks hold rows that have not come out again. */
        boolean outputMissing();

        /** Where the last row came from. */
        RowView last();
    }

    /**
     * No sources yet.
     *
     * @param order takes and gives the order, or null
     * @param first ordinals of the sources that are read before the others
     */
    SourceFeeds(InputSettings settings, BitSet first, OrderLog order, Events events) {
        this.idleAfterNs = settings.idleAfterNs();
        this.clock = settings.clock();
        this.first = first;
        this.order = order;
        this.events = events;
    }

    /** Adds the next source. */
    void add(SourceFeed feed) {
        feeds.add(feed);
    }

    /** Holds back sources that run ahead; null for none. */
    void align(Alignment newAlignment) {
        alignment = newAlignment;
    }

    /** Has the first row that is read from each source looked at before it goes down. */
    void onFirstRow(Consumer<RowView> listener) {
        feeds.forEach(feed -> feed.onFirstRow(listener));
    }

    /** Whether something recorded is still to be done. */
    boolean replays() {
        return order != null && order.replaying();
    }

    /** Reads up to {@code limit} records of each source; returns the number of records read and of recorded marks done. */
    int poll(int limit) {
        if (replays()) {
            return replay(limit);
        }
        int read = first.isEmpty() ? 0 : pollFirst(limit);
        if (read > 0) {
            return read;
        }
        boolean held = false;
        for (int i = 0; i < feeds.size(); i++) {
            if (alignment != null && alignment.mustWait(i, feeds)) {
                held = true;
                feeds.get(i).waits(clock);
                continue;
            }
            feeds.get(i).goesOn(clock);
            int count = feeds.get(i).poll(limit);
            if (idleAfterNs != InputSettings.NEVER && feeds.size() > 1) {
                watchSilence(i, count);
            }
            read += count;
        }
        return read == 0 && held && feeds.get(0).ends() ? pollAll(limit) : read;
    }

    /** A row of a source that was idle came: it is no longer idle. */
    void active(int source) {
        feeds.get(source).setIdle(false);
        events.idleChanged();
    }

    /** Where the records of a source enter the plan, as a node of it. */
    RecordHandler entry(
            int source,
            NodeFactory nodes,
            OperatorMetrics metrics,
            DropRouter drops,
            RowView lastOrigin,
            RowConsumer head,
            Cuts cuts) {
        SourceFeed feed = feeds.get(source);
        return nodes.create(
                SourceRows.class,
                source,
                metrics,
                drops,
                order,
                feed.idle(),
                this,
                feed,
                lastOrigin,
                head,
                cuts,
                events);
    }

    SourceFeed feed(int source) {
        return feeds.get(source);
    }

    boolean isIdle(int source) {
        return feeds.get(source).isIdle();
    }

    /** Says where the sources are. */
    void publish(QueryCounters counters) {
        for (int i = 0; i < feeds.size(); i++) {
            SourceFeed feed = feeds.get(i);
            counters.source(i, feed.position(), feed.isIdle(), feed.throttledNs(clock));
        }
    }

    /** For each source the position of the last record read. */
    List<Long> positions() {
        return feeds.stream().map(SourceFeed::position).toList();
    }

    /** Position of the last record read from one source. */
    long position(int source) {
        return feeds.get(source).position();
    }

    /** For each source the position of the last record that is in it now. */
    List<Long> endPositions() {
        return feeds.stream().map(SourceFeed::endPosition).toList();
    }

    /** Reads nothing after these positions from now on. */
    void stopAfter(List<Long> positions) {
        for (int i = 0; i < feeds.size(); i++) {
            feeds.get(i).stopAfter(positions.get(i));
        }
    }

    /** Lets all sources give the rows of a warm-up. */
    void divert(ScratchFiles files) {
        for (int i = 0; i < feeds.size(); i++) {
            feeds.get(i).divert(files.reader(i));
        }
    }

    /** Ends that; {@link #moveAfter} must follow. */
    void putBack() {
        feeds.forEach(SourceFeed::putBack);
    }

    /** Goes back to just after these positions. */
    void moveAfter(List<Long> positions) {
        for (int i = 0; i < feeds.size(); i++) {
            feeds.get(i).moveAfter(positions.get(i));
        }
    }

    int count() {
        return feeds.size();
    }

    /** What a source does not hold any more of these positions, or empty. */
    String missingFor(List<Long> positions) {
        for (int i = 0; i < feeds.size(); i++) {
            if (feeds.get(i).endPosition() < positions.get(i)) {
                return "source " + i + " ends before position " + positions.get(i);
            }
        }
        return "";
    }

    private int pollFirst(int limit) {
        int read = 0;
        for (int i = first.nextSetBit(0); i >= 0; i = first.nextSetBit(i + 1)) {
            read += feeds.get(i).poll(limit);
        }
        return read;
    }

    /** Reads also what alignment holds back: at a known end nothing is gained by waiting. */
    private int pollAll(int limit) {
        int read = 0;
        for (int i = 0; i < feeds.size(); i++) {
            read += feeds.get(i).poll(limit);
        }
        return read;
    }

    /** Marks a source idle that has had nothing to read for the declared time. */
    private void watchSilence(int source, int read) {
        SourceFeed feed = feeds.get(source);
        if (!feed.isIdle() && feed.wasSilent(read, clock.nanoTime(), idleAfterNs)) {
            if (order != null) {
                RowView last = events.last();
                order.record(OrderMark.Kind.IDLE, last, position(last.source()), source);
            }
            feed.setIdle(true);
            events.idleChanged();
        }
    }

    /** Does what is recorded: reads rows of the recorded source up to the recorded position, then what happened there. */
    private int replay(int limit) {
        int done = 0;
        while (order.replaying() && done < limit) {
            OrderMark mark = order.next();
            SourceFeed feed = feeds.get(mark.source());
            if (feed.position() < mark.position()) {
                int read = feed.pollUpTo(mark.position(), limit - done);
                done += read;
                if (read == 0 && feed.endPosition() < mark.position()) {
                    return done + endLost(mark);
                }
                if (feed.position() < mark.position()) {
                    return done;
                }
            }
            if (feed.position() != mark.position()) {
                throw lost(mark);
            }
            order.done();
            done++;
            if (mark.kind() == OrderMark.Kind.CUT) {
                events.cut();
            } else if (mark.kind() == OrderMark.Kind.IDLE) {
                feeds.get(mark.subject()).setIdle(true);
                events.idleChanged();
            }
        }
        return done;
    }

    /** A source lost rows that the order names: the order ends here, where nothing that was put out depends on it. */
    private int endLost(OrderMark mark) {
        if (events.outputMissing()) {
            throw lost(mark);
        }
        order.beginEpoch();
        return 1;
    }

    private static TidemarkException lost(OrderMark mark) {
        return new TidemarkException(
                ErrorCode.ORDER_LOST,
                "The order journal says that source " + mark.source() + " was read up to position " + mark.position()
                        + ", and the source has no record there.",
                "The source was cut or replaced, and rows that were put out may depend on what is lost. Restore it, or start the query with a new"
                        + " directory, output and order journal.");
    }
}
