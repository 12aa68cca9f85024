package io.tidemark.plan;

import io.tidemark.operator.QuerySettings;
import io.tidemark.time.TimeSettings;
import java.util.ArrayList;
import java.util.List;

/** Compares the settings of a query. All of them say how state is to be read, so none may change unseen. */
final class SettingsComparison {
    private final List<Difference> differences = new ArrayList<>();

    static List<Difference> of(QuerySettings before, QuerySettings now) {
        SettingsComparison all = new SettingsComparison();
        all.compare("mode", before.mode(), now.mode(), "");
        all.compare("ansi", before.ansi(), now.ansi(), "");
        all.compare("accepted plans", before.accepted(), now.accepted(), "");
        all.compare("conflated", before.conflated(), now.conflated(), "");
        all.compare("changelog", before.changelog(), now.changelog(), "");
        all.compareTime(before.time(), now.time());
        return all.differences;
    }

    private void compareTime(TimeSettings before, TimeSettings now) {
        compare("advance", before.advance(), now.advance(), "");
        compare("equality", before.equality(), now.equality(), "");
        compare("origin", before.origin(), now.origin(), "");
        compare("resolution", before.resolution(), now.resolution(), "");
        compare("scope", before.scope(), now.scope(), "");
        compare("merge of watermarks", before.merge(), now.merge(), "the checkpoint goes by " + before.merge());
        compare("late rows of sessions", before.sessionLate(), now.sessionLate(), "");
        compare("join thresholds", before.thresholds(), now.thresholds(), "");
        compare("null keys", before.nullKeys(), now.nullKeys(), "");
    }

    private void compare(String name, Object before, Object now, String note) {
        if (!before.equals(now)) {
            differences.add(Difference.decide(name + " " + before + " -> " + now, note));
        }
    }
}
