package io.tidemark.metrics;

import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.time.Watermark;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.status.AtomicCounter;

/** Counts the rows of one operator or source in plain fields, and publishes them. Counting is for the engine thread only. */
public final class OperatorMetrics implements OperatorCounters {
    /** Counts of something that did nothing yet. */
    static final List<Long> NO_COUNTS = List.of(0L, 0L, 0L, 0L, Watermark.NONE, 0L);

    static final int WATERMARK_COUNT = 4;
    static final int STATE_ROWS_COUNT = 5;

    /** Bits by which event times are shifted before they are added up, so that the sum of a year of them does not overflow. */
    static final int TIME_SHIFT = 20;

    private static final int FIXED_COUNTS = 6;

    private final String uid;
    private final CounterRow published;
    private final long[] dropped = new long[DropReason.count()];
    private long in;
    private long accepted;
    private long out;
    private long watermarkNs = Watermark.NONE;
    private long partlyLate;
    private long groupsTotal;
    private long groupsUpdated;
    private long groupsRemoved;
    private long groupsLate;
    private long stateRows;
    private long statePanes;
    private long stateBytes;
    private long stateRemoved;
    private long oldestOpenNs = Watermark.NONE;
    private long nextDeadlineNs = Watermark.NONE;
    private long untimedRows;
    private long greatestTime = Watermark.NONE;
    private long timeSum;
    private long timeMin = Long.MAX_VALUE;
    private long timeMax = Watermark.NONE;
    private long lateBelow;
    private long nullTimeBelow;
    private long futureBelow;

    OperatorMetrics(String uid, AtomicCounter[] published) {
        this.uid = uid;
        this.published = new CounterRow(published);
    }

    /** Name of the operator or source. */
    public String uid() {
        return uid;
    }

    @Override
    public void rowIn() {
        in++;
    }

    @Override
    public void rowAccepted() {
        accepted++;
    }

    @Override
    public void rowOut() {
        out++;
    }

    @Override
    public void rowPassed() {
        in++;
        accepted++;
        out++;
    }

    @Override
    public void rowPartlyLate() {
        partlyLate++;
    }

    @Override
    public void groups(long total, long updated, long removed, long late) {
        groupsTotal = total;
        groupsUpdated = updated;
        groupsRemoved = removed;
        groupsLate = late;
    }

    @Override
    public void watermark(long newWatermarkNs) {
        watermarkNs = newWatermarkNs;
    }

    @Override
    public void eventTime(long eventTimeNs) {
        timeSum += eventTimeNs >> TIME_SHIFT;
        if (eventTimeNs < timeMin) {
            timeMin = eventTimeNs;
        }
    }

    @Override
    public void earlierEventTime(long eventTimeNs) {
        if (eventTimeNs > timeMax) {
            timeMax = eventTimeNs;
        }
    }

    @Override
    public void nullEventTime() {
        untimedRows++;
    }

    /** Least and greatest event time are those of the rows from now on. */
    void beginInterval() {
        timeMin = Long.MAX_VALUE;
        timeMax = Watermark.NONE;
    }

    /** A row of this source was dropped by an operator. */
    public void droppedBelow(DropReason reason) {
        switch (reason) {
            case LATE -> lateBelow++;
            case NULL_TIME -> nullTimeBelow++;
            case FUTURE -> futureBelow++;
            default -> {
                // The operator that dropped it counts it.
            }
        }
    }

    /** A row was dropped. */
    public void rowDropped(DropReason reason) {
        dropped[reason.ordinal()]++;
    }

    /** What the operator holds in state. */
    public void state(long rows, long panes, long bytes) {
        stateRows = rows;
        statePanes = panes;
        stateBytes = bytes;
    }

    /**
     * What stands in state by time.
     *
     * @param greatestNs greatest event time seen, or {@link Watermark#NONE}
     * @param removed rows that left the state since the start
     * @param oldestNs least event time of what is open, or {@link Watermark#NONE}
     * @param deadlineNs watermark at which something is due next, or {@link Watermark#NONE}
     */
    public void open(long greatestNs, long removed, long oldestNs, long deadlineNs) {
        greatestTime = greatestNs;
        stateRemoved = removed;
        oldestOpenNs = oldestNs;
        nextDeadlineNs = deadlineNs;
    }

    /** Rows that came in. */
    long rowsIn() {
        return in;
    }

    /** The counts that go on after a restart, for {@link #resume}; those of state are measured anew. */
    public List<Long> counts() {
        List<Long> counts = new ArrayList<>(List.of(in, accepted, out, partlyLate, watermarkNs, stateRows));
        for (long rows : dropped) {
            counts.add(rows);
        }
        return counts;
    }

    /** Counts by their names, without the watermark and without reasons for which no row was dropped. */
    static Map<String, Long> named(List<Long> counts) {
        Map<String, Long> named = new LinkedHashMap<>();
        named.put("in", counts.get(0));
        named.put("accepted", counts.get(1));
        named.put("out", counts.get(2));
        named.put("partly late", counts.get(3));
        named.put("in state", counts.get(STATE_ROWS_COUNT));
        for (int i = FIXED_COUNTS; i < Math.min(counts.size(), FIXED_COUNTS + DropReason.count()); i++) {
            if (counts.get(i) > 0) {
                named.put("dropped " + DropReason.of(i - FIXED_COUNTS), counts.get(i));
            }
        }
        return named;
    }

    /** Goes on from the counts of an earlier run; reasons that were not known then start at 0. */
    public void resume(List<Long> counts) {
        in = counts.get(0);
        accepted = counts.get(1);
        out = counts.get(2);
        partlyLate = counts.get(3);
        watermarkNs = counts.get(WATERMARK_COUNT);
        for (int i = 0; i < dropped.length; i++) {
            dropped[i] = FIXED_COUNTS + i < counts.size() ? counts.get(FIXED_COUNTS + i) : 0;
        }
    }

    /** Counts that are no part of {@link #counts} begin anew. */
    void forgetUnkept() {
        untimedRows = 0;
        timeSum = 0;
        beginInterval();
        lateBelow = 0;
        nullTimeBelow = 0;
        futureBelow = 0;
        groupsTotal = 0;
        groupsUpdated = 0;
        groupsRemoved = 0;
        groupsLate = 0;
    }

    /** Makes the current figures visible to other threads. */
    void publish() {
        publish(MetricField.IN, in);
        publish(MetricField.ACCEPTED, accepted);
        publish(MetricField.OUT, out);
        publish(MetricField.WATERMARK, watermarkNs);
        publish(MetricField.PARTLY_LATE, partlyLate);
        publish(MetricField.GROUPS_TOTAL, groupsTotal);
        publish(MetricField.GROUPS_UPDATED, groupsUpdated);
        publish(MetricField.GROUPS_REMOVED, groupsRemoved);
        publish(MetricField.GROUPS_LATE, groupsLate);
        publish(MetricField.STATE_ROWS, stateRows);
        publish(MetricField.STATE_PANES, statePanes);
        publish(MetricField.STATE_BYTES, stateBytes);
        publish(MetricField.STATE_REMOVED, stateRemoved);
        publish(MetricField.OLDEST_OPEN, oldestOpenNs);
        publish(MetricField.NEXT_DEADLINE, nextDeadlineNs);
        publish(MetricField.UNTIMED_ROWS, untimedRows);
        publish(MetricField.TIME_GREATEST, greatestTime);
        publish(MetricField.TIME_SUM, timeSum);
        publish(MetricField.TIME_MIN, timeMin);
        publish(MetricField.TIME_MAX, timeMax);
        publish(MetricField.LATE_BELOW, lateBelow);
        publish(MetricField.NULL_TIME_BELOW, nullTimeBelow);
        publish(MetricField.FUTURE_BELOW, futureBelow);
        for (int i = 0; i < dropped.length; i++) {
            published.set(MetricField.count() + i, dropped[i]);
        }
    }

    private void publish(MetricField field, long value) {
        published.set(field.ordinal(), value);
    }
}
