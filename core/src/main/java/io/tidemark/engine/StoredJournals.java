package io.tidemark.engine;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.operator.DropReason;
import java.util.List;
import java.util.Map;

/**
 * The journals of a stored query, for whoever looks at it from outside.
 *
 * @param sources journals of the sources by their names in the plan
 * @param sink takes the results; what it took can be read only where it is a {@link JournalSource} too
 * @param order the order journal, or null
 * @param drops journals of dropped rows by reason
 */
public record StoredJournals(
        Map<String, JournalSource> sources, JournalSink sink, JournalSource order, Map<DropReason, JournalSink> drops) {
    /** Copies the maps. */
    public StoredJournals {
        sources = Map.copyOf(sources);
        drops = Map.copyOf(drops);
    }

    /**
     * The journals of these sources in this order.
     *
     * @throws TidemarkException {@code QUERY_INCOMPLETE} naming a source that has none
     */
    public List<JournalSource> sources(List<String> names) {
        for (String name : names) {
            if (!sources.containsKey(name)) {
                throw new TidemarkException(
                        ErrorCode.QUERY_INCOMPLETE,
                        "The plan reads the source '" + name + "' and no journal is given for it.",
                        "Give a journal for each source of the plan.");
            }
        }
        return names.stream().map(sources::get).toList();
    }
}
