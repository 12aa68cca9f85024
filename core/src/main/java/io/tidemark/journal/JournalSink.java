package io.tidemark.journal;

import io.tidemark.operator.EdgeKind;
import io.tidemark.row.Schema;
import java.util.EnumSet;
import java.util.Set;

/** A place that takes the rows of a query in order. */
public interface JournalSink extends Journal {
    /** Whether {@link JournalWriter#lastSequence} of a new writer tells what was taken before. A callback cannot know, and gets rows again after a restart. */
    default boolean remembers() {
        return true;
    }

    /** What rows may do to the result that they describe; a query whose rows do something else is refused. Everything by default. */
    default Set<EdgeKind> accepts() {
        return EnumSet.allOf(EdgeKind.class);
    }

    /**
     * Opens the one writer.
     *
     * @param schema schema of the rows that will come
     * @throws io.tidemark.error.TidemarkException {@code SCHEMA_MISMATCH} when the sink holds rows of another schema
     */
    JournalWriter openWriter(Schema schema);
}
