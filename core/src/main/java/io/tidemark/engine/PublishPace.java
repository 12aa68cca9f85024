package io.tidemark.engine;

/** After which duty cycles the counters are published: after each that did something. Without work nothing can have changed, so that now and then is enough. Engine thread only. */
final class PublishPace {
    private static final int WHEN_QUIET = 64;

    private int quiet;

    /**
     * Whether to publish now.
     *
     * @param changed whether something happened, or somebody waits
     */
    boolean due(boolean changed) {
        if (!changed && --quiet > 0) {
            return false;
        }
        quiet = WHEN_QUIET;
        return true;
    }
}
