package io.tidemark.metrics.topkeys;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The keys that most rows have: the space-saving sketch of Metwally, Agrawal and El Abbadi (Efficient Computation of Frequent and Top-k
 * Elements in Data Streams, ICDT 2005), over one row of 64 on average.
 *
 * <p>With m places and n sampled rows: a key with more than n/m of them has a place; its count is never too low, and too high by at most its
 * error, which is at most n/m. When n reaches a limit, n and all counts are halved, so that old rows count for less and less; the bounds
 * then hold up to 1. Which rows are sampled is drawn from a fixed sequence of pseudo-random gaps, because every 64th row of sources
 * that take turns may always have the same key. The share p of a key in n sampled rows has a standard error of {@code sqrt(p(1-p)/n)}.
 *
 * <p>Keys are compared by hash, length and their first {@value #KEY_BYTES} bytes. Keys are offered by one thread, which allocates nothing; any
 * thread takes a {@link #view}. A row costs a decrement and a compare, a sampled row one pass over the hashes: see {@code TopKeysBenchmark}.
 */
public final class TopKeys implements AutoCloseable {
    /** Bytes of a key that are kept. */
    public static final int KEY_BYTES = 64;

    private static final int MOST_PLACES = 1024;
    private static final long GAP_MASK = 127;
    private static final long SEED = 0x9E3779B97F4A7C15L;
    private static final long HALVE_AT = 1 << 16;
    private static final VarHandle VERSION;

    static {
        try {
            VERSION = MethodHandles.lookup().findVarHandle(TopKeys.class, "version", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int places;
    private final long halveAt;
    private final boolean everyRow;
    private final int bytes;
    private final long hashes;
    private final long counts;
    private final long errors;
    private final long lengths;
    private final long keys;
    private final long total;
    private int used;
    private long random = SEED;
    private long untilNext = 1;

    // Odd while the sketch is being changed.
    @SuppressWarnings("unused")
    private int version;

    private TopKeysView lastView = TopKeysView.EMPTY;
    private boolean closed;

    /** A sketch with so many places, over one row of 64. 64 places are enough to tell a share to 1.6 %. */
    public TopKeys(int places) {
        this(places, HALVE_AT, false);
    }

    /** A sketch that halves its counts at another number of rows, and may take every row; for tests. */
    TopKeys(int places, long halveAt, boolean everyRow) {
        if (places < 1 || places > MOST_PLACES) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "A sketch of top keys with " + places + " places is not possible.",
                    "Use 1 to " + MOST_PLACES + " places.");
        }
        this.places = places;
        this.halveAt = halveAt;
        this.everyRow = everyRow;
        bytes = Long.BYTES + places * (4 * Long.BYTES + KEY_BYTES);
        total = OffHeap.allocate(bytes);
        hashes = total + Long.BYTES;
        counts = hashes + (long) places * Long.BYTES;
        errors = counts + (long) places * Long.BYTES;
        lengths = errors + (long) places * Long.BYTES;
        keys = lengths + (long) places * Long.BYTES;
    }

    /** Takes one row, and returns whether its key has to be offered with {@link #add}. One thread only. */
    public boolean due() {
        return --untilNext <= 0;
    }

    /** Counts the key of a row for which {@link #due} said so. One thread only. */
    public void add(long hash, long address, int length) {
        int before = version;
        VERSION.setOpaque(this, before + 1);
        VarHandle.storeStoreFence();
        count(hash, address, length);
        VERSION.setRelease(this, before + 2);
        untilNext = nextGap();
    }

    private long nextGap() {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return everyRow ? 1 : 1 + (random >>> 32 & GAP_MASK);
    }

    private void count(long hash, long address, int length) {
        int least = 0;
        long leastCount = Long.MAX_VALUE;
        for (int i = 0; i < used; i++) {
            long count = OffHeap.getLong(counts + (long) i * Long.BYTES);
            if (OffHeap.getLong(hashes + (long) i * Long.BYTES) == hash && holds(i, address, length)) {
                OffHeap.putLong(counts + (long) i * Long.BYTES, count + 1);
                counted();
                return;
            }
            if (count < leastCount) {
                leastCount = count;
                least = i;
            }
        }
        if (used < places) {
            put(used++, hash, address, length, 0);
        } else {
            put(least, hash, address, length, leastCount);
        }
        counted();
    }

    private boolean holds(int place, long address, int length) {
        return OffHeap.getLong(lengths + (long) place * Long.BYTES) == length
                && OffHeap.equal(keys + (long) place * KEY_BYTES, address, Math.min(length, KEY_BYTES));
    }

    private void put(int place, long hash, long address, int length, long error) {
        long offset = (long) place * Long.BYTES;
        OffHeap.putLong(hashes + offset, hash);
        OffHeap.putLong(counts + offset, error + 1);
        OffHeap.putLong(errors + offset, error);
        OffHeap.putLong(lengths + offset, length);
        OffHeap.copy(address, keys + (long) place * KEY_BYTES, Math.min(length, KEY_BYTES));
    }

    private void counted() {
        long rows = OffHeap.getLong(total) + 1;
        if (rows >= halveAt) {
            rows >>= 1;
            for (long at = counts; at < lengths; at += Long.BYTES) {
                // Counts, then errors: rounded up, so that no count becomes too low.
                OffHeap.putLong(at, OffHeap.getLong(at) + 1 >> 1);
            }
        }
        OffHeap.putLong(total, rows);
    }

    /** The keys with most rows. Any thread; allocates. After {@link #close} it is the last one. */
    public synchronized TopKeysView view(int limit) {
        if (!closed) {
            lastView = read();
        }
        return new TopKeysView(lastView.keys().stream().limit(limit).toList(), lastView.rows());
    }

    /** Frees the memory. Keys may not be offered any more; the last view stays. */
    @Override
    public synchronized void close() {
        if (!closed) {
            lastView = read();
            closed = true;
            OffHeap.free(total);
        }
    }

    private TopKeysView read() {
        byte[] copy = new byte[bytes];
        int before;
        do {
            before = (int) VERSION.getAcquire(this);
            while ((before & 1) == 1) {
                Thread.onSpinWait();
                before = (int) VERSION.getAcquire(this);
            }
            OffHeap.copyOut(total, copy, 0, bytes);
            VarHandle.acquireFence();
        } while (before != (int) VERSION.getOpaque(this));
        return view(ByteBuffer.wrap(copy).order(ByteOrder.nativeOrder()));
    }

    private TopKeysView view(ByteBuffer copy) {
        List<TopKey> found = new ArrayList<>();
        for (int i = 0; i < places; i++) {
            long count = copy.getLong((int) (counts - total) + i * Long.BYTES);
            if (count > 0) {
                int length = (int) copy.getLong((int) (lengths - total) + i * Long.BYTES);
                byte[] key = new byte[Math.min(length, KEY_BYTES)];
                copy.get((int) (keys - total) + i * KEY_BYTES, key);
                found.add(new TopKey(key, length, count, copy.getLong((int) (errors - total) + i * Long.BYTES)));
            }
        }
        found.sort(Comparator.comparingLong(TopKey::count).reversed());
        return new TopKeysView(found, copy.getLong(0));
    }
}
