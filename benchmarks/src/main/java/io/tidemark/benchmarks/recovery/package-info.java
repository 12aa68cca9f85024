/**
 * What checkpoints and restarts cost. Mains, one question each; they need journals and state off-heap.
 */
package io.tidemark.benchmarks.recovery;
