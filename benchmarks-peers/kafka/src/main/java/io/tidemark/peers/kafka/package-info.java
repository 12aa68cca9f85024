/**
 * The workloads on Kafka Streams under its TopologyTestDriver: one thread, one record at a time, no broker. Stores are in memory, without change logs and
 * caches; results come when a window closes.
 */
package io.tidemark.peers.kafka;
