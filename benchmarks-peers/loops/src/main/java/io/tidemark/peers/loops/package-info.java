/**
 * The same work by loops on one thread, without an engine: with the maps of {@code java.util} as a user would write it, with primitive arrays as a bound,
 * and with nothing but making the events. None of them can be restarted, counts what it drops, or checks anything.
 */
package io.tidemark.peers.loops;
