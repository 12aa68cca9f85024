/**
 * What the parts of a query cost, a question a class, beside the same by hand over the same source. Other plans run first in each JVM, so that call sites
 * have seen other receivers. The cost of the source is in every figure; {@link io.tidemark.benchmarks.parts.SourceCost} gives it.
 */
package io.tidemark.benchmarks.parts;
