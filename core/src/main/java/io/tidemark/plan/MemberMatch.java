package io.tidemark.plan;

import io.tidemark.operator.Trait;
import io.tidemark.operator.Trait.Rule;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Which aggregate is which: first those that compute the same, then those of one name. */
final class MemberMatch {
    private final int[] before;
    private final boolean[] taken;

    MemberMatch(List<Trait> old, List<Trait> now) {
        before = new int[now.size()];
        Arrays.fill(before, -1);
        taken = new boolean[old.size()];
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < before.length; i++) {
                for (int j = 0; j < taken.length && before[i] < 0; j++) {
                    if (!taken[j] && fits(round, old.get(j), now.get(i))) {
                        before[i] = j;
                        taken[j] = true;
                    }
                }
            }
        }
    }

    private static boolean fits(int round, Trait old, Trait now) {
        boolean sameName = old.name().equals(now.name());
        boolean sameMeaning = old.meaning().equals(now.meaning());
        return switch (round) {
            case 0 -> sameName && sameMeaning;
            case 1 -> sameMeaning;
            default -> sameName;
        };
    }

    static List<Trait> members(List<Trait> traits) {
        return traits.stream().filter(one -> one.rule() == Rule.MEMBER).toList();
    }

    int before(int index) {
        return before[index];
    }

    /** For each one of now the index of the same one before, or -1. */
    int[] indexes() {
        return before.clone();
    }

    int[] dropped() {
        return IntStream.range(0, taken.length).filter(i -> !taken[i]).toArray();
    }
}
