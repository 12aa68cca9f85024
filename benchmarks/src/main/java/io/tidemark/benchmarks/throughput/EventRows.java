package io.tidemark.benchmarks.throughput;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.Schema;

/** The rows of one source, each made where it is to lie. Row n is a pure function of n, so that readers can go anywhere. */
abstract class EventRows {
    static final int ID = 0;
    static final int KEY = 1;
    static final int TIME = 2;
    static final int AMOUNT = 3;
    /** A row of 40 bytes, of the columns that are used. */
    static final Schema NARROW =
            Schema.parse("id long not null, k long not null, ts timestamp not null, amount double not null");
    /** A row of 64 bytes. */
    static final Schema WIDE =
            Schema.parse("id long not null, k long not null, ts timestamp not null, amount double not null,"
                    + " a long not null, b long not null, c long not null");

    private static final int FIRST_FILLER = 40;

    private final long rows;
    private final boolean wide;

    /**
     * Rows to make.
     *
     * @param rows how many
     * @param wide whether of 64 bytes
     */
    EventRows(long rows, boolean wide) {
        this.rows = rows;
        this.wide = wide;
    }

    long rows() {
        return rows;
    }

    Schema schema() {
        return wide ? WIDE : NARROW;
    }

    /** Makes row n at an address, all of its bytes but the null bits, of which none is ever set. */
    abstract void put(long n, long address);

    /** Stores the columns; plain stores, as cheap as a source in memory can be. */
    final void put(long address, long id, long key, long timeNs, double amount) {
        OffHeap.putLong(address + 8, id);
        OffHeap.putLong(address + 16, key);
        OffHeap.putLong(address + 24, timeNs);
        OffHeap.putDouble(address + 32, amount);
        if (wide) {
            OffHeap.putLong(address + FIRST_FILLER, id);
            OffHeap.putLong(address + FIRST_FILLER + 8, key);
            OffHeap.putLong(address + FIRST_FILLER + 16, timeNs);
        }
    }

    /** Every {@code stride}-th event, from the {@code first}-th on. */
    static final class Plain extends EventRows {
        private final long stride;
        private final long first;
        private final long keys;

        Plain(long rows, boolean wide, long stride, long first, long keys) {
            super(rows, wide);
            this.stride = stride;
            this.first = first;
            this.keys = keys;
        }

        @Override
        void put(long n, long address) {
            long i = n * stride + first;
            long random = Events.random(i);
            put(address, i, Events.key(random, keys), Events.time(i, Events.MILLI, random), Events.amount(random));
        }
    }

    /** Events of which 4.7 % repeat one of the 2 000 before. */
    static final class Repeated extends EventRows {
        static final long WITHIN = 2_000;

        private final long spacingNs;
        private final boolean scattered;
        private final long keys;

        Repeated(long rows, boolean wide, long spacingNs, boolean scattered, long keys) {
            super(rows, wide);
            this.spacingNs = spacingNs;
            this.scattered = scattered;
            this.keys = keys;
        }

        @Override
        void put(long n, long address) {
            long i = Events.original(n, WITHIN);
            long random = Events.random(i);
            put(
                    address,
                    Events.id(i, scattered),
                    Events.key(random, keys),
                    Events.time(i, spacingNs, random),
                    Events.amount(random));
        }
    }

    /** Orders: the even ones of all events of a join. */
    static final class Orders extends EventRows {
        private final long keys;

        Orders(long rows, boolean wide, long keys) {
            super(rows, wide);
            this.keys = keys;
        }

        @Override
        void put(long n, long address) {
            long random = Events.random(n);
            put(address, n, Events.key(random, keys), Events.milliTime(2 * n, random), Events.amount(random));
        }
    }

    /** Orders of which 4.7 % repeat one of the 1 000 before. */
    static final class RepeatedOrders extends EventRows {
        static final long WITHIN = 1_000;

        private final long keys;

        RepeatedOrders(long rows, boolean wide, long keys) {
            super(rows, wide);
            this.keys = keys;
        }

        @Override
        void put(long n, long address) {
            long order = Events.original(n, WITHIN);
            long random = Events.random(order);
            put(address, order, Events.key(random, keys), Events.milliTime(2 * order, random), Events.amount(random));
        }
    }

    /** Fills: the odd ones of all events of a join. */
    static final class Fills extends EventRows {
        private final long keys;

        Fills(long rows, boolean wide, long keys) {
            super(rows, wide);
            this.keys = keys;
        }

        @Override
        void put(long n, long address) {
            long random = Events.fillRandom(n);
            put(
                    address,
                    Events.filled(n, random),
                    Events.key(random, keys),
                    Events.milliTime(2 * n + 1, random),
                    Events.amount(random));
        }
    }
}
