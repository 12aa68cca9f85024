/** What a query leaves on the heap, byte by byte. */
package io.tidemark.benchmarks.heap;
