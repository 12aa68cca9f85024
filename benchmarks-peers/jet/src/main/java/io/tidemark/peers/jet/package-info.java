/**
 * The workloads on Hazelcast Jet, one member without a network. Source and sinks are cooperative processors, since those of the builders are not. Metrics
 * and guarantees are off.
 */
package io.tidemark.peers.jet;
