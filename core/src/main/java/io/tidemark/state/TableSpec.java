package io.tidemark.state;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;

/**
 * Shape of a table.
 *
 * @param owner uid of the operator
 * @param name name, unique within the operator
 * @param valueBytes bytes of the fixed-size value, a multiple of 8
 * @param keyBytes bytes of every key, a multiple of 8, or {@link #VARIABLE}
 */
public record TableSpec(String owner, String name, int valueBytes, int keyBytes) {
    /** Keys of different lengths, each a multiple of 8. */
    public static final int VARIABLE = -1;

    /** Largest row: value, key and, where keys differ in length, 8 bytes for the length. */
    public static final int MAX_ROW_BYTES = 16_384;

    /** Checks the sizes. */
    public TableSpec {
        if (valueBytes < 0 || (valueBytes & 7) != 0 || keyBytes != VARIABLE && (keyBytes < 0 || (keyBytes & 7) != 0)) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "Table " + owner + "/" + name + " has a value of " + valueBytes + " and a key of " + keyBytes
                            + " bytes.",
                    "Use multiples of 8.");
        }
        if (rowBytes(valueBytes, keyBytes, 0) > MAX_ROW_BYTES) {
            throw StateErrors.rowTooLarge(owner, name, rowBytes(valueBytes, keyBytes, 0));
        }
    }

    /** Bytes of a row with a key of {@code length} bytes; at least 8. */
    public long rowBytes(int length) {
        return rowBytes(valueBytes, keyBytes, length);
    }

    private static long rowBytes(int valueBytes, int keyBytes, int length) {
        long bytes = keyBytes == VARIABLE ? (long) valueBytes + Long.BYTES + length : (long) valueBytes + keyBytes;
        return Math.max(bytes, Long.BYTES);
    }

    /** The same shape under another owner. */
    public TableSpec of(String newOwner) {
        return new TableSpec(newOwner, name, valueBytes, keyBytes);
    }

    /** {@code owner/name}. */
    public String path() {
        return owner + "/" + name;
    }
}
