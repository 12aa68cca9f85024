package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.EntryTable;
import io.tidemark.state.SortedChain;
import io.tidemark.state.TableSpec;
import io.tidemark.state.TimeIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever changes in a page of entries, blocks or records passes the write barrier. */
class EntryBarrierTest {
    @Property(tries = 40)
    void shouldListEveryGranuleWhoseBytesChanged(
            @ForAll long seed,
            @ForAll @IntRange(max = 30) int valueWords,
            @ForAll @IntRange(min = 1, max = 4_000) int keys,
            @ForAll @IntRange(min = 1, max = 6_000) int operations) {
        try (ChronicleBackend backend = Backends.open(DirtyPages.PAGES * (long) PageMap.STRIDE, 3, -1)) {
            Work work = new Work(backend, new Random(seed), valueWords * 8, keys);
            // A long time of growth, then many short ones of shrinking, in which most pages are not written otherwise.
            runEpoch(backend, work, operations, 80);
            for (int epoch = 0; epoch < 25; epoch++) {
                runEpoch(backend, work, 1 + operations / 15, 20);
            }
            backend.restore(backend.copy());
            runEpoch(backend, work, operations, 50);
            work.close();
        }
    }

    private static void runEpoch(ChronicleBackend backend, Work work, int operations, int growth) {
        DirtyPages pages = new DirtyPages(backend);
        work.run(operations, growth);
        pages.requireListed();
    }

    /** Random writes; values are always changed, so that a missed granule shows. */
    private static final class Work {
        private final EntryTable entries;
        private final EntryTable owners;
        private final SortedChain chain;
        private final TimeIndex times;
        private final Random random;
        private final int valueBytes;
        private final int keys;
        private final long key = OffHeap.allocate(64);
        private final List<Long> blocks = new ArrayList<>();
        private long order;

        Work(ChronicleBackend backend, Random random, int valueBytes, int keys) {
            entries = backend.openEntries(new TableSpec("a", "entries", valueBytes, TableSpec.VARIABLE));
            owners = backend.openEntries(new TableSpec("a", "owners", 8, 8));
            chain = new SortedChain(owners, 16);
            times = backend.openTimeIndex("a", "times");
            this.random = random;
            this.valueBytes = valueBytes;
            this.keys = keys;
        }

        /** Growth is how many of 100 operations add something. */
        void run(int operations, int growth) {
            for (int operation = 0; operation < operations; operation++) {
                boolean grow = random.nextInt(100) < growth;
                switch (random.nextInt(4)) {
                    case 0 -> changeEntry(grow);
                    case 1 -> changeBlock(grow);
                    case 2 -> changeTimes(grow);
                    default -> changeChain(grow);
                }
            }
        }

        private void changeEntry(boolean grow) {
            if (grow) {
                add(entries.valueForUpdate(entries.acquire(key, nextKey())), valueBytes);
                return;
            }
            long entry = entries.find(key, nextKey());
            if (entry != EntryTable.NONE) {
                entries.remove(entry);
            }
        }

        private int nextKey() {
            int number = random.nextInt(keys);
            OffHeap.putLong(key, number);
            return 8 + number % 6 * 8;
        }

        private static void add(long address, int bytes) {
            for (int offset = 0; offset < bytes; offset += 8) {
                OffHeap.putLong(address + offset, OffHeap.getLong(address + offset) + 1);
            }
        }

        private void changeBlock(boolean grow) {
            if (grow || blocks.isEmpty()) {
                blocks.add(entries.allocate(random.nextInt(500)));
            }
            int at = random.nextInt(blocks.size());
            long block = blocks.get(at);
            int bytes = entries.blockBytes(block);
            if (!grow) {
                entries.free(block);
                blocks.remove(at);
            } else if (bytes > 0) {
                int from = random.nextInt(bytes / 8) * 8;
                add(entries.blockForUpdate(block, from, bytes - from) + from, bytes - from);
            }
        }

        private void changeTimes(boolean grow) {
            if (grow) {
                times.add(random.nextInt(10) == 0 ? random.nextLong() - 1 : order++, 1);
                return;
            }
            for (int count = random.nextInt(6); count > 0 && times.size() > 0; count--) {
                times.removeFirst();
            }
        }

        private void changeChain(boolean grow) {
            OffHeap.putLong(key, random.nextInt(3));
            long slot = owners.valueForUpdate(owners.acquire(key, 8));
            long head = OffHeap.getLong(slot);
            if (grow) {
                add(chain.payloadForUpdate(chain.insert(slot, random.nextInt(100), order++)), 16);
            } else if (head != SortedChain.NONE) {
                long node = chain.floor(head, random.nextInt(100));
                chain.remove(slot, node == SortedChain.NONE ? chain.first(head) : node);
            }
        }

        void close() {
            OffHeap.free(key);
        }
    }
}
