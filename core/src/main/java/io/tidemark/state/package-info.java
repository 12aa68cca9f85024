/**
 * The state SPI: tables of rows in panes, entries and blocks that go one by one, what is due when, and scalars, all opened through one
 * registry.
 *
 * <p>Operators keep nothing between rows except through this package. A backend decides where the bytes lie. May import
 * {@code error}, {@code memory} and {@code row}. State is touched by the engine thread alone.
 */
package io.tidemark.state;
