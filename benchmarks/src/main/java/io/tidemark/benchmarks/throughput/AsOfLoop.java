package io.tidemark.benchmarks.throughput;

import io.tidemark.row.RowView;
import java.util.HashMap;
import java.util.Map;

/** W5: the last quotes of each key in a {@code HashMap} of sorted arrays; trades wait by second until no quote before them can come. */
final class AsOfLoop extends HandLoop {
    /** Null bits of a row whose last three of six columns are null. */
    static final long NO_QUOTE = 0b111000;

    private final long keys;
    private final Map<Long, Quotes> quotes = new HashMap<>();
    private final ExpiryLists<Trade> waiting = new ExpiryLists<>();
    private long lastTrade;
    private long quoteWatermark;
    private long nextDue;

    AsOfLoop(LoopOutput out, long keys) {
        super(out);
        this.keys = keys;
    }

    @Override
    void events(long from, long to) {
        for (long i = from; i < to; i += 2) {
            long random = Events.random(i);
            quote(Events.key(random, keys), Events.time(i, Events.MILLI, random), Events.amount(random));
            random = Events.random(i + 1);
            trade(i + 1, Events.key(random, keys), Events.time(i + 1, Events.MILLI, random));
        }
    }

    @Override
    void row(int source, RowView row) {
        if (source == 0) {
            trade(row.getLong(EventRows.ID), row.getLong(EventRows.KEY), row.getLong(EventRows.TIME));
        } else {
            quote(row.getLong(EventRows.KEY), row.getLong(EventRows.TIME), row.getDouble(EventRows.AMOUNT));
        }
    }

    private void quote(long key, long timeNs, double price) {
        if (timeNs < quoteWatermark) {
            return;
        }
        Long boxed = key;
        Quotes known = quotes.get(boxed);
        if (known == null) {
            known = new Quotes();
            quotes.put(boxed, known);
        }
        known.add(timeNs, price, Math.min(nextDue - Events.SECOND, lastTrade - DELAY_NS));
        if (timeNs - DELAY_NS > quoteWatermark) {
            quoteWatermark = timeNs - DELAY_NS;
            if (nextDue < quoteWatermark) {
                answerUpTo(quoteWatermark);
            }
        }
    }

    private void trade(long id, long key, long timeNs) {
        if (timeNs < lastTrade - DELAY_NS) {
            return;
        }
        lastTrade = Math.max(lastTrade, timeNs);
        if (timeNs < nextDue - Events.SECOND) {
            answer(id, key, timeNs);
        } else {
            waiting.add(timeNs, new Trade(id, key, timeNs));
        }
    }

    private void answerUpTo(long watermark) {
        while (!waiting.isEmpty() && waiting.firstEndNs() < watermark) {
            for (Trade trade : waiting.firstSecond()) {
                answer(trade.id, trade.key, trade.timeNs);
            }
            waiting.forget();
        }
        nextDue = waiting.firstEndNs();
    }

    private void answer(long id, long key, long timeNs) {
        Quotes known = quotes.get(key);
        int at = known == null ? -1 : known.at(timeNs);
        if (at < 0) {
            out.row(NO_QUOTE, id, key, timeNs, 0, 0, 0);
        } else {
            out.row(0, id, key, timeNs, key, known.times[at], Double.doubleToRawLongBits(known.prices[at]));
        }
    }

    @Override
    void finish() {
        answerUpTo(Long.MAX_VALUE);
    }

    private static final class Trade {
        private final long id;
        private final long key;
        private final long timeNs;

        private Trade(long id, long key, long timeNs) {
            this.id = id;
            this.key = key;
            this.timeNs = timeNs;
        }
    }

    /** Quotes of one key by time, then arrival. */
    private static final class Quotes {
        private long[] times = new long[4];
        private double[] prices = new double[4];
        private int size;

        /** Adds a quote; what no trade from {@code needed} on can ask for may go. */
        private void add(long timeNs, double price, long needed) {
            if (size == times.length) {
                makeRoom(needed);
            }
            int at = size++;
            while (at > 0 && times[at - 1] > timeNs) {
                times[at] = times[at - 1];
                prices[at] = prices[at - 1];
                at--;
            }
            times[at] = timeNs;
            prices[at] = price;
        }

        private void makeRoom(long needed) {
            int gone = Math.max(0, at(needed));
            long[] fromTimes = times;
            double[] fromPrices = prices;
            if (gone < size / 2) {
                times = new long[2 * size];
                prices = new double[2 * size];
            }
            System.arraycopy(fromTimes, gone, times, 0, size - gone);
            System.arraycopy(fromPrices, gone, prices, 0, size - gone);
            size -= gone;
        }

        /** Index of the last quote at or before a time, or -1. */
        private int at(long timeNs) {
            int low = 0;
            int high = size;
            while (low < high) {
                int middle = low + high >>> 1;
                if (times[middle] <= timeNs) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low - 1;
        }
    }
}
