package io.tidemark.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Which operator of one plan is which of another. One with a uid of its own is the one with this uid and no other. Of those without, first the ones of one role
 * that say the same, then those of one role, then the only ones left of their kind.
 */
final class StepPairs {
    private final BoundPlan before;
    private final BoundPlan now;
    private final int[] old;
    private final boolean[] taken;

    StepPairs(BoundPlan before, BoundPlan now) {
        this.before = before;
        this.now = now;
        this.old = new int[now.steps().size()];
        this.taken = new boolean[before.steps().size()];
        Arrays.fill(old, -1);
        List<String> oldRoles = Roles.of(before);
        List<String> roles = Roles.of(now);
        pair((i, j) -> step(i).named() && old(j).named() && step(i).uid().equals(old(j).uid()));
        pair((i, j) -> mayPair(i, j) && roles.get(i).equals(oldRoles.get(j)) && sameText(i, j));
        pair((i, j) -> mayPair(i, j) && sameText(i, j) && !step(i).bound().stateful());
        pair((i, j) -> mayPair(i, j) && roles.get(i).equals(oldRoles.get(j)));
        pair((i, j) -> mayPair(i, j) && isOnly(i, j));
    }

    /** Index of the step before, or -1. */
    int before(int step) {
        return old[step];
    }

    /** Indexes of the steps that are gone. */
    List<Integer> removed() {
        List<Integer> removed = new ArrayList<>();
        for (int j = 0; j < taken.length; j++) {
            if (!taken[j]) {
                removed.add(j);
            }
        }
        return removed;
    }

    private void pair(BiPredicate<Integer, Integer> fits) {
        for (int i = 0; i < old.length; i++) {
            for (int j = 0; j < taken.length && old[i] < 0; j++) {
                if (!taken[j] && fits.test(i, j)) {
                    old[i] = j;
                    taken[j] = true;
                }
            }
        }
    }

    private BoundStep step(int i) {
        return now.steps().get(i);
    }

    private BoundStep old(int j) {
        return before.steps().get(j);
    }

    private boolean mayPair(int i, int j) {
        return !step(i).named()
                && !old(j).named()
                && step(i).node().kind().equals(old(j).node().kind());
    }

    private boolean sameText(int i, int j) {
        return step(i).node().toString().equals(old(j).node().toString());
    }

    private boolean isOnly(int i, int j) {
        long left = 0;
        for (int k = 0; k < old.length; k++) {
            left += old[k] < 0 && mayPair(k, j) ? 1 : 0;
        }
        long leftBefore = 0;
        for (int k = 0; k < taken.length; k++) {
            leftBefore += !taken[k] && mayPair(i, k) ? 1 : 0;
        }
        return left == 1 && leftBefore == 1;
    }
}
