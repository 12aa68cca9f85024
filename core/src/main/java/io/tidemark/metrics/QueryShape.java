package io.tidemark.metrics;

import io.tidemark.journal.JournalSource;
import java.util.BitSet;
import java.util.List;

/**
 * Of a query what does not change while it runs.
 *
 * @param name its name
 * @param sources where its rows come from
 * @param operators its operators from the sources down
 * @param sink name of where its results go
 * @param byWatermark whether rows come out when the watermark has passed them, so that what is published reaches to the watermark
 * @param sparkCounts whether groups in state are counted as Apache Spark counts them
 */
public record QueryShape(
        String name,
        List<Source> sources,
        List<Step> operators,
        String sink,
        boolean byWatermark,
        boolean sparkCounts) {
    /** Copies the lists. */
    public QueryShape {
        sources = List.copyOf(sources);
        operators = List.copyOf(operators);
    }

    /**
     * A source.
     *
     * @param name its name in the plan
     * @param journal what is read
     */
    public record Source(String name, JournalSource journal) {}

    /**
     * An operator.
     *
     * @param uid its uid
     * @param kind its kind, such as {@code aggregate}
     * @param stateful whether it has state beside single values
     * @param sources ordinals of the sources whose rows reach it
     */
    public record Step(String uid, String kind, boolean stateful, BitSet sources) {
        /** The source whose watermark the operator makes, or -1. */
        int watermarkOf() {
            return kind.equals("watermark") && sources.cardinality() == 1 ? sources.nextSetBit(0) : -1;
        }

        /** Whether it is made of groups that go by time. */
        boolean grouped() {
            return kind.equals("aggregate") || kind.equals("session");
        }
    }
}
