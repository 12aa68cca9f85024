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

    private static final int FIXED_COUNTS = 6;

    private final String uid;
    private final AtomicCounter[] published;
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

    OperatorMetrics(String uid, AtomicCounter[] published) {
        this.uid = uid;
        this.published = published;
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

    /** Counts of groups begin anew. */
    void forgetGroups() {
        groupsTotal = 0;
        groupsUpdated = 0;
        groupsRemoved = 0;
        groupsLate = 0;
    }

    /** Makes the current figures visible to other threads. */
    void publish() {
        published[MetricField.IN.ordinal()].setRelease(in);
        published[MetricField.ACCEPTED.ordinal()].setRelease(accepted);
        published[MetricField.OUT.ordinal()].setRelease(out);
        published[MetricField.WATERMARK.ordinal()].setRelease(watermarkNs);
        published[MetricField.PARTLY_LATE.ordinal()].setRelease(partlyLate);
        published[MetricField.GROUPS_TOTAL.ordinal()].setRelease(groupsTotal);
        published[MetricField.GROUPS_UPDATED.ordinal()].setRelease(groupsUpdated);
        published[MetricField.GROUPS_REMOVED.ordinal()].setRelease(groupsRemoved);
        published[MetricField.GROUPS_LATE.ordinal()].setRelease(groupsLate);
        published[MetricField.STATE_ROWS.ordinal()].setRelease(stateRows);
        published[MetricField.STATE_PANES.ordinal()].setRelease(statePanes);
        published[MetricField.STATE_BYTES.ordinal()].setRelease(stateBytes);
        for (int i = 0; i < dropped.length; i++) {
            published[MetricField.count() + i].setRelease(dropped[i]);
        }
    }
}
