package io.tidemark.chronicle;

import io.tidemark.memory.OffHeap;
import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.posix.PosixAPI;

/**
 * Has the kernel put the pages of a mapping in place, without changing a byte of them: {@code madvise} with {@code MADV_POPULATE_READ} or
 * {@code MADV_POPULATE_WRITE}, which Linux has since 5.14. A page that cannot be had is told by the result, where a load or store would be a fault of the
 * machine.
 */
final class PageAdvice {
    private static final int POPULATE_READ = 22;
    private static final int POPULATE_WRITE = 23;
    private static final AtomicBoolean ADVISES = new AtomicBoolean(true);

    private PageAdvice() {}

    /** Maps pages to be read: from the file, or zeros where it has a hole. */
    static boolean populateToRead(long address, long bytes) {
        return advise(address, bytes, POPULATE_READ);
    }

    /** Maps pages to be written: the file system gives them room. */
    static boolean populateToWrite(long address, long bytes) {
        return advise(address, bytes, POPULATE_WRITE);
    }

    private static boolean advise(long address, long bytes, int advice) {
        if (!ADVISES.get()) {
            return false;
        }
        try {
            return PosixAPI.posix().madvise(address, bytes, advice) == 0;
        } catch (LinkageError | RuntimeException e) {
            // No native library for this platform: said once by the caller, who gets false from now on.
            ADVISES.set(false);
            return false;
        }
    }

    /** Whether this system can do it: tried on a page of our own. */
    static boolean available() {
        long pageBytes = 4096;
        long block = OffHeap.allocate(2 * pageBytes);
        try {
            return populateToWrite(block + pageBytes - 1 & -pageBytes, pageBytes);
        } finally {
            OffHeap.free(block);
        }
    }
}
