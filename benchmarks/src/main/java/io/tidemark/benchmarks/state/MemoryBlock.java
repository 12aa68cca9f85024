package io.tidemark.benchmarks.state;

import io.tidemark.memory.OffHeap;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.PointerBytesStore;
import net.openhft.chronicle.bytes.RandomDataInput;
import net.openhft.chronicle.bytes.RandomDataOutput;
import net.openhft.chronicle.hash.AbstractData;
import net.openhft.chronicle.hash.Data;
import net.openhft.chronicle.hash.serialization.DataAccess;
import net.openhft.chronicle.hash.serialization.SizedReader;
import net.openhft.chronicle.hash.serialization.StatefulCopyable;
import net.openhft.chronicle.wire.WireIn;
import net.openhft.chronicle.wire.WireOut;

/** Bytes in native memory as key or value of a Chronicle Map. */
final class MemoryBlock {
    private long address;
    private long bytes;

    void wrap(long blockAddress, long blockBytes) {
        address = blockAddress;
        bytes = blockBytes;
    }

    long address() {
        return address;
    }

    /** Points a block into the map. */
    static final class Reader implements SizedReader<MemoryBlock>, StatefulCopyable<Reader> {
        @Override
        public MemoryBlock read(Bytes<?> in, long size, MemoryBlock using) {
            MemoryBlock block = using == null ? new MemoryBlock() : using;
            block.wrap(in.addressForRead(in.readPosition()), size);
            return block;
        }

        @Override
        public Reader copy() {
            return this;
        }

        @Override
        public void readMarshallable(WireIn wire) {}

        @Override
        public void writeMarshallable(WireOut wire) {}
    }

    /** Hands the bytes of a block to the map; address 0 stands for zeros that are already there. */
    static final class Access extends AbstractData<MemoryBlock> implements DataAccess<MemoryBlock> {
        private transient PointerBytesStore store = new PointerBytesStore();
        private transient MemoryBlock block;

        @Override
        public RandomDataInput bytes() {
            store.set(block.address, block.bytes);
            return store;
        }

        @Override
        public long offset() {
            return store.start();
        }

        @Override
        public long size() {
            return block.bytes;
        }

        @Override
        public MemoryBlock get() {
            return block;
        }

        @Override
        public MemoryBlock getUsing(MemoryBlock using) {
            MemoryBlock copy = using == null ? new MemoryBlock() : using;
            copy.wrap(block.address, block.bytes);
            return copy;
        }

        @Override
        public boolean equivalent(RandomDataInput source, long sourceOffset) {
            return OffHeap.equal(source.addressForRead(sourceOffset), block.address, block.bytes);
        }

        @Override
        @SuppressWarnings("rawtypes")
        public void writeTo(RandomDataOutput target, long targetOffset) {
            if (block.address != 0) {
                OffHeap.copy(block.address, target.addressForWrite(targetOffset), block.bytes);
            }
        }

        @Override
        public Data<MemoryBlock> getData(MemoryBlock instance) {
            block = instance;
            return this;
        }

        @Override
        public void uninit() {
            block = null;
        }

        @Override
        public DataAccess<MemoryBlock> copy() {
            return new Access();
        }

        @Override
        public void readMarshallable(WireIn wire) {
            store = new PointerBytesStore();
        }

        @Override
        public void writeMarshallable(WireOut wire) {}
    }
}
