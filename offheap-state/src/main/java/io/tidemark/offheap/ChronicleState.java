package io.tidemark.offheap;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.JvmFlags;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StateBackendFactory;

/**
 * State in the pages of one Chronicle Map per query. Immutable; each call of {@link #open} gives a backend of its own.
 *
 * <p><b>Limit.</b> The limit is counted in pages of 16 832 bytes that hold 16 384 bytes of payload. Memory is reserved at once, in
 * pages of 2 MiB where the system gives them to those that ask. 64 MiB of it are backed at the start, see {@link #withBackedBytes}; a thread of its own keeps 32 MiB
 * ahead of what is in use. A pane takes
 *
 * <pre>
 *   16 832 * (ceil(rows / rowsPerPage) + text pages) + 4 208 * (buckets + nodes)   bytes
 *   rowsPerPage = floor(16 384 / (valueBytes + keyBytes))     keys of different lengths: 8 more bytes per row
 *   buckets     = 1 up to 320 rows, then a power of two with 160 to 320 rows each, never more than one per row
 *   nodes       = 0 with one bucket, then 1 + buckets / 256
 * </pre>
 *
 * <p>so the smallest pane with a row takes 21 040 bytes, and a million rows of 64 bytes take 66 + 17 MB. A new pane lays its index
 * out for as many rows as the pane before it had: if it then has far fewer, each of its rows may take a bucket. At the limit
 * {@code acquire} refuses with {@code STATE_LIMIT_EXCEEDED} and has changed nothing; once a pane is freed, work can go on. The largest
 * limit is 35 299 262 464 bytes (32 GiB of payload).
 *
 * <p>A table of entries takes 16 832 bytes per page of slots of one size, and its index like a pane. An entry or block takes 8 bytes more
 * than it holds, rounded up to the size of a slot: a multiple of 8 up to 128 bytes, then at most an eighth more. Pages that get empty go
 * back, but for one of entries and one of blocks. An index by time takes 1 024 bytes per node of 42 records, half to fully used: fully when
 * records come in the order in which they are due.
 *
 * <p><b>Snapshots.</b> While changes are remembered, each part of 64 bytes that changed since the last snapshot takes 4 bytes outside of the limit, at
 * most 2 056 bytes per page. A snapshot can be loaded into any limit that holds the highest page that was in use and the indexes, which are built anew.
 *
 * <p><b>Threads.</b> A backend belongs to one thread at a time.
 */
public final class ChronicleState implements StateBackendFactory {
    private static final int MIN_PAGES = 4;
    private static final long DEFAULT_SEED = 0x5449_4445_4D41_524BL;

    private final long limitBytes;
    private final long backedBytes;
    private final long hashSeed;

    private ChronicleState(long limitBytes, long backedBytes, long hashSeed) {
        this.limitBytes = limitBytes;
        this.backedBytes = backedBytes;
        this.hashSeed = hashSeed;
    }

    /**
     * State of at most {@code bytes}, index and page headers included.
     *
     * @throws TidemarkException {@code SETTING_INVALID} below 67 328 or above 35 299 262 464 bytes, {@code JVM_FLAG_MISSING}
     */
    public static ChronicleState withLimit(long bytes) {
        JvmFlags.check();
        long most = (long) PageRef.MAX_PAGES * PageMap.STRIDE;
        long least = (long) MIN_PAGES * PageMap.STRIDE;
        if (bytes < least || bytes > most) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "The limit of the state is " + bytes + " bytes.",
                    "Give ChronicleState.withLimit " + least + " to " + most + " bytes.");
        }
        return new ChronicleState(bytes, FreshMemory.DEFAULT_BYTES, DEFAULT_SEED);
    }

    /**
     * The same with another seed of the hash over keys. No result depends on it. Use a secret one where strangers choose the keys, so
     * that they cannot choose keys that collide.
     */
    public ChronicleState withHashSeed(long seed) {
        return new ChronicleState(limitBytes, backedBytes, seed);
    }

    /**
     * The same with more or less memory that is there from the start, by default 64 MiB of the limit. Use the whole limit where the first row into fresh memory
     * must not take longer than others: then nothing is left to do later. 0 lets each page be touched as it is used.
     *
     * @throws TidemarkException {@code SETTING_INVALID} below 0
     */
    public ChronicleState withBackedBytes(long bytes) {
        if (bytes < 0) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "A start with " + bytes + " bytes of memory for state is not possible.",
                    "Use 0 or more; more than the limit is the whole limit.");
        }
        return new ChronicleState(limitBytes, bytes, hashSeed);
    }

    /**
     * Opens an empty backend and reserves its memory.
     *
     * @throws OutOfMemoryError when the operating system refuses to reserve the limit
     */
    @Override
    public StateBackend open() {
        return new ChronicleBackend(
                limitBytes, (int) (limitBytes / PageMap.STRIDE), backedBytes, new KeyHash(hashSeed));
    }
}
