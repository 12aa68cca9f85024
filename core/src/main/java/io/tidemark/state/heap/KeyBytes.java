package io.tidemark.state.heap;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.StateErrors;
import io.tidemark.state.TableSpec;
import java.util.Arrays;

/** Bytes of a key as a map key. */
final class KeyBytes {
    private final byte[] bytes;

    private KeyBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Refuses a key that cannot stand in the table. */
    static void require(TableSpec spec, int keyBytes) {
        boolean fits = spec.keyBytes() == TableSpec.VARIABLE
                ? keyBytes >= 0 && (keyBytes & 7) == 0
                : keyBytes == spec.keyBytes();
        if (!fits) {
            throw StateErrors.corrupt(spec, "A key of " + keyBytes + " bytes was given to a table of " + spec + ".");
        }
    }

    static KeyBytes copyOf(long address, int length) {
        byte[] bytes = new byte[length];
        OffHeap.copyOut(address, bytes, 0, length);
        return new KeyBytes(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyBytes key && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
