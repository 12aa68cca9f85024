package io.tidemark.peers.loops;

import io.tidemark.peers.Checksums;
import io.tidemark.peers.Event;
import io.tidemark.peers.Pass;
import io.tidemark.peers.Totals;

/** Rows and checksum of one pass. */
final class Result {
    private long rows;
    private long checksum;

    void group(long key, long startMillis, Totals totals) {
        rows++;
        checksum += totals.checksum(key, startMillis);
    }

    void group(long key, long startMillis, long count, double sum, double min, double max) {
        rows++;
        checksum += Checksums.group(key, startMillis, count, sum, min, max);
    }

    void event(Event event) {
        rows++;
        checksum += Checksums.event(event.id, event.key, event.timeMillis, event.amount);
    }

    void pair(long id, long orderMillis, long fillMillis) {
        rows++;
        checksum += Checksums.pair(id, orderMillis, fillMillis);
    }

    void alone(long id, long orderMillis) {
        rows++;
        checksum += Checksums.alone(id, orderMillis);
    }

    void addTo(Pass pass) {
        pass.add(rows, checksum);
    }
}
