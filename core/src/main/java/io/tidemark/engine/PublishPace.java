package io.tidemark.engine;

/**
 * After which duty cycles the counters are published: after each that did something, but for cycles that read as much as they may, behind which the next one follows at
 * once: of those one in {@value #ONE_OF_FULL} publishes, and the first one behind them does in any case. Without work nothing can have changed, so that now and then
 * is enough. Engine thread only.
 */
final class PublishPace {
    static final int ONE_OF_FULL = 4;
    private static final int FULL = 128;
    private static final int WHEN_QUIET = 64;

    private int skipped;
    private int quiet;

    /**
     * Whether to publish now.
     *
     * @param full records of a cycle that read as much as it may, else 0
     * @param changed whether something happened, or somebody waits
     */
    boolean due(int full, boolean changed) {
        if (full >= FULL && ++skipped < ONE_OF_FULL) {
            quiet = 0;
            return false;
        }
        if (!changed && --quiet > 0) {
            return false;
        }
        skipped = 0;
        quiet = WHEN_QUIET;
        return true;
    }
}
