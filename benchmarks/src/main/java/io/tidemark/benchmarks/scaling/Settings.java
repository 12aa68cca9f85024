package io.tidemark.benchmarks.scaling;

/**
 * Settings of a run.
 *
 * @param max greatest number of entries or keys
 * @param rows rows of a round
 * @param rounds rounds of which the median is taken
 * @param queries greatest number of queries in one process
 */
record Settings(long max, long rows, int rounds, int queries) {}
