package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;
import net.openhft.chronicle.bytes.PointerBytesStore;
import net.openhft.chronicle.bytes.RandomDataInput;
import net.openhft.chronicle.bytes.RandomDataOutput;
import net.openhft.chronicle.hash.AbstractData;
import net.openhft.chronicle.hash.Data;
import net.openhft.chronicle.hash.serialization.DataAccess;
import net.openhft.chronicle.wire.WireIn;
import net.openhft.chronicle.wire.WireOut;

/**
 * Gives the map the bytes of a block. Nothing of it is saved with the map; the hash is the default one over the bytes, which
 * recovery of a map relies on.
 */
final class NativeBlockAccess extends AbstractData<NativeBlock> implements DataAccess<NativeBlock> {
    private transient PointerBytesStore store = new PointerBytesStore();
    private transient NativeBlock block;

    @Override
    public RandomDataInput bytes() {
        store.set(block.address(), block.bytes());
        return store;
    }

    @Override
    public long offset() {
        return store.start();
    }

    @Override
    public long size() {
        return block.bytes();
    }

    @Override
    public NativeBlock get() {
        return block;
    }

    @Override
    public NativeBlock getUsing(NativeBlock using) {
        NativeBlock copy = using == null ? new NativeBlock() : using;
        copy.wrap(block.address(), block.bytes());
        return copy;
    }

    @Override
    public boolean equivalent(RandomDataInput source, long sourceOffset) {
        return OffHeap.equal(source.addressForRead(sourceOffset), block.address(), block.bytes());
    }

    /** A block without address only takes its room in the map, so that no memory is touched. */
    @Override
    @SuppressWarnings("rawtypes")
    public void writeTo(RandomDataOutput target, long targetOffset) {
        if (block.address() != 0) {
            OffHeap.copy(block.address(), target.addressForWrite(targetOffset), block.bytes());
        }
    }

    @Override
    public Data<NativeBlock> getData(NativeBlock instance) {
        block = instance;
        return this;
    }

    @Override
    public void uninit() {
        block = null;
    }

    @Override
    public DataAccess<NativeBlock> copy() {
        return new NativeBlockAccess();
    }

    @Override
    public void readMarshallable(WireIn wire) {
        store = new PointerBytesStore();
    }

    @Override
    public void writeMarshallable(WireOut wire) {}
}
