/**
 * What state costs: tables of rows, entries and indexes by time in pages, against a hash map of objects, a priority queue and a
 * Chronicle Map with an entry per key.
 *
 * <p>Rows have a key of 16 bytes and a value of 48: count, sum, min, max and 16 spare bytes. Keys are uniformly random. Run with
 * {@code java @bin/jvm.args -jar benchmarks/target/benchmarks.jar StateTable}, or {@code EntryTable} or {@code TimeIndex}.
 */
package io.tidemark.benchmarks.state;
