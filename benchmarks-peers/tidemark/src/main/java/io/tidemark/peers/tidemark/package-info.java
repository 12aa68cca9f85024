/** The workloads on Tidemark without journals: rows are made when they are read, results go into a checksum. State is off-heap. One thread. */
package io.tidemark.peers.tidemark;
