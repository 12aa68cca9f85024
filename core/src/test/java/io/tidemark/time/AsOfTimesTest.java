package io.tidemark.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The rules of as-of joins against the definition, over all sets of right rows of a small range of times. */
class AsOfTimesTest {
    private static final int LEAST = -3;
    private static final int MOST = 4;
    private static final int BEYOND = 14;

    @Test
    void shouldBeDueExactlyWhenNoRightRowCanBeBetter() {
        forAll(times -> forAllSets(rights -> {
            for (long left = LEAST; left <= MOST; left++) {
                long at = left;
                Long partner = partner(times, rights, left);
                long due = partner == null ? times.due(left) : times.due(left, partner);
                for (long toCome = LEAST - 3; toCome <= BEYOND - 4; toCome++) {
                    long next = toCome;
                    boolean rival = hasRival(times, rights, left, toCome);
                    assertEquals(!rival, due <= toCome, () -> times + " " + rights + " left " + at + " next " + next);
                }
                assertTrue(times.firstDue(left) <= due, () -> times + " " + rights + " left " + at);
            }
        }));
    }

    @Test
    void shouldKeepWhatALaterLeftRowNeeds() {
        forAll(times -> forAllSets(rights -> {
            for (long bound = LEAST - 1; bound <= MOST + 6; bound++) {
                TreeSet<Long> kept = trimmed(times, rights, bound);
                for (long left = bound; left <= MOST + 8; left++) {
                    long at = left;
                    // The text is made only for a failure: there are millions of checks.
                    Supplier<String> text = () -> times + " " + rights + " kept " + kept + " left " + at;
                    assertEquals(partner(times, rights, left), partner(times, kept, left), text);
                    for (long more = LEAST - 1; more <= MOST + 2; more++) {
                        long added = more;
                        assertEquals(
                                partner(times, with(rights, more), left),
                                partner(times, with(kept, more), left),
                                () -> text.get() + " and then " + added);
                    }
                }
            }
        }));
    }

    /** Looking backward, one row at or before the bound is kept at most, and within the tolerance. */
    @Test
    void shouldKeepNothingElse() {
        forAll(times -> forAllSets(rights -> {
            for (long bound = LEAST - 1; bound <= MOST + 6 && times.direction() != AsOfDirection.NEAREST; bound++) {
                for (long kept : trimmed(times, rights, bound)) {
                    boolean needed = false;
                    for (long left = bound; left <= MOST + 8; left++) {
                        Long partner = partner(times, rights, left);
                        needed |= partner != null && partner == kept;
                    }
                    long from = bound;
                    assertTrue(needed, () -> times + " " + rights + " bound " + from + " kept " + kept);
                }
            }
        }));
    }

    @Test
    void shouldNameAllLeftRowsThatANewRightRowServes() {
        forAll(times -> forAllSets(rights -> {
            for (long right = LEAST; right <= MOST; right++) {
                TreeSet<Long> after = with(rights, right);
                Long previous = rights.lower(right);
                Long next = rights.higher(right);
                long from = times.firstServed(right, previous == null ? Long.MIN_VALUE : previous);
                long to = times.lastServed(right, next == null ? Long.MAX_VALUE : next);
                for (long left = LEAST - 6; left <= MOST + 6; left++) {
                    Long partner = partner(times, after, left);
                    if (partner != null && partner == right) {
                        assertTrue(
                                from <= left && left <= to, times + " " + after + " right " + right + " left " + left);
                    }
                }
            }
        }));
    }

    @Test
    void shouldNotOverflowAtTheEndsOfTime() {
        long first = Long.MIN_VALUE;
        long last = Watermark.END - 2;
        AsOfTimes back = new AsOfTimes(AsOfDirection.BACKWARD, false, 5);
        assertTrue(!back.isWithin(last, first));
        assertTrue(new AsOfTimes(AsOfDirection.NEAREST, false, AsOfTimes.UNBOUNDED).isWithin(last, first));
        assertEquals(Watermark.END - 1, back.due(last));
        assertEquals(first + 6, back.droppedFrom(first));
        assertEquals(Watermark.END - 1, back.droppedFrom(last));
        assertEquals(first, new AsOfTimes(AsOfDirection.BACKWARD, true, 5).due(first));
        AsOfTimes near = new AsOfTimes(AsOfDirection.NEAREST, false, AsOfTimes.UNBOUNDED);
        assertEquals(Watermark.END - 1, near.due(last, first));
        assertTrue(near.isEarlierNearer(0, -5, last));
        assertTrue(!near.isEarlierNearer(last - 5, first, last));
        assertEquals(Watermark.END - 1, new WindowJoinTimes(0, Long.MAX_VALUE).due(0));
        assertEquals(first, new WindowJoinTimes(10, 0).from(first + 5));
    }

    private static TreeSet<Long> trimmed(AsOfTimes times, TreeSet<Long> rights, long bound) {
        TreeSet<Long> kept = new TreeSet<>(rights);
        while (!kept.isEmpty()) {
            long moment = times.droppedFrom(kept.first());
            Long next = kept.higher(kept.first());
            if ((next == null ? moment : Math.min(moment, times.replacesFrom(next))) > bound) {
                break;
            }
            kept.pollFirst();
        }
        return kept;
    }

    private static TreeSet<Long> with(TreeSet<Long> rights, long more) {
        TreeSet<Long> all = new TreeSet<>(rights);
        all.add(more);
        return all;
    }

    private static boolean hasRival(AsOfTimes times, TreeSet<Long> rights, long left, long toCome) {
        for (long right = toCome; right <= BEYOND; right++) {
            Long partner = partner(times, with(rights, right), left);
            if (partner != null && partner == right) {
                return true;
            }
        }
        return false;
    }

    /** The definition, by looking at all right rows. */
    private static Long partner(AsOfTimes times, TreeSet<Long> rights, long left) {
        Long best = null;
        for (long right : rights) {
            boolean side = switch (times.direction()) {
                case BACKWARD -> right <= left;
                case FORWARD -> right >= left;
                case NEAREST -> true;
            };
            long distance = Math.abs(left - right);
            boolean near = times.toleranceNs() == AsOfTimes.UNBOUNDED || distance <= times.toleranceNs();
            // Ascending order: of two as far away the earlier one stays.
            if (side
                    && near
                    && !(times.strict() && right == left)
                    && (best == null || distance < Math.abs(left - best))) {
                best = right;
            }
        }
        return best;
    }

    private static void forAll(Consumer<AsOfTimes> check) {
        for (AsOfDirection direction : AsOfDirection.values()) {
            for (boolean strict : new boolean[] {false, true}) {
                for (long tolerance : new long[] {0, 1, 2, 5, AsOfTimes.UNBOUNDED}) {
                    if (!strict || tolerance > 0) {
                        check.accept(new AsOfTimes(direction, strict, tolerance));
                    }
                }
            }
        }
    }

    private static void forAllSets(Consumer<TreeSet<Long>> check) {
        List<TreeSet<Long>> sets = new ArrayList<>();
        for (int bits = 0; bits < 1 << MOST - LEAST + 1; bits++) {
            TreeSet<Long> set = new TreeSet<>();
            for (int i = 0; i <= MOST - LEAST; i++) {
                if ((bits >> i & 1) != 0) {
                    set.add((long) LEAST + i);
                }
            }
            sets.add(set);
        }
        sets.forEach(check);
    }
}
