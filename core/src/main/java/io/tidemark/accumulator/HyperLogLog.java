package io.tidemark.accumulator;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.BytesStore;
import java.util.Arrays;

/**
 * An estimate of how many different hashes were seen: 2^p registers of one byte in one block of a store. Depends on the set of hashes
 * alone, so it is the same in whatever order they came and groups were merged.
 *
 * <p>Registers are those of Flajolet, Fusy, Gandouet and Meunier (HyperLogLog: the analysis of a near-optimal cardinality estimation
 * algorithm, 2007) for hashes of 64 bits (Heule, Nunkesser and Hall, HyperLogLog in practice, 2013). The estimate is the improved raw
 * estimator of Ertl (New cardinality estimation algorithms for HyperLogLog sketches, arXiv:1702.01284, 2017), which needs no table of
 * corrections and no switch to another formula for few values. Its standard error is about {@code 1.04 / sqrt(2^p)}.
 */
final class HyperLogLog {
    /** Most registers fit a block of state. */
    static final int MOST_PRECISION = 14;

    private static final int LEAST_PRECISION = 4;
    private static final double ERROR_OF_ONE = 1.04;
    private static final double ALPHA = 0.7213475204444817;

    private final int precision;
    private final int registers;
    private final int greatestRank;
    /** How many registers have each rank; scratch. */
    private final int[] counts;

    HyperLogLog(int precision) {
        this.precision = precision;
        this.registers = 1 << precision;
        this.greatestRank = Long.SIZE - precision + 1;
        this.counts = new int[greatestRank + 1];
    }

    /** Least precision with at most this standard error, or -1 when there is none. */
    static int precision(double standardError) {
        for (int precision = LEAST_PRECISION; precision <= MOST_PRECISION; precision++) {
            if (standardError < 1 && standardError >= standardError(precision)) {
                return precision;
            }
        }
        return -1;
    }

    /** Standard error of a precision. */
    static double standardError(int precision) {
        return ERROR_OF_ONE / Math.sqrt(1 << precision);
    }

    /** Bytes of the registers. */
    int bytes() {
        return registers;
    }

    /** New registers that have seen nothing. */
    long create(BytesStore store) {
        return store.allocateBytes(registers);
    }

    /** Takes in a hash. */
    void add(long reference, BytesStore store, long hash) {
        int register = (int) (hash >>> Long.SIZE - precision);
        int rank = Math.min(Long.numberOfLeadingZeros(hash << precision) + 1, greatestRank);
        if (rank > OffHeap.getByte(store.bytes(reference) + register)) {
            OffHeap.putByte(store.bytesForUpdate(reference, register, 1) + register, (byte) rank);
        }
    }

    /** Takes in all that other registers of the same precision have seen. */
    void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
        long source = fromStore.bytes(from);
        long target = toStore.bytesForUpdate(to, registers);
        for (int register = 0; register < registers; register++) {
            byte rank = OffHeap.getByte(source + register);
            if (rank > OffHeap.getByte(target + register)) {
                OffHeap.putByte(target + register, rank);
            }
        }
    }

    /** About how many different hashes were taken in. */
    long estimate(long reference, BytesStore store) {
        Arrays.fill(counts, 0);
        long address = store.bytes(reference);
        for (int register = 0; register < registers; register++) {
            counts[OffHeap.getByte(address + register)]++;
        }
        double m = registers;
        double z = m * tau(1 - counts[greatestRank] / m);
        for (int rank = greatestRank - 1; rank >= 1; rank--) {
            z = 0.5 * (z + counts[rank]);
        }
        z += m * sigma(counts[0] / m);
        return Math.round(ALPHA * m * m / z);
    }

    private static double sigma(double fraction) {
        if (fraction == 1) {
            return Double.POSITIVE_INFINITY;
        }
        double x = fraction;
        double y = 1;
        double z = x;
        double before;
        do {
            x *= x;
            before = z;
            z += x * y;
            y += y;
        } while (z != before);
        return z;
    }

    private static double tau(double fraction) {
        if (fraction == 0 || fraction == 1) {
            return 0;
        }
        double x = fraction;
        double y = 1;
        double z = 1 - x;
        double before;
        do {
            x = Math.sqrt(x);
            before = z;
            y *= 0.5;
            z -= (1 - x) * (1 - x) * y;
        } while (z != before);
        return z / 3;
    }
}
