/**
 * Delay of rows that come at a fixed rate, from the moment each was meant to be sent, beside an engine that does nothing and a loop without journals.
 *
 * <p>May import {@code report}. A subject runs on the thread that opened it; rows are sent from that thread or from one more.
 */
package io.tidemark.benchmarks.latency;
