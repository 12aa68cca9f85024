package io.tidemark.offheap;

/** A range of native memory: key or value of the page map. Address 0 stands for a value that is reserved and not written. */
final class NativeBlock {
    private long address;
    private long bytes;

    void wrap(long address, long bytes) {
        this.address = address;
        this.bytes = bytes;
    }

    long address() {
        return address;
    }

    long bytes() {
        return bytes;
    }
}
