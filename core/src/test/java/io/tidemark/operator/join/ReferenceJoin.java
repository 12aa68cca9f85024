package io.tidemark.operator.join;

import io.tidemark.time.TimeSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A join by its definition: all pairs of rows that were in time, whatever was forgotten in between; a row without a partner at the moment
 * when its last possible partner would be late. Keeps everything and looks at all of it for each row.
 */
final class ReferenceJoin {
    private static final long NONE = Long.MIN_VALUE;
    private static final long END = Long.MAX_VALUE;
    private static final List<Object> NULLS = Collections.nCopies(3, null);

    private final JoinCase join;
    private final List<JoinRow> accepted = new ArrayList<>();
    private final Set<Integer> gone = new HashSet<>();
    private final List<List<Object>> output = new ArrayList<>();
    private final long[] maxTime = {NONE, NONE};
    private final long[] due = {NONE, NONE};
    private final long[] watermark = {NONE, NONE};
    private int late;
    private int rowsInBatch;

    ReferenceJoin(JoinCase join) {
        this.join = join;
    }

    List<List<Object>> output() {
        return output;
    }

    int late() {
        return late;
    }

    void run() {
        for (JoinRow row : join.rows()) {
            row(row);
        }
        if (join.batch() > 0) {
            cut();
        }
        move(0, END);
        move(1, END);
    }

    private void row(JoinRow row) {
        int side = row.left() ? 0 : 1;
        take(row, side);
        maxTime[side] = Math.max(maxTime[side], row.time());
        if (join.batch() == 0) {
            move(side, maxTime[side] - delay(side));
        } else if (++rowsInBatch == join.batch()) {
            cut();
        }
    }

    private void cut() {
        rowsInBatch = 0;
        for (int side = 0; side < 2; side++) {
            move(side, due[side]);
            due[side] = maxTime[side] == NONE ? NONE : maxTime[side] - delay(side);
        }
    }

    private long delay(int side) {
        return side == 0 ? join.leftDelay() : join.rightDelay();
    }

    private void take(JoinRow row, int side) {
        boolean hopeless = row.key() == null || !passes(row);
        if (hopeless && !comesOutAlone(side)) {
            return;
        }
        // Where nothing is ever forgotten nothing needs to be late.
        boolean bounded = join.lower() != null || join.upper() != null;
        if (bounded && isLate(nanos(row.time()), lateWatermark(side))) {
            late++;
            return;
        }
        if (hopeless) {
            output.add(alone(row));
            return;
        }
        List<JoinRow> partners = accepted.stream()
                .filter(other -> other.left() != row.left() && isPair(row, other))
                .sorted(Comparator.comparingLong(JoinRow::time))
                .toList();
        pairs(row, partners);
        accepted.add(row);
        letGo(side);
    }

    private void pairs(JoinRow row, List<JoinRow> partners) {
        switch (join.type()) {
            case LEFT_ANTI -> {}
            case LEFT_SEMI -> {
                if (row.left() && !partners.isEmpty()) {
                    output.add(row.columns());
                } else if (!row.left()) {
                    partners.stream()
                            .filter(left -> accepted.stream().noneMatch(other -> !other.left() && isPair(left, other)))
                            .forEach(left -> output.add(left.columns()));
                }
            }
            default -> partners.forEach(partner -> output.add(row.left() ? both(row, partner) : both(partner, row)));
        }
    }

    private void move(int side, long newWatermark) {
        if (newWatermark <= watermark[side]) {
            return;
        }
        watermark[side] = newWatermark;
        if (join.watermark() == JoinWatermark.MERGED) {
            letGo(0, 1);
        } else {
            letGo(1 - side);
        }
    }

    /** Brings out the rows of these sides that have no partner and whose last possible one would be late. */
    private void letGo(int... sides) {
        List<Integer> going = new ArrayList<>();
        for (int i = 0; i < accepted.size(); i++) {
            JoinRow row = accepted.get(i);
            int side = row.left() ? 0 : 1;
            boolean asked = Arrays.stream(sides).anyMatch(one -> one == side);
            if (asked && !gone.contains(i) && isLate(lastPartner(row), goneWatermark(side))) {
                going.add(i);
                gone.add(i);
            }
        }
        going.sort(Comparator.<Integer>comparingLong(i -> lastPartner(accepted.get(i)))
                .thenComparingInt(i -> i));
        for (int i : going) {
            JoinRow row = accepted.get(i);
            boolean matched = accepted.stream().anyMatch(other -> other.left() != row.left() && isPair(row, other));
            if (!matched && comesOutAlone(row.left() ? 0 : 1)) {
                output.add(alone(row));
            }
        }
    }

    private boolean comesOutAlone(int side) {
        return switch (join.type()) {
            case INNER, LEFT_SEMI -> false;
            case LEFT_OUTER, LEFT_ANTI -> side == 0;
            case RIGHT_OUTER -> side == 1;
            case FULL_OUTER -> true;
        };
    }

    private long lateWatermark(int side) {
        return join.watermark() == JoinWatermark.MERGED ? Math.min(watermark[0], watermark[1]) : watermark[side];
    }

    private long goneWatermark(int side) {
        return join.watermark() == JoinWatermark.MERGED ? Math.min(watermark[0], watermark[1]) : watermark[1 - side];
    }

    private boolean isLate(long timeNs, long watermarkMs) {
        if (watermarkMs == NONE || timeNs == END) {
            return false;
        } else if (watermarkMs == END) {
            return true;
        }
        return join.time().equality() == TimeSettings.Equality.SPARK
                ? timeNs <= nanos(watermarkMs)
                : timeNs < nanos(watermarkMs);
    }

    /** In nanoseconds: an exclusive bound leaves out less than a millisecond. */
    private long lastPartner(JoinRow row) {
        Long bound = row.left() ? join.upper() : join.lower();
        if (bound == null) {
            return END;
        }
        return nanos(row.left() ? row.time() + bound : row.time() - bound) - (join.exclusive() ? 1 : 0);
    }

    private static long nanos(long millis) {
        return millis * 1_000_000;
    }

    private boolean passes(JoinRow row) {
        return !(row.left() ? join.leftOnly() : join.rightOnly()) || row.value() > 2;
    }

    private boolean isPair(JoinRow one, JoinRow other) {
        JoinRow left = one.left() ? one : other;
        JoinRow right = one.left() ? other : one;
        long distance = right.time() - left.time();
        int open = join.exclusive() ? 1 : 0;
        return left.key().equals(right.key())
                && (join.lower() == null || distance >= join.lower() + open)
                && (join.upper() == null || distance <= join.upper() - open)
                && (!join.rest() || (left.value() + right.value()) % 3 != 0);
    }

    private List<Object> alone(JoinRow row) {
        if (join.type() == JoinType.LEFT_ANTI) {
            return row.columns();
        }
        List<Object> columns = new ArrayList<>(row.left() ? row.columns() : NULLS);
        columns.addAll(row.left() ? NULLS : row.columns());
        return columns;
    }

    private static List<Object> both(JoinRow left, JoinRow right) {
        List<Object> columns = new ArrayList<>(left.columns());
        columns.addAll(right.columns());
        return columns;
    }
}
