package io.tidemark;

import io.tidemark.function.UserFunctions;
import io.tidemark.journal.JournalSource;
import io.tidemark.memory.JvmFlags;
import io.tidemark.plan.PlanNode;
import java.util.Map;
import java.util.Objects;

/** Where a query begins. */
public final class Tidemark {
    private Tidemark() {}

    /**
     * The rows of a journal as a stream. A journal that is named twice in one query, under one name, is read once.
     *
     * @param name name of the source in the plan; it is part of the fingerprint, so keep it across restarts
     * @throws io.tidemark.error.TidemarkException {@code JVM_FLAG_MISSING} naming each flag that the JVM was not started with
     */
    public static StreamFrame stream(String name, JournalSource source) {
        JvmFlags.check();
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(source, "source");
        PlanNode.Source node = new PlanNode.Source(name, source.schema(), source.recordsIngestTime());
        return new StreamFrame(node, new SourceBinding(Map.of(node, source)), UserFunctions.NONE);
    }
}
