package io.tidemark.plan;

import io.tidemark.operator.Trait;
import io.tidemark.operator.Trait.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Compares what gives state its meaning, trait by trait. */
final class TraitComparison {
    private static final String NEW_UID = "or give it another uid";

    private final List<Difference> differences = new ArrayList<>();

    /** What differs. */
    static List<Difference> of(List<Trait> before, List<Trait> now) {
        TraitComparison comparison = new TraitComparison();
        List<Trait> single =
                now.stream().filter(one -> one.rule() != Rule.MEMBER).toList();
        for (Trait trait : single) {
            comparison.compare(named(before, trait.name()), trait);
        }
        for (Trait old : before) {
            if (old.rule() != Rule.MEMBER && named(now, old.name()) == null) {
                comparison.compare(old, null);
            }
        }
        comparison.compareMembers(MemberMatch.members(before), MemberMatch.members(now));
        return comparison.differences;
    }

    private static Trait named(List<Trait> traits, String name) {
        return traits.stream()
                .filter(one -> one.rule() != Rule.MEMBER && one.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private void compare(Trait before, Trait now) {
        if (before == null || now == null) {
            Trait there = before == null ? now : before;
            String none = "none";
            String what = there.name() + " " + (before == null ? none : before.shown()) + " -> "
                    + (now == null ? none : now.shown());
            add(what, there, "");
        } else if (before.types().size() != now.types().size()) {
            add(what(before, now), now, "");
        } else if (!before.types().equals(now.types())) {
            compareTypes(before, now);
        } else if (!before.meaning().equals(now.meaning())) {
            compareMeaning(before, now);
        } else if (before.amount() != now.amount()) {
            compareAmounts(before, now);
        }
    }

    private static String what(Trait before, Trait now) {
        return now.name() + " " + before.shown() + " -> " + now.shown();
    }

    private void compareTypes(Trait before, Trait now) {
        boolean rows = now.rule() == Rule.ROWS && Widening.inPlace(before.types(), now.types());
        if (rows && before.meaning().equals(now.meaning())) {
            differences.add(Difference.harmless(what(before, now), "wider type"));
        } else {
            differences.add(Difference.rebuild(what(before, now), NEW_UID));
        }
    }

    /** Where the same was written, a column on the way became another one. */
    private void compareMeaning(Trait before, Trait now) {
        String columns = changedColumns(before.reads(), now.reads());
        if (before.shown().equals(now.shown()) && !columns.isEmpty()) {
            differences.add(Difference.decideOrKeep(now.name() + " " + now.shown() + ": " + columns, ""));
        } else if (before.shown().equals(now.shown())) {
            differences.add(Difference.rebuild(
                    now.name() + " " + now.shown() + ": a function in it has another version", NEW_UID));
        } else {
            add(what(before, now), now, "");
        }
    }

    private static String changedColumns(Map<String, String> before, Map<String, String> now) {
        return now.entrySet().stream()
                .filter(column -> before.containsKey(column.getKey())
                        && !before.get(column.getKey()).equals(column.getValue()))
                .map(column -> "column '" + column.getKey() + "' was " + before.get(column.getKey()) + " and is "
                        + column.getValue())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private void compareAmounts(Trait before, Trait now) {
        boolean longer = now.amount() > before.amount();
        differences.add(
                longer
                        ? Difference.harmless(what(before, now), note(now.name()))
                        : Difference.decideOrKeep(what(before, now), "shorter: rows are late or forgotten earlier"));
    }

    private static String note(String name) {
        return name.equals("delay")
                ? "the stored watermark stays until rows pass it"
                : "existing keys keep their old expiry";
    }

    private void add(String what, Trait trait, String note) {
        differences.add(
                switch (trait.rule()) {
                    case HARMLESS -> Difference.harmless(what, "takes effect with the next row");
                    case LONGER, DECISION -> Difference.decide(what, note);
                    case REBUILD, ROWS, MEMBER -> Difference.rebuild(what, NEW_UID);
                });
    }

    private void compareMembers(List<Trait> before, List<Trait> now) {
        MemberMatch match = new MemberMatch(before, now);
        for (int i = 0; i < now.size(); i++) {
            Trait trait = now.get(i);
            Trait old = match.before(i) < 0 ? null : before.get(match.before(i));
            if (old == null) {
                differences.add(Difference.harmless(
                        "added " + trait.name() + ": " + trait.shown(), "of open groups it sees the rows from now on"));
            } else if (!old.meaning().equals(trait.meaning())) {
                compareMeaning(old, trait);
            } else if (!old.types().equals(trait.types())) {
                compareMemberTypes(old, trait);
            } else if (!old.name().equals(trait.name())) {
                differences.add(Difference.harmless(
                        "renamed " + old.name() + " -> " + trait.name(), "only the name of the column"));
            }
        }
        for (int old : match.dropped()) {
            differences.add(Difference.harmless(
                    "dropped " + before.get(old).name() + ": " + before.get(old).shown(), "its state goes"));
        }
    }

    private void compareMemberTypes(Trait before, Trait now) {
        String what = now.name() + ": " + now.shown() + " of " + types(before) + " -> " + types(now);
        differences.add(
                Widening.ofAll(before.types(), now.types())
                        ? Difference.harmless(what, "wider type")
                        : Difference.rebuild(what, NEW_UID));
    }

    private static String types(Trait trait) {
        return trait.types().stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
