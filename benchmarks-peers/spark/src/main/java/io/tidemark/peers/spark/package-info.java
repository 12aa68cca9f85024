/**
 * The workloads on Apache Spark's Structured Streaming, local mode, append mode, with as many shuffle partitions as threads. Spark cannot run without
 * checkpoints; they go to a temporary directory. Events come from a source that writes Spark's own row format, in batches of about a million.
 */
package io.tidemark.peers.spark;
