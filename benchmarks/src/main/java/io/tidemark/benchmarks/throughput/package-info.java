/**
 * How many rows a second whole queries take, beside the loop that a user would write by hand and beside arrays of primitives, in the same run and in turn. The
 * hand-written side shares nothing with the engine but the journals.
 */
package io.tidemark.benchmarks.throughput;
