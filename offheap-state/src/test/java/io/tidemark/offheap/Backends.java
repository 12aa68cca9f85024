package io.tidemark.offheap;

import io.tidemark.state.StateBackendFactory;

/** Backends with settings that only tests have. */
final class Backends {
    private Backends() {}

    /** A backend whose hash is reduced to the bits of a mask, so that keys collide. */
    static StateBackendFactory colliding(long limitBytes, long seed, int mask) {
        return () -> open(limitBytes, seed, mask);
    }

    static ChronicleBackend open(long limitBytes, long seed, int mask) {
        return new ChronicleBackend(
                limitBytes, (int) (limitBytes / PageMap.STRIDE), FreshMemory.DEFAULT_BYTES, new KeyHash(seed, mask));
    }
}
