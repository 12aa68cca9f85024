package io.tidemark;

import io.tidemark.engine.DropRouter;
import io.tidemark.engine.OrderJournal;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.function.UserFunctions;
import io.tidemark.journal.JournalSource;
import io.tidemark.memory.JvmFlags;
import io.tidemark.plan.Analyzer;
import io.tidemark.plan.PlanJson;
import io.tidemark.plan.PlanNode;
import io.tidemark.row.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Where a query begins. */
public final class Tidemark {
    private Tidemark() {}

    /**
     * The stream that {@link StreamFrame#toJson} wrote down. Where its plan calls functions of the user's own, add them with
     * {@link StreamFrame#functions}.
     *
     * @param journals the journal of each source by its name in the plan
     * @throws TidemarkException {@code SETTING_INVALID} when the text is not a plan or a source has no journal; {@code SCHEMA_MISMATCH} when a
     *     journal has other columns than the plan says
     */
    public static StreamFrame fromJson(String json, Map<String, ? extends JournalSource> journals) {
        JvmFlags.check();
        PlanNode plan = new PlanJson(OperatorNodes.ALL).read(json);
        Map<PlanNode.Source, JournalSource> bound = new LinkedHashMap<>();
        for (PlanNode.Source source : Analyzer.sources(plan)) {
            JournalSource journal = journals.get(source.name());
            if (journal == null) {
                throw new TidemarkException(
                        ErrorCode.SETTING_INVALID,
                        "The plan reads the source '" + source.name() + "' and no journal is given for it.",
                        "Give a journal for each source of the plan.");
            }
            if (!journal.schema().equals(source.schema())
                    || journal.recordsIngestTime() != source.recordsIngestTime()) {
                throw new TidemarkException(
                        ErrorCode.SCHEMA_MISMATCH,
                        "The plan says that source '" + source.name() + "' has the columns " + source.schema()
                                + ", and the journal has " + journal.schema() + ".",
                        "Give the journal that the plan was made for, or make the plan anew.");
            }
            bound.put(source, journal);
        }
        return new StreamFrame(plan, new SourceBinding(bound), UserFunctions.NONE);
    }

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

    /** Columns of a journal that records the order of several sources, for {@link StreamWriter#order}. */
    public static Schema orderSchema() {
        return OrderJournal.schema();
    }

    /** Columns of a journal that takes dropped rows, for {@link StreamWriter#dropped}. */
    public static Schema droppedSchema() {
        return DropRouter.SCHEMA;
    }
}
