package io.tidemark.state.heap;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.state.StateBackendFactory;

/**
 * State in ordinary collections: for tests, and as the reference that other backends are compared with. Every row is a block of
 * native memory of its own. Allocates on every insert; contracts are checked on every call, with or without assertions.
 */
public final class HeapState {
    private HeapState() {}

    /**
     * Opens backends with room for {@code bytes} of keys, values, texts and scalars.
     *
     * @throws TidemarkException {@code SETTING_INVALID} when {@code bytes} is not positive
     */
    public static StateBackendFactory withLimit(long bytes) {
        if (bytes <= 0) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "The limit of the state is " + bytes + " bytes.",
                    "Give HeapState.withLimit a positive number of bytes.");
        }
        return () -> new HeapBackend(bytes);
    }
}
