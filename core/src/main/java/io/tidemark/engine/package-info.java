/**
 * The duty cycle of a query and its life.
 *
 * <p>{@link io.tidemark.engine.QueryAgent} polls the source, lets pending work go on, and publishes counters; the same agent runs on a
 * thread of its own or is polled from the user's loop. May import everything above it except the user's API.
 */
package io.tidemark.engine;
