package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random calls on a pair of tables of entries and indexes by time, all of them decided by a seed. */
final class EntryWork implements AutoCloseable {
    private static final int MAX_KEY_BYTES = 96;
    private static final int MAX_MOMENTS = 4;

    private final EntryPair pair;
    private final TableSpec spec;
    private final Random random;
    private final int keys;
    private final int blockBytes;
    private final DueTimes dues;
    private final long key = OffHeap.allocate(MAX_KEY_BYTES);
    private final List<EntryPair.Moment> moments = new ArrayList<>();
    private boolean forwardOnly;
    private long now;

    /** How due times lie. */
    enum DueTimes {
        /** Ahead of a clock that moves with every record, in some disorder. */
        NEAR,
        /** Anywhere, negative and far ones included. */
        ANYWHERE,
        /** A few different ones. */
        EQUAL,
        /** Each before the one that came before it. */
        BACKWARDS
    }

    EntryWork(EntryPair pair, TableSpec spec, long seed, int keys, int blockBytes, DueTimes dues) {
        this.pair = pair;
        this.spec = spec;
        this.random = new Random(seed);
        this.keys = keys;
        this.blockBytes = blockBytes;
        this.dues = dues;
    }

    /** Never goes back by itself. */
    EntryWork forwardOnly() {
        forwardOnly = true;
        return this;
    }

    void run(int operations) {
        for (int operation = 0; operation < operations; operation++) {
            // Times in which state grows alternate with times in which it shrinks.
            step(operation / 2_000 % 2 == 0 ? 70 : 30);
        }
        pair.compare();
    }

    /** One operation; growth is how many of 100 add something. */
    void step(int growth) {
        int choice = random.nextInt(10_000);
        boolean grow = random.nextInt(100) < growth;
        if (choice < 4_000) {
            if (grow) {
                pair.acquire(key, nextKey(), random.nextLong());
            } else {
                pair.removeKey(key, nextKey());
            }
        } else if (choice < 5_000) {
            pair.find(key, nextKey());
        } else if (choice < 7_000) {
            if (grow) {
                pair.allocate(random.nextInt(blockBytes + 1));
            } else if (pair.hasBlocks()) {
                pair.freeBlock(random);
            }
        } else if (choice < 7_500) {
            if (pair.hasBlocks()) {
                pair.updateBlock(random, random.nextLong());
            }
        } else if (choice < 9_980) {
            if (grow) {
                pair.addTime(nextDue(), random.nextLong());
            } else {
                pair.removeTimes(1);
            }
        } else {
            rare(random.nextInt(20));
        }
    }

    private void rare(int choice) {
        if (choice < 4) {
            pair.compare();
        } else if (choice < 6) {
            pair.removeWalking(random, 1 + random.nextInt(5));
        } else if (choice < 8) {
            pair.removeTimes(random.nextInt(2_000));
        } else if (forwardOnly) {
            pair.compare();
        } else if (choice < 14) {
            if (moments.size() == MAX_MOMENTS) {
                moments.remove(random.nextInt(MAX_MOMENTS));
            }
            moments.add(pair.copy());
        } else if (!moments.isEmpty()) {
            pair.restore(moments.get(random.nextInt(moments.size())), random.nextInt(3) == 0);
            pair.compare();
        }
    }

    private long nextDue() {
        now++;
        return switch (dues) {
            case NEAR -> now * 10 + random.nextInt(200);
            case ANYWHERE -> random.nextInt(50) == 0 ? Long.MAX_VALUE - 1 - random.nextInt(2) : random.nextLong() - 1;
            case EQUAL -> random.nextInt(3) - 1;
            case BACKWARDS -> -now;
        };
    }

    /** Puts a key into the buffer and returns its length. */
    private int nextKey() {
        long number = random.nextInt(random.nextInt(keys) + 1);
        int fixed = spec.keyBytes();
        int length = fixed == TableSpec.VARIABLE ? (int) (number * 7 % (MAX_KEY_BYTES / 8 + 1)) * 8 : fixed;
        for (int offset = 0; offset < length; offset += 8) {
            OffHeap.putLong(key + offset, offset == length - 8 ? number : number & 3);
        }
        return length;
    }

    @Override
    public void close() {
        OffHeap.free(key);
    }
}
