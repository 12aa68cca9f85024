package io.tidemark.operator.asof;

import io.tidemark.operator.asof.AsOfJoin.Emit;
import io.tidemark.operator.asof.AsOfJoin.Ties;
import io.tidemark.operator.asof.AsOfJoin.Type;
import io.tidemark.operator.asof.JoinInput.Arrival;
import io.tidemark.time.AsOfDirection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * As-of joins by their definition, over all rows: nothing is ever dropped from memory, and a row is final when no time at which a right row
 * can still come would give it another partner, which is tried time by time.
 */
final class AsOfReference {
    private static final long FURTHEST = 250;

    private final AsOfCase join;
    private final List<Arrival> rights = new ArrayList<>();
    private final List<Arrival> waiting = new ArrayList<>();
    private final Map<Arrival, List<Arrival>> answers = new HashMap<>();
    private final List<String> output = new ArrayList<>();
    private final Map<String, Integer> drops = new HashMap<>();
    private final Map<Arrival, Boolean> everOut = new HashMap<>();
    private final Map<Long, Long> dues = new HashMap<>();
    private Long leftWatermark;
    private Long rightWatermark;
    private int step;

    private AsOfReference(AsOfCase join) {
        this.join = join;
    }

    /**
     * What comes out.
     *
     * @param output for each row the number of the arrival that brought it out, its kind, the left and the right row
     * @param drops number of dropped rows of each reason
     * @param kept number of right rows that a left row can still need after the last arrival, or -1 where that is not said
     * @param dues for each left row that waited, when it was due
     */
    record Result(List<String> output, Map<String, Integer> drops, Map<Long, Long> dues, long kept) {}

    static Result of(AsOfCase join) {
        AsOfReference run = new AsOfReference(join);
        for (run.step = 0; run.step < join.arrivals().size(); run.step++) {
            run.arrive(join.arrivals().get(run.step));
        }
        run.step = join.arrivals().size() - 1;
        long kept = run.kept();
        run.finish(true);
        return new Result(run.output, run.drops, run.dues, kept);
    }

    private void arrive(Arrival row) {
        if (row.ts() == null) {
            return;
        }
        Long watermark = row.left() ? leftWatermark : rightWatermark;
        if (watermark != null && row.ts() < toCome(watermark)) {
            drop("LATE");
        } else if (row.left()) {
            arriveLeft(row);
        } else if (row.key() == null) {
            drop("NULL_KEY");
        } else {
            arriveRight(row);
        }
        long reached = row.ts() - (row.left() ? join.leftDelay() : join.rightDelay());
        if (row.left()) {
            leftWatermark = leftWatermark == null ? reached : Math.max(leftWatermark, reached);
        } else {
            rightWatermark = rightWatermark == null ? reached : Math.max(rightWatermark, reached);
            finish(false);
        }
    }

    private void arriveLeft(Arrival row) {
        if (row.key() == null) {
            if (join.type() == Type.LEFT) {
                emit("INSERT", row, null);
            } else {
                drop("NULL_KEY");
            }
            return;
        }
        List<Arrival> found = partners(row);
        if (join.emit() == Emit.IMMEDIATE) {
            emitAll(row, found);
            return;
        }
        answers.put(row, found);
        if (join.emit() == Emit.CORRECTING && (!found.isEmpty() || join.type() == Type.LEFT)) {
            emitAll(row, found);
        }
        waiting.add(row);
        if (isFinal(row)) {
            waiting.remove(row);
            if (join.emit() == Emit.ON_WATERMARK) {
                emitAll(row, found);
            } else if (found.isEmpty() && join.type() == Type.INNER) {
                drop("NO_PARTNER");
            }
        }
    }

    private void arriveRight(Arrival row) {
        rights.add(row);
        if (join.emit() != Emit.CORRECTING) {
            return;
        }
        List<Arrival> sorted = new ArrayList<>(answers.keySet());
        sorted.sort(Comparator.comparing(Arrival::ts).thenComparing(Arrival::id));
        for (Arrival left : sorted) {
            List<Arrival> before = answers.get(left);
            List<Arrival> after = partners(left);
            if (!before.equals(after)) {
                correct(left, before, after);
                answers.put(left, after);
            }
        }
    }

    private void correct(Arrival left, List<Arrival> before, List<Arrival> after) {
        if (before.isEmpty() && join.type() == Type.INNER) {
            emit("INSERT", left, after.get(0));
        } else if (after.isEmpty() && join.type() == Type.INNER) {
            emit("DELETE", left, before.get(0));
        } else {
            emit("UPDATE_BEFORE", left, before.isEmpty() ? null : before.get(0));
            emit("UPDATE_AFTER", left, after.isEmpty() ? null : after.get(0));
        }
        if (!after.isEmpty()) {
            everOut.put(left, true);
        }
    }

    /** Brings out what is final, by the least time of coming right rows that makes it so. */
    private void finish(boolean drained) {
        List<Arrival> due = new ArrayList<>();
        for (Arrival row : waiting) {
            if (drained || isFinal(row)) {
                due.add(row);
                dues.put(row.id(), dueOf(row));
            }
        }
        due.sort(Comparator.comparing(row -> dues.get(row.id())));
        for (Arrival row : due) {
            waiting.remove(row);
            List<Arrival> found = partners(row);
            if (join.emit() == Emit.ON_WATERMARK) {
                emitAll(row, found);
            } else if (found.isEmpty() && join.type() == Type.INNER && !everOut.containsKey(row)) {
                drop("NO_PARTNER");
            }
        }
    }

    /** Right rows of each key that no other makes needless for left rows that wait or may come. */
    private long kept() {
        if (join.ends() || join.direction() == AsOfDirection.NEAREST && join.tolerance() != null) {
            return -1;
        }
        Long bound = leftWatermark == null ? null : (Long) toCome(leftWatermark);
        for (Arrival row : waiting) {
            bound = bound == null ? row.ts() : (Long) Math.min(bound, row.ts());
        }
        long kept = 0;
        for (int i = 0; i < rights.size(); i++) {
            Arrival right = rights.get(i);
            boolean needed = true;
            for (int j = 0; j < rights.size() && needed; j++) {
                Arrival other = rights.get(j);
                boolean same = Objects.equals(other.key(), right.key());
                boolean tie = same && other.ts().equals(right.ts()) && join.ties() != Ties.ALL;
                needed = !(tie && (join.ties() == Ties.LAST ? j > i : j < i))
                        && !(same && bound != null && replaces(other.ts(), right.ts(), bound));
            }
            kept += needed && (bound == null || !isTooOld(right.ts(), bound)) ? 1 : 0;
        }
        return kept;
    }

    private boolean replaces(long other, long right, long bound) {
        return join.direction() != AsOfDirection.FORWARD
                && right < other
                && (join.strict() ? other < bound : other <= bound);
    }

    private boolean isTooOld(long right, long bound) {
        return join.direction() == AsOfDirection.FORWARD
                ? (join.strict() ? right <= bound : right < bound)
                : join.tolerance() != null && right + join.tolerance() < bound;
    }

    /** The least time of rows that are not late. */
    private long toCome(long watermark) {
        return join.inclusive() ? watermark + 1 : watermark;
    }

    private boolean isFinal(Arrival left) {
        return rightWatermark != null && !hasRival(left, toCome(rightWatermark));
    }

    private long dueOf(Arrival left) {
        Long best = bestTime(left);
        for (long time = FURTHEST; time >= -FURTHEST; time--) {
            if (isRival(left, best, time)) {
                return time + 1;
            }
        }
        return -FURTHEST;
    }

    private boolean hasRival(Arrival left, long from) {
        return dueOf(left) > from;
    }

    /** Whether a right row of this time would be the partner. */
    private boolean isRival(Arrival left, Long best, long time) {
        return isPossible(left.ts(), time) && (best == null || !isNearer(left.ts(), best, time));
    }

    private boolean isPossible(long left, long right) {
        boolean side = switch (join.direction()) {
            case BACKWARD -> right <= left;
            case FORWARD -> right >= left;
            case NEAREST -> true;
        };
        return side
                && !(join.strict() && right == left)
                && (join.tolerance() == null || Math.abs(left - right) <= join.tolerance());
    }

    private static boolean isNearer(long left, long one, long other) {
        long first = Math.abs(left - one);
        long second = Math.abs(left - other);
        return first < second || first == second && one < other;
    }

    private Long bestTime(Arrival left) {
        Long best = null;
        for (Arrival right : rights) {
            boolean counts = !right.deletes() || join.direction() == AsOfDirection.BACKWARD;
            if (counts
                    && Objects.equals(right.key(), left.key())
                    && isPossible(left.ts(), right.ts())
                    && (best == null || isNearer(left.ts(), right.ts(), best))) {
                best = right.ts();
            }
        }
        return best;
    }

    private List<Arrival> partners(Arrival left) {
        Long best = bestTime(left);
        List<Arrival> group = new ArrayList<>();
        for (Arrival right : rights) {
            if (Objects.equals(right.key(), left.key()) && Objects.equals(right.ts(), best)) {
                if (right.deletes() && join.ties() == Ties.ALL) {
                    group.clear();
                } else {
                    group.add(right);
                }
            }
        }
        if (group.size() > 1 && join.ties() != Ties.ALL) {
            group = List.of(group.get(join.ties() == Ties.LAST ? group.size() - 1 : 0));
        }
        return group.stream()
                .filter(one -> !one.deletes() && (one.until() == null || left.ts() < one.until()))
                .toList();
    }

    private void emitAll(Arrival left, List<Arrival> found) {
        for (Arrival right : found) {
            emit("INSERT", left, right);
        }
        if (!found.isEmpty()) {
            everOut.put(left, true);
        } else if (join.type() == Type.LEFT) {
            emit("INSERT", left, null);
        } else {
            drop("NO_PARTNER");
        }
    }

    private void emit(String kind, Arrival left, Arrival right) {
        output.add(step + " " + kind + " " + left.id() + " " + (right == null ? null : (Object) right.id()));
    }

    private void drop(String reason) {
        drops.merge(reason, 1, Integer::sum);
    }
}
