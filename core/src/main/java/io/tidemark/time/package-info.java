/**
 * Every rule about event time, once: windows, watermarks, what is late and what is complete.
 *
 * <p>No other package compares an event time with a watermark. All times are nanoseconds since 1970 in a long. May import
 * {@code error} and {@code calendar}. Engine thread only.
 */
package io.tidemark.time;
