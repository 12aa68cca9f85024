/** Whole queries against the loop that a user would write by hand, in the same run. */
package io.tidemark.benchmarks.throughput;
