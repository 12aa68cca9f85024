package io.tidemark.state;

/**
 * How full a backend is, at the moment of the call.
 *
 * @param usedBytes bytes taken from the limit, index included
 * @param limitBytes declared limit
 * @param pages pages that hold rows, texts and scalars; 0 in a backend without pages
 * @param indexPages pages that hold the index of the tables
 * @param freePages pages that can still be taken, those never used included
 */
public record StateUsage(long usedBytes, long limitBytes, long pages, long indexPages, long freePages) {
    /** Used part of the limit, 0 to 1. */
    public double fill() {
        return limitBytes == 0 ? 1.0 : (double) usedBytes / limitBytes;
    }
}
