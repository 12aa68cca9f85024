package io.tidemark.expr.eval;

import io.tidemark.memory.OffHeap;

/**
 * Walks over UTF-8 text by code points. A code point is a byte that does not continue one, with the bytes that do; so text that is not
 * UTF-8 has code points too, and no walk leaves it.
 */
final class Utf8 {
    /** Not found. */
    static final long NOWHERE = -1;

    private Utf8() {}

    /** Address after the code point at {@code at}, which lies before {@code end}. */
    static long next(long at, long end) {
        long next = at + 1;
        while (next < end && continues(next)) {
            next++;
        }
        return next;
    }

    /** Address after {@code count} code points, or {@code end} if there are fewer. */
    static long skip(long at, long end, long count) {
        long next = at;
        for (long i = 0; i < count && next < end; i++) {
            next = next(next, end);
        }
        return next;
    }

    /** Number of code points. */
    static long count(long at, long end) {
        long count = 0;
        for (long i = at; i < end; i++) {
            count += i == at || !continues(i) ? 1 : 0;
        }
        return count;
    }

    /** Address of the first place where {@code length} bytes at {@code part} stand, or {@link #NOWHERE}. */
    static long find(long at, long end, long part, long length) {
        long last = end - length;
        for (long i = at; i <= last; i++) {
            if (OffHeap.equal(i, part, length)) {
                return i;
            }
        }
        return NOWHERE;
    }

    private static boolean continues(long at) {
        return (OffHeap.getByte(at) & 0xC0) == 0x80;
    }
}
