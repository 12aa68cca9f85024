/**
 * What journals cost, one question per class. Each writes to a directory below {@code java.io.tmpdir} and removes it; put that
 * on the disk that is to be measured. Single-threaded.
 */
package io.tidemark.benchmarks.journal;
