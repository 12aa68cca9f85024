package io.tidemark.metrics;

import io.tidemark.operator.DropReason;
import io.tidemark.time.Watermark;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;

/**
 * All counters of a query. Operators are added before the query runs; then the engine thread counts and publishes, and any thread
 * takes a {@link #progress}.
 */
public final class QueryCounters {
    /** Counts of something that did nothing yet, for {@link #resume}. */
    public static final List<Long> NO_COUNTS = OperatorMetrics.NO_COUNTS;

    private static final int PER_OPERATOR = MetricField.count() + DropReason.count();

    private final String queryName;
    private final List<OperatorMetrics> operators = new ArrayList<>();
    private final List<AtomicCounter[]> published = new ArrayList<>();
    private final CountersManager manager;
    private final AtomicCounter stateUsed;
    private final AtomicCounter stateLimit;
    private final List<AtomicCounter> positions = new ArrayList<>();
    private final AtomicCounter outputSequence;
    private final AtomicCounter outputSkipped;

    /**
     * Counters for a query.
     *
     * @param queryName name of the query
     * @param operatorCount greatest number of operators and sources
     */
    public QueryCounters(String queryName, int operatorCount) {
        this.queryName = queryName;
        int counters = operatorCount * (PER_OPERATOR + 1) + 8;
        manager = new CountersManager(
                buffer(counters * CountersReader.METADATA_LENGTH), buffer(counters * CountersReader.COUNTER_LENGTH));
        stateUsed = manager.newCounter("state used bytes");
        stateLimit = manager.newCounter("state limit bytes");
        outputSequence = manager.newCounter("output sequence");
        outputSkipped = manager.newCounter("output rows skipped");
        outputSequence.setRelease(-1);
    }

    /** Adds a source; all sources come before the first operator. */
    public OperatorMetrics addSource(String name) {
        AtomicCounter position = manager.newCounter(label(name, "position"));
        position.setRelease(-1);
        positions.add(position);
        return add(name);
    }

    /** Position of the last record read from a source. Engine thread. */
    public void position(int source, long position) {
        positions.get(source).setRelease(position);
    }

    /** Adds an operator. */
    public OperatorMetrics add(String uid) {
        AtomicCounter[] counters = new AtomicCounter[PER_OPERATOR];
        for (MetricField field : MetricField.values()) {
            counters[field.ordinal()] = manager.newCounter(label(uid, field.name()));
        }
        for (DropReason reason : DropReason.values()) {
            counters[MetricField.count() + reason.ordinal()] = manager.newCounter(label(uid, "dropped " + reason));
        }
        counters[MetricField.WATERMARK.ordinal()].setRelease(Watermark.NONE);
        OperatorMetrics metrics = new OperatorMetrics(uid, counters);
        operators.add(metrics);
        published.add(counters);
        return metrics;
    }

    /** Counts of each source and operator, sources first, for {@link #resume}. Engine thread. */
    public List<List<Long>> counts() {
        return operators.stream().map(OperatorMetrics::counts).toList();
    }

    /** Records that were read from all sources. Engine thread. */
    public long rowsRead() {
        long read = 0;
        for (int i = 0; i < positions.size(); i++) {
            read += operators.get(i).rowsIn();
        }
        return read;
    }

    /** The watermark in the counts of an operator. */
    public static long watermark(List<Long> counts) {
        return counts.get(OperatorMetrics.WATERMARK_COUNT);
    }

    /** Rows in the state of an operator when its counts were taken, from its counts. */
    public static long stateRows(List<Long> counts) {
        return counts.get(OperatorMetrics.STATE_ROWS_COUNT);
    }

    /** Counts by their names, for people; reasons for which no row was dropped are left out, and so is the watermark. */
    public static Map<String, Long> named(List<Long> counts) {
        return OperatorMetrics.named(counts);
    }

    /** Goes on from the counts of an earlier run of the same plan. Engine thread. */
    public void resume(List<List<Long>> counts) {
        for (int i = 0; i < operators.size(); i++) {
            operators.get(i).resume(counts.get(i));
        }
    }

    /** Counts of groups begin anew: they are those of the last batch, and no part of {@link #counts}. Engine thread. */
    public void forgetGroups() {
        operators.forEach(OperatorMetrics::forgetGroups);
    }

    /** Makes all figures visible to other threads. Engine thread. */
    public void publish(long usedBytes, long limitBytes, long sequence, long skipped) {
        for (int i = 0; i < operators.size(); i++) {
            operators.get(i).publish();
        }
        stateUsed.setRelease(usedBytes);
        stateLimit.setRelease(limitBytes);
        outputSequence.setRelease(sequence);
        outputSkipped.setRelease(skipped);
    }

    /** What was published last. Any thread; allocates. */
    public QueryProgress progress() {
        List<QueryProgress.OperatorProgress> list = new ArrayList<>();
        for (int i = 0; i < operators.size(); i++) {
            list.add(progress(operators.get(i).uid(), published.get(i)));
        }
        return new QueryProgress(
                queryName,
                list.subList(0, positions.size()),
                list.subList(positions.size(), list.size()),
                positions.stream().map(AtomicCounter::get).toList(),
                outputSequence.get() + 1,
                outputSkipped.get(),
                stateUsed.get(),
                stateLimit.get());
    }

    private static QueryProgress.OperatorProgress progress(String uid, AtomicCounter[] counters) {
        long[] values = Arrays.stream(counters).mapToLong(AtomicCounter::get).toArray();
        Map<DropReason, Long> dropped = new EnumMap<>(DropReason.class);
        for (DropReason reason : DropReason.values()) {
            long rows = values[MetricField.count() + reason.ordinal()];
            if (rows > 0) {
                dropped.put(reason, rows);
            }
        }
        return new QueryProgress.OperatorProgress(
                uid,
                values[MetricField.IN.ordinal()],
                values[MetricField.ACCEPTED.ordinal()],
                values[MetricField.OUT.ordinal()],
                dropped,
                values[MetricField.WATERMARK.ordinal()],
                values[MetricField.STATE_ROWS.ordinal()],
                values[MetricField.STATE_PANES.ordinal()],
                values[MetricField.STATE_BYTES.ordinal()],
                values[MetricField.PARTLY_LATE.ordinal()],
                new QueryProgress.GroupCounts(
                        values[MetricField.GROUPS_TOTAL.ordinal()],
                        values[MetricField.GROUPS_UPDATED.ordinal()],
                        values[MetricField.GROUPS_REMOVED.ordinal()],
                        values[MetricField.GROUPS_LATE.ordinal()]));
    }

    private static UnsafeBuffer buffer(int bytes) {
        return new UnsafeBuffer(BufferUtil.allocateDirectAligned(bytes, BitUtil.CACHE_LINE_LENGTH));
    }

    private static String label(String uid, String field) {
        return uid + " " + field.toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
