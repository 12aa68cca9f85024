package io.tidemark.metrics;

import io.tidemark.operator.DropReason;
import io.tidemark.time.Watermark;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.NanoClock;
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
    private final int operatorCount;
    private final StepTimes times;
    private final List<OperatorMetrics> operators = new ArrayList<>();
    private final List<AtomicCounter[]> published = new ArrayList<>();
    private final List<AtomicCounter[]> sources = new ArrayList<>();
    private CountersManager manager;
    private final List<CounterRow> sourceRows = new ArrayList<>();
    private AtomicCounter[] query;
    private CounterRow queryRow;
    private CounterFile file;
    private long cycles;
    private long publications;
    private long servedIntervals;
    private volatile long wantedIntervals;

    /**
     * Counters for a query.
     *
     * @param queryName name of the query
     * @param operatorCount greatest number of operators and sources
     */
    public QueryCounters(String queryName, int operatorCount) {
        this(queryName, operatorCount, System::nanoTime);
    }

    /**
     * The same with a clock for the times of duty cycles.
     *
     * @param clock read once in some duty cycles
     */
    public QueryCounters(String queryName, int operatorCount, NanoClock clock) {
        this.times = new StepTimes(clock);
        this.queryName = queryName;
        this.operatorCount = operatorCount;
        begin(new CountersManager(
                buffer(capacity() * CountersReader.METADATA_LENGTH),
                buffer(capacity() * CountersReader.COUNTER_LENGTH)));
    }

    private void begin(CountersManager newManager) {
        manager = newManager;
        query = new AtomicCounter[QueryField.count()];
        for (int i = 0; i < query.length; i++) {
            QueryField field = QueryField.of(i);
            query[i] = manager.newCounter(CounterLabel.text("query", "", field.text(), field.unit()));
        }
        query(QueryField.OUTPUT_SEQUENCE, -1);
        query(QueryField.FRESHNESS, -1);
        query(QueryField.BACKLOG_ROWS, -1);
        queryRow = new CounterRow(query);
    }

    /** Room that is needed for all counters that there can be. */
    public int capacity() {
        return operatorCount * (PER_OPERATOR + SourceField.count()) + QueryField.count();
    }

    /** Keeps the counters in a file that other processes can read; before the first source is added. */
    public void moveTo(CounterFile newFile) {
        file = newFile;
        begin(new CountersManager(file.metadata(), file.values()));
    }

    /** Says in the file, if there is one, that the query has ended. */
    public void end(String state) {
        if (file != null) {
            file.end(state);
        }
    }

    /** Takes the times of duty cycles. */
    public StepTimes times() {
        return times;
    }

    /** Adds a source; all sources come before the first operator. */
    public OperatorMetrics addSource(String name) {
        AtomicCounter[] counters = new AtomicCounter[SourceField.count()];
        for (int i = 0; i < counters.length; i++) {
            SourceField field = SourceField.of(i);
            counters[i] = manager.newCounter(CounterLabel.text("source", name, field.text(), field.unit()));
            counters[i].setRelease(-1);
        }
        counters[SourceField.IDLE.ordinal()].setRelease(0);
        counters[SourceField.THROTTLED_NS.ordinal()].setRelease(0);
        sources.add(counters);
        sourceRows.add(new CounterRow(counters));
        return add("source", name);
    }

    /**
     * Where a source is. Engine thread.
     *
     * @param position position of the last record that was read
     * @param idle whether the source is idle
     * @param throttledNs time in which it was held back since the start
     */
    public void source(int source, long position, boolean idle, long throttledNs) {
        CounterRow row = sourceRows.get(source);
        row.set(SourceField.POSITION.ordinal(), position);
        row.set(SourceField.IDLE.ordinal(), idle ? 1 : 0);
        row.set(SourceField.THROTTLED_NS.ordinal(), throttledNs);
    }

    void source(int source, SourceField field, long value) {
        sources.get(source)[field.ordinal()].setRelease(value);
    }

    void query(QueryField field, long value) {
        query[field.ordinal()].setRelease(value);
    }

    /** A duty cycle begins. Engine thread. */
    public void cycleBegins() {
        query(QueryField.CYCLES, ++cycles);
        if (wantedIntervals != servedIntervals) {
            servedIntervals = wantedIntervals;
            for (int i = 0; i < operators.size(); i++) {
                operators.get(i).beginInterval();
            }
        }
    }

    /** A duty cycle ends. Engine thread. */
    public void cycleEnds() {
        query(QueryField.CYCLES, ++cycles);
    }

    /** Least and greatest event times are to be those of the rows from the next duty cycle on. The monitor's thread. */
    void beginInterval() {
        wantedIntervals++;
    }

    /** A checkpoint was published. Engine thread. */
    public void checkpoint(CheckpointFigures made) {
        query(QueryField.CHECKPOINT_NUMBER, made.number());
        query(QueryField.CHECKPOINT_AT, made.atMs());
        query(QueryField.CHECKPOINT_BYTES, made.bytes());
        query(QueryField.CHECKPOINT_NS, made.tookNs());
        query(QueryField.CHECKPOINT_ROWS, made.outputRows());
        for (int i = 0; i < made.positions().size(); i++) {
            source(i, SourceField.COMMITTED, made.positions().get(i));
        }
    }

    /** A checkpoint was not made. Engine thread. */
    public void checkpointFailed() {
        AtomicCounter failed = query[QueryField.CHECKPOINTS_FAILED.ordinal()];
        failed.setRelease(failed.get() + 1);
    }

    /** Where the query is in its life, as the ordinal of its state. Engine thread. */
    public void life(int ordinal) {
        query(QueryField.LIFE, ordinal);
    }

    /** Records read from all sources, as published last. Any thread. */
    long rowsSeen() {
        long rows = 0;
        for (int i = 0; i < sources.size(); i++) {
            rows += published.get(i)[MetricField.IN.ordinal()].get();
        }
        return rows;
    }

    /** All values as they were published last. Any thread; allocates. */
    CounterImage image() {
        return CounterImage.of(
                query, sources.toArray(new AtomicCounter[0][]), published.toArray(new AtomicCounter[0][]));
    }

    /** Adds an operator. */
    public OperatorMetrics add(String uid) {
        return add("operator", uid);
    }

    private OperatorMetrics add(String scope, String uid) {
        AtomicCounter[] counters = new AtomicCounter[PER_OPERATOR];
        for (int i = 0; i < MetricField.count(); i++) {
            MetricField field = MetricField.of(i);
            counters[i] = manager.newCounter(CounterLabel.text(scope, uid, field.text(), field.unit()));
        }
        for (DropReason reason : DropReason.values()) {
            String dropped = "dropped " + reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            counters[MetricField.count() + reason.ordinal()] =
                    manager.newCounter(CounterLabel.text(scope, uid, dropped, CounterUnit.ROWS));
        }
        counters[MetricField.WATERMARK.ordinal()].setRelease(Watermark.NONE);
        counters[MetricField.OLDEST_OPEN.ordinal()].setRelease(Watermark.NONE);
        counters[MetricField.NEXT_DEADLINE.ordinal()].setRelease(Watermark.NONE);
        counters[MetricField.TIME_MIN.ordinal()].setRelease(Long.MAX_VALUE);
        counters[MetricField.TIME_GREATEST.ordinal()].setRelease(Watermark.NONE);
        counters[MetricField.TIME_MAX.ordinal()].setRelease(Watermark.NONE);
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
        for (int i = 0; i < sources.size(); i++) {
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

    /** Counts that are no part of {@link #counts}, such as those of groups in the last batch, begin anew. Engine thread. */
    public void forgetUnkept() {
        operators.forEach(OperatorMetrics::forgetUnkept);
    }

    /** Makes all figures visible to other threads, as of one moment. Engine thread. */
    public void publish(long usedBytes, long limitBytes, long sequence, long skipped) {
        query(QueryField.PUBLISHED, ++publications);
        for (int i = 0; i < operators.size(); i++) {
            operators.get(i).publish();
        }
        queryRow.set(QueryField.STATE_USED.ordinal(), usedBytes);
        queryRow.set(QueryField.STATE_LIMIT.ordinal(), limitBytes);
        queryRow.set(QueryField.OUTPUT_SEQUENCE.ordinal(), sequence);
        queryRow.set(QueryField.OUTPUT_SKIPPED.ordinal(), skipped);
        times.publish(queryRow);
        query(QueryField.PUBLISHED, ++publications);
    }

    /** What was published last. Any thread; allocates. */
    public QueryProgress progress() {
        CounterImage image = image();
        List<QueryProgress.OperatorProgress> list = new ArrayList<>();
        for (int i = 0; i < operators.size(); i++) {
            list.add(progress(operators.get(i).uid(), image.operators()[i]));
        }
        List<Long> positions = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            positions.add(image.source(i, SourceField.POSITION));
        }
        return new QueryProgress(
                queryName,
                list.subList(0, sources.size()),
                list.subList(sources.size(), list.size()),
                positions,
                image.query(QueryField.OUTPUT_SEQUENCE) + 1,
                image.query(QueryField.OUTPUT_SKIPPED),
                image.query(QueryField.STATE_USED),
                image.query(QueryField.STATE_LIMIT));
    }

    private static QueryProgress.OperatorProgress progress(String uid, long[] values) {
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
}
