/**
 * The workloads on Apache Flink's DataStream API in one process: objects are reused, state is on the heap, events have a serializer of fixed size, there are
 * no checkpoints. With a parallelism of 1 windows and dedup are chained to the source on one thread; with 2 events are exchanged by key.
 */
package io.tidemark.peers.flink;
