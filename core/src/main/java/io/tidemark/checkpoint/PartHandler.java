package io.tidemark.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Takes the parts of a state as they are read. */
@FunctionalInterface
interface PartHandler {
    /** Takes nothing. */
    PartHandler NONE = (unit, offset, part) -> {};

    /**
     * One part of a unit; it lies over parts that came before.
     *
     * @param part its remaining bytes, in native memory; valid during the call, position and limit may be changed
     */
    void part(int unit, int offset, ByteBuffer part) throws IOException;
}
