package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tidemark.memory.OffHeap;
import io.tidemark.state.EntryTable;
import io.tidemark.state.SortedChain;
import io.tidemark.state.StateBackend;
import io.tidemark.state.TableSpec;
import io.tidemark.state.TimeIndex;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Keys that live for 5 000 steps, with a block, a chain of rows and a record that says when they go. */
class EntrySteadyStateTest {
    private static final int LIVE = 5_000;
    private static final int OWNERS = 50;

    private final StateBackend backend = ChronicleState.withLimit(64L << 20).open();
    private final EntryTable entries = backend.openEntries(new TableSpec("dedup", "seen", 16, TableSpec.VARIABLE));
    private final EntryTable owners = backend.openEntries(new TableSpec("join", "rows", 8, 8));
    private final SortedChain rows = new SortedChain(owners, 24);
    private final TimeIndex times = backend.openTimeIndex("dedup", "due");
    private final long key = OffHeap.allocate(64);
    private long step;
    private long seed = 88172645463325252L;
    private long most;

    @AfterEach
    void close() {
        backend.close();
        OffHeap.free(key);
    }

    private int random(int bound) {
        seed ^= seed << 13;
        seed ^= seed >>> 7;
        seed ^= seed << 17;
        return (int) ((seed >>> 33) % bound);
    }

    private void run(int steps) {
        for (int count = 0; count < steps; count++) {
            arrive();
            while (times.firstDueNs() <= step) {
                expire();
            }
            step++;
            most = Math.max(most, backend.usedBytes());
        }
    }

    private void arrive() {
        int length = key(step);
        long entry = entries.acquire(key, length);
        long block = entries.allocate(8 + random(200));
        OffHeap.putLong(entries.valueForUpdate(entry), block);
        OffHeap.putLong(entries.blockForUpdate(block, 0, 8), step);
        times.add(step + LIVE - random(100), step);
        OffHeap.putLong(key, step % OWNERS);
        long slot = owners.valueForUpdate(owners.acquire(key, 8));
        OffHeap.putLong(rows.payloadForUpdate(rows.insert(slot, step - random(300), step)), step);
        while (rows.key(rows.first(OffHeap.getLong(slot))) < step - LIVE) {
            rows.removeFirst(slot, 1);
        }
    }

    private void expire() {
        int length = key(times.firstPayload());
        long entry = entries.find(key, length);
        long block = OffHeap.getLong(entries.value(entry));
        if (OffHeap.getLong(entries.block(block)) != times.firstPayload()) {
            throw new AssertionError("block of another entry");
        }
        entries.free(block);
        entries.remove(entry);
        times.removeFirst();
    }

    private int key(long id) {
        int length = 8 + (int) (id % 5) * 8;
        OffHeap.zero(key, 64);
        OffHeap.putLong(key + length - 8, id);
        return length;
    }

    @Test
    void shouldNeitherGrowNorAllocateOnTheHeap() {
        run(40 * LIVE);
        long settled = most;
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 4; round++) {
            least = Math.min(least, allocatedBy(10 * LIVE));
        }
        // The JVM leaves some bytes behind when it replaces compiled code, but not in every round.
        assertEquals(0, least, "bytes on the heap");
        // Pages of a size come and go with chance; a leak of one slot in a thousand steps would be 40 kB here.
        assertTrue(most <= settled + 3 * 16_832, settled + " bytes grew to " + most);
        assertTrue(entries.rowCount() <= LIVE, entries.rowCount() + " entries");
        assertEquals(entries.rowCount(), entries.blockCount());
        assertEquals(entries.rowCount(), times.size());
    }

    private long allocatedBy(int steps) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long allocated = threads.getThreadAllocatedBytes(thread);
        long nothing = threads.getThreadAllocatedBytes(thread) - allocated;
        allocated = threads.getThreadAllocatedBytes(thread);
        run(steps);
        return threads.getThreadAllocatedBytes(thread) - allocated - nothing;
    }

    @Test
    void shouldTakeNoMoreRoomForTheHundredthTableFullThanForTheFirst() {
        long first = 0;
        for (int round = 0; round < 100; round++) {
            for (int id = 0; id < 3_000; id++) {
                entries.acquire(key, key(id));
                times.add(round * 10_000L + id, id);
            }
            if (round == 0) {
                first = backend.usedBytes();
            }
            assertTrue(backend.usedBytes() <= first, backend.usedBytes() + " bytes in round " + round);
            for (int id = 0; id < 3_000; id++) {
                entries.remove(entries.find(key, key(id)));
                times.removeFirst();
            }
        }
        assertEquals(0, entries.rowCount());
        assertTrue(entries.usedBytes() <= 16_832 + 4 * 4_208, entries.usedBytes() + " bytes");
        // The page of the empty root, and one that is kept.
        assertTrue(times.usedBytes() <= 2 * 16_832, times.usedBytes() + " bytes");
    }
}
