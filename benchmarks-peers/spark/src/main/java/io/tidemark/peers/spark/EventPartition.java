package io.tidemark.peers.spark;

import org.apache.spark.sql.connector.read.InputPartition;

/**
 * What one task reads of a batch.
 *
 * @param from number of events of the source before it
 * @param to number of events of the source before its end
 * @param first index of the first event of the source
 * @param step distance of the indexes of two of its events
 */
record EventPartition(long from, long to, int first, int step) implements InputPartition {}
