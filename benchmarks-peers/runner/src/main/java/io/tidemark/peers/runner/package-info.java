/** Starts one process after the other, compares what came out, and writes a report. Has no part in what is measured. */
package io.tidemark.peers.runner;
