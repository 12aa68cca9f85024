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

    /** Checks the sizes. */
    public TableSpec {
        if (valueBytes < 0 || (valueBytes & 7) != 0 || keyBytes != VARIABLE && (keyBytes < 0 || (keyBytes & 7) != 0)) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "Table " + owner + "/" + name + " has a value of " + valueBytes + " and a key of " + keyBytes
                            + " bytes.",
                    "Use multiples of 8.");
        }
    }

    /** {@code owner/name}. */
    public String path() {
        return owner + "/" + name;
    }
}
