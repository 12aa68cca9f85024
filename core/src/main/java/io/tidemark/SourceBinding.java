package io.tidemark;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSource;
import io.tidemark.plan.Analyzer;
import io.tidemark.plan.PlanNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which journal stands behind each source of a plan.
 *
 * @param journals journals by source
 */
record SourceBinding(Map<PlanNode.Source, JournalSource> journals) {
    /** The journals of both. */
    SourceBinding and(SourceBinding other) {
        Map<PlanNode.Source, JournalSource> all = new LinkedHashMap<>(journals);
        other.journals.forEach((source, journal) -> {
            JournalSource before = all.putIfAbsent(source, journal);
            if (before != null && before != journal) {
                throw new TidemarkException(
                        ErrorCode.SETTING_INVALID,
                        "Two journals have the name '" + source.name() + "' in one query: " + before.name() + " and "
                                + journal.name() + ".",
                        "Give each journal a name of its own in stream(name, journal).");
            }
        });
        return new SourceBinding(all);
    }

    /** The journals of a plan, in its order. */
    List<JournalSource> of(PlanNode plan) {
        return Analyzer.sources(plan).stream().map(journals::get).toList();
    }
}
