/**
 * Windows of activity: {@link io.tidemark.operator.session.SessionAggregate} and what runs it.
 *
 * <p>The sessions of a key stand in a chain sorted by start; they do not touch, so they are sorted by end as well. Those that are
 * complete and not yet out stand before the open ones. May import what {@code operator} may, {@code operator} and {@code accumulator}.
 * Engine thread only.
 */
package io.tidemark.operator.session;
