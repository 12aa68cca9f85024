package io.tidemark.engine;

import io.tidemark.operator.Operator;
import io.tidemark.time.Watermark;
import java.util.Arrays;
import java.util.List;

/**
 * Holds a source back while its watermark is further ahead of the slowest one than allowed, so that the rows of the fast source need not be kept until the
 * slow one comes. It changes only the order in which rows of several sources are read, which is recorded. Engine thread only.
 */
final class Alignment {
    private final long maxDriftNs;
    private final List<Operator> operators;
    private final int[] sources;
    private final long[] watermarks;

    /** The alignment of a query whose operators were made in these contexts. */
    static Alignment of(InputSettings inputs, List<Operator> operators, List<EngineContext> contexts, int sourceCount) {
        int[] sources = contexts.stream().mapToInt(EngineContext::onlySource).toArray();
        return new Alignment(inputs.maxDriftNs(), operators, sources, sourceCount);
    }

    /**
     * An alignment.
     *
     * @param maxDriftNs greatest lead in nanoseconds
     * @param operators the running operators
     * @param sources for each of them the only source of its rows, or -1
     */
    Alignment(long maxDriftNs, List<Operator> operators, int[] sources, int sourceCount) {
        this.maxDriftNs = maxDriftNs;
        this.operators = operators;
        this.sources = sources;
        this.watermarks = new long[sourceCount];
    }

    /** Whether a source has to wait; sources that are idle or have no watermark hold nobody back. */
    boolean mustWait(int source, List<SourceFeed> feeds) {
        Arrays.fill(watermarks, Watermark.NONE);
        for (int i = 0; i < sources.length; i++) {
            if (sources[i] >= 0) {
                watermarks[sources[i]] =
                        Math.max(watermarks[sources[i]], operators.get(i).ownWatermark());
            }
        }
        long slowest = Watermark.END;
        for (int i = 0; i < watermarks.length; i++) {
            if (watermarks[i] != Watermark.NONE && !feeds.get(i).isIdle()) {
                slowest = Math.min(slowest, watermarks[i]);
            }
        }
        return watermarks[source] != Watermark.NONE && Watermark.leads(watermarks[source], slowest, maxDriftNs);
    }
}
