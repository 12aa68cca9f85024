/**
 * The workloads on Esper, on the thread that sends the events, with a clock that is moved by hand and subscribers in place of listeners. Esper has no
 * watermarks: windows are begun and ended by control events, ids and orders are kept in windows wide enough for the disorder.
 */
package io.tidemark.peers.esper;
