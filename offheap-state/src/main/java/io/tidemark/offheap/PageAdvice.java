package io.tidemark.offheap;

import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.posix.PosixAPI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the kernel how memory will be used, by {@code madvise}. Content is never changed, and a system that cannot do it answers with false: everything works as
 * without.
 */
final class PageAdvice {
    private static final Logger LOG = LoggerFactory.getLogger(PageAdvice.class);
    private static final int HUGE_PAGES = 14;
    private static final int POPULATE_WRITE = 23;
    private static final AtomicBoolean WORKS = new AtomicBoolean(true);

    private PageAdvice() {}

    /** Asks for pages of 2 MiB, where the system has them for those that ask. */
    static boolean hugePages(long address, long bytes) {
        return advise(address, bytes, HUGE_PAGES);
    }

    /** Backs a range with memory now, as the first store into each page would. Linux has it since 5.14. */
    static boolean populate(long address, long bytes) {
        return advise(address, bytes, POPULATE_WRITE);
    }

    private static boolean advise(long address, long bytes, int advice) {
        if (!WORKS.get()) {
            return false;
        }
        try {
            return PosixAPI.posix().madvise(address, bytes, advice) == 0;
        } catch (LinkageError | RuntimeException e) {
            WORKS.set(false);
            LOG.warn(
                    "There is no native library for this system: state lies in small pages, which are touched as they are used. {}",
                    e.toString());
            return false;
        }
    }
}
