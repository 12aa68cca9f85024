package io.tidemark.peers.kafka;

import io.tidemark.peers.Pass;

/** Rows and checksum of one pass; the driver runs everything on one thread. */
final class Result {
    private long rows;
    private long checksum;

    void add(long checksumOfRow) {
        rows++;
        checksum += checksumOfRow;
    }

    void addTo(Pass pass) {
        pass.add(rows, checksum);
    }
}
