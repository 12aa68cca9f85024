/** Compiled plans against hand-written Java, after other plans have run through the same classes. */
package io.tidemark.benchmarks.plan;
