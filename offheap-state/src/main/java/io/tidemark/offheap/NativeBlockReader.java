package io.tidemark.offheap;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.hash.serialization.SizedReader;
import net.openhft.chronicle.hash.serialization.StatefulCopyable;
import net.openhft.chronicle.wire.WireIn;
import net.openhft.chronicle.wire.WireOut;

/** Points a block at the bytes inside the map. Has no state, because a map may restore its marshallers from its own header. */
final class NativeBlockReader implements SizedReader<NativeBlock>, StatefulCopyable<NativeBlockReader> {
    @Override
    public NativeBlock read(Bytes<?> in, long size, NativeBlock using) {
        NativeBlock block = using == null ? new NativeBlock() : using;
        block.wrap(in.addressForRead(in.readPosition()), size);
        return block;
    }

    @Override
    public NativeBlockReader copy() {
        return this;
    }

    @Override
    public void readMarshallable(WireIn wire) {}

    @Override
    public void writeMarshallable(WireOut wire) {}
}
