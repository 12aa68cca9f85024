package io.tidemark.peers.spark;

import io.tidemark.peers.Checksums;
import io.tidemark.peers.Workload;
import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;

/** Checksum of a row that comes out; its first column is the key or id. */
@FunctionalInterface
interface RowChecksum extends Serializable {
    /** Spark keeps times in microseconds. */
    long MICROS_PER_MILLI = 1_000;

    long of(InternalRow row);

    static RowChecksum of(Workload workload) {
        return switch (workload) {
            case W1, W2 -> RowChecksum::group;
            case W3 -> RowChecksum::event;
            case W4, W4L -> RowChecksum::pair;
        };
    }

    private static long group(InternalRow row) {
        return Checksums.group(
                row.getLong(0),
                row.getLong(1) / MICROS_PER_MILLI,
                row.getLong(2),
                row.getDouble(3),
                row.getDouble(4),
                row.getDouble(5));
    }

    private static long event(InternalRow row) {
        return Checksums.event(row.getLong(0), row.getLong(1), row.getLong(2) / MICROS_PER_MILLI, row.getDouble(3));
    }

    private static long pair(InternalRow row) {
        long orderMillis = row.getLong(1) / MICROS_PER_MILLI;
        return row.isNullAt(2)
                ? Checksums.alone(row.getLong(0), orderMillis)
                : Checksums.pair(row.getLong(0), orderMillis, row.getLong(2) / MICROS_PER_MILLI);
    }
}
