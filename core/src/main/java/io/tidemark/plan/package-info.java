/**
 * From names to a running chain: the plan as data, its analysis, its fingerprint, its explanation and its wiring.
 *
 * <p>Knows operators only through their contract. May import {@code error}, {@code row}, {@code expr}, {@code time},
 * {@code state} and {@code operator}. Plans are immutable; a compiled plan belongs to the engine thread.
 */
package io.tidemark.plan;
