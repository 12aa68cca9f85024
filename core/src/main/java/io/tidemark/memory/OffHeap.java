package io.tidemark.memory;

import org.agrona.UnsafeApi;

/**
 * Plain reads and writes at native addresses.
 *
 * <p>There are no bounds checks: an address must come from an owner that is still open. All values are in native byte
 * order (little endian on every platform that Tidemark supports). Nothing here allocates on the heap.
 */
public final class OffHeap {
    private static final long FEW_BYTES = 512;
    private static final long BYTES_BASE = UnsafeApi.arrayBaseOffset(byte[].class);

    private OffHeap() {}

    /** Allocates {@code bytes} of zeroed memory; free it with {@link #free}. */
    public static long allocate(long bytes) {
        long address = UnsafeApi.allocateMemory(bytes);
        UnsafeApi.setMemory(address, bytes, (byte) 0);
        return address;
    }

    /** Allocates {@code bytes} without touching them, so that no physical memory is used until they are written. */
    public static long reserve(long bytes) {
        return UnsafeApi.allocateMemory(bytes);
    }

    /** Frees what {@link #allocate} or {@link #reserve} returned. */
    public static void free(long address) {
        UnsafeApi.freeMemory(address);
    }

    /** Reads 8 bytes. */
    public static long getLong(long address) {
        return UnsafeApi.getLong(address);
    }

    /** Writes 8 bytes. */
    public static void putLong(long address, long value) {
        UnsafeApi.putLong(address, value);
    }

    /** Reads 4 bytes. */
    public static int getInt(long address) {
        return UnsafeApi.getInt(address);
    }

    /** Reads 4 bytes that another thread or process may write; what was written before them is then seen too. */
    public static int getIntVolatile(long address) {
        return UnsafeApi.getIntVolatile(null, address);
    }

    /** Writes 4 bytes. */
    public static void putInt(long address, int value) {
        UnsafeApi.putInt(address, value);
    }

    /** Reads 2 bytes. */
    public static short getShort(long address) {
        return UnsafeApi.getShort(address);
    }

    /** Writes 2 bytes. */
    public static void putShort(long address, short value) {
        UnsafeApi.putShort(address, value);
    }

    /** Reads 1 byte. */
    public static byte getByte(long address) {
        return UnsafeApi.getByte(address);
    }

    /** Writes 1 byte. */
    public static void putByte(long address, byte value) {
        UnsafeApi.putByte(address, value);
    }

    /** Reads 8 bytes as a double. */
    public static double getDouble(long address) {
        return Double.longBitsToDouble(UnsafeApi.getLong(address));
    }

    /** Writes a double as 8 bytes. */
    public static void putDouble(long address, double value) {
        UnsafeApi.putLong(address, Double.doubleToRawLongBits(value));
    }

    /** Copies {@code bytes} from one address to another; the ranges may overlap. */
    public static void copy(long from, long to, long bytes) {
        UnsafeApi.copyMemory(from, to, bytes);
    }

    /** Copies {@code bytes}, a multiple of 8, that do not overlap: few of them by plain loads and stores, since the call for many costs more. */
    public static void copyLongs(long from, long to, long bytes) {
        if (bytes > FEW_BYTES) {
            UnsafeApi.copyMemory(from, to, bytes);
            return;
        }
        for (long offset = 0; offset < bytes; offset += Long.BYTES) {
            UnsafeApi.putLong(to + offset, UnsafeApi.getLong(from + offset));
        }
    }

    /** Copies out to a heap array. */
    public static void copyOut(long from, byte[] to, int offset, int length) {
        UnsafeApi.copyMemory(null, from, to, BYTES_BASE + offset, length);
    }

    /** Copies in from a heap array. */
    public static void copyIn(byte[] from, int offset, long to, int length) {
        UnsafeApi.copyMemory(from, BYTES_BASE + offset, null, to, length);
    }

    /** Sets {@code bytes} to zero: few of them by plain stores, since the call for many costs more than a row's worth of those. */
    public static void zero(long address, long bytes) {
        if (bytes <= FEW_BYTES) {
            // Counted by an int, so that the compiler needs no safepoint in the loop.
            int few = (int) bytes;
            int done = 0;
            for (; done <= few - Long.BYTES; done += Long.BYTES) {
                UnsafeApi.putLong(address + done, 0);
            }
            for (; done < few; done++) {
                UnsafeApi.putByte(address + done, (byte) 0);
            }
            return;
        }
        UnsafeApi.setMemory(address, bytes, (byte) 0);
    }

    /** Whether two ranges of the same length hold the same bytes. */
    public static boolean equal(long left, long right, long bytes) {
        long offset = 0;
        for (; offset + Long.BYTES <= bytes; offset += Long.BYTES) {
            if (UnsafeApi.getLong(left + offset) != UnsafeApi.getLong(right + offset)) {
                return false;
            }
        }
        for (; offset < bytes; offset++) {
            if (UnsafeApi.getByte(left + offset) != UnsafeApi.getByte(right + offset)) {
                return false;
            }
        }
        return true;
    }

    /** Compares two ranges as unsigned bytes, a shorter one that is a prefix being the smaller. */
    public static int compare(long left, long leftBytes, long right, long rightBytes) {
        long common = Math.min(leftBytes, rightBytes);
        for (long offset = 0; offset < common; offset++) {
            int difference = Byte.toUnsignedInt(UnsafeApi.getByte(left + offset))
                    - Byte.toUnsignedInt(UnsafeApi.getByte(right + offset));
            if (difference != 0) {
                return difference;
            }
        }
        return Long.compare(leftBytes, rightBytes);
    }
}
