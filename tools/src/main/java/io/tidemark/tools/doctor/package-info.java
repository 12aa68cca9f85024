/**
 * A look at journals and queries for what is wrong with them, with a way out for each finding.
 *
 * <p>May import {@code core}, {@code journal}, {@code tools.listing} and {@code tools.read}. Nothing is written; only {@link io.tidemark.tools.doctor.Leftovers} deletes,
 * where it is told to. One thread, the caller's.
 */
package io.tidemark.tools.doctor;
