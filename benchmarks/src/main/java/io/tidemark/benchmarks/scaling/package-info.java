/** What a row costs as state, keys, windows and queries grow, beside a flat table in the same run. One thread. */
package io.tidemark.benchmarks.scaling;
