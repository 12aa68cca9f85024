/**
 * What state costs: tables of rows in pages, against a hash map of objects and a Chronicle Map with an entry per key.
 *
 * <p>Rows have a key of 16 bytes and a value of 48: count, sum, min, max and 16 spare bytes. Keys are uniformly random. Run with
 * {@code java @bin/jvm.args -jar benchmarks/target/benchmarks.jar StateTable}.
 */
package io.tidemark.benchmarks.state;
