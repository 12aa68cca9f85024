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
            @ForAll @IntRange(min = 1, max = 400) int keys,
            @ForAll @IntRange(min = 1, max = 2_000) int operations) {
        try (ChronicleBackend backend = Backends.open(DirtyPages.PAGES * (long) PageMap.STRIDE, 3, -1)) {
            Work work = new Work(backend, new Random(seed), valueWords * 8, keys);
            for (int epoch = 0; epoch < 5; epoch++) {
                if (epoch == 3) {
                    backend.restore(backend.copy());
                    work.forget();
                }
                DirtyPages pages = new DirtyPages(backend.store());
                work.run(operations);
                pages.requireListed();
            }
            work.close();
        }
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

        /** After a restore to the present everything is as it was; walk on without what tests remember. */
        void forget() {
            blocks.removeIf(block -> random.nextBoolean());
        }

        void run(int operations) {
            for (int operation = 0; operation < operations; operation++) {
                switch (random.nextInt(8)) {
                    case 0, 1 -> update();
                    case 2 -> remove();
                    case 3 -> blocks.add(entries.allocate(random.nextInt(500)));
                    case 4 -> changeBlock();
                    case 5 -> times.add(random.nextInt(10) == 0 ? random.nextLong() - 1 : order++, 1);
                    case 6 -> removeTime();
                    default -> changeChain();
                }
            }
        }

        private int nextKey() {
            int number = random.nextInt(keys);
            OffHeap.putLong(key, number);
            return 8 + number % 6 * 8;
        }

        private void update() {
            long value = entries.valueForUpdate(entries.acquire(key, nextKey()));
            add(value, valueBytes);
        }

        private static void add(long address, int bytes) {
            for (int offset = 0; offset < bytes; offset += 8) {
                OffHeap.putLong(address + offset, OffHeap.getLong(address + offset) + 1);
            }
        }

        private void remove() {
            long entry = entries.find(key, nextKey());
            if (entry != EntryTable.NONE) {
                entries.remove(entry);
            }
        }

        private void changeBlock() {
            if (!blocks.isEmpty()) {
                int at = random.nextInt(blocks.size());
                long block = blocks.get(at);
                int bytes = entries.blockBytes(block);
                if (random.nextInt(3) == 0 || bytes == 0) {
                    entries.free(block);
                    blocks.remove(at);
                } else {
                    int from = random.nextInt(bytes / 8) * 8;
                    add(entries.blockForUpdate(block, from, bytes - from) + from, bytes - from);
                }
            }
        }

        private void removeTime() {
            for (int count = random.nextInt(4); count > 0 && times.size() > 0; count--) {
                times.removeFirst();
            }
        }

        private void changeChain() {
            OffHeap.putLong(key, random.nextInt(3));
            long slot = owners.valueForUpdate(owners.acquire(key, 8));
            long head = OffHeap.getLong(slot);
            if (random.nextInt(3) > 0) {
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
