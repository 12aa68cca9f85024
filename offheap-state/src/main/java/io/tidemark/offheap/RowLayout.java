package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.TableSpec;

/**
 * Layout of a row: the value, the length of the key in 8 bytes where keys differ in length, the key. A record, so that the compiler trusts its
 * fields where a plan is a constant.
 *
 * @param fixedBytes bytes of a row where all have as many
 * @param keyOffset where the key stands
 * @param variable whether keys differ in length
 */
record RowLayout(int valueBytes, int keyBytes, int fixedBytes, int keyOffset, boolean variable) {
    RowLayout(TableSpec spec) {
        this(
                spec.valueBytes(),
                spec.keyBytes(),
                spec.keyBytes() == TableSpec.VARIABLE ? 0 : (int) spec.rowBytes(0),
                spec.keyBytes() == TableSpec.VARIABLE ? spec.valueBytes() + Long.BYTES : spec.valueBytes(),
                spec.keyBytes() == TableSpec.VARIABLE);
    }

    /** Whether a key of this length may stand in the table. */
    boolean accepts(int length) {
        return variable ? length >= 0 && (length & 7) == 0 : length == keyBytes;
    }

    /** Bytes of a new row. */
    long newRowBytes(int length) {
        return variable ? (long) keyOffset + length : fixedBytes;
    }

    /** Bytes of a row that is there. */
    int rowBytes(long row) {
        return variable ? keyOffset + (int) OffHeap.getLong(row + valueBytes) : fixedBytes;
    }

    long key(long row) {
        return row + keyOffset;
    }

    int keyBytes(long row) {
        return variable ? (int) OffHeap.getLong(row + valueBytes) : keyBytes;
    }

    /** Whether the row has this key. */
    boolean matches(long row, long key, int length) {
        if (variable && OffHeap.getLong(row + valueBytes) != length) {
            return false;
        }
        long stored = row + keyOffset;
        if (length == 2 * Long.BYTES) {
            return OffHeap.getLong(stored) == OffHeap.getLong(key)
                    && OffHeap.getLong(stored + Long.BYTES) == OffHeap.getLong(key + Long.BYTES);
        }
        return matchesLong(stored, key, length);
    }

    private static boolean matchesLong(long stored, long key, int length) {
        for (int offset = 0; offset < length; offset += Long.BYTES) {
            if (OffHeap.getLong(stored + offset) != OffHeap.getLong(key + offset)) {
                return false;
            }
        }
        return true;
    }

    /** Writes a new row with a value of zeros. */
    void write(long row, long key, int length) {
        for (int offset = 0; offset < valueBytes; offset += Long.BYTES) {
            OffHeap.putLong(row + offset, 0);
        }
        if (variable) {
            OffHeap.putLong(row + valueBytes, length);
        }
        OffHeap.copyLongs(key, row + keyOffset, length);
    }
}
