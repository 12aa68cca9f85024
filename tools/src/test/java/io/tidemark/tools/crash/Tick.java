package io.tidemark.tools.crash;

import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.tools.SampleData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A row of an input of the crash rig: a trade, or in the second input a quote.
 *
 * @param timeNs event time
 * @param id tells rows apart; a row that was sent twice has it twice
 */
record Tick(long timeNs, long id, String lane, BigDecimal price, BigDecimal amount) {
    static final Schema TRADES =
            Schema.parse("ts timestamp, id long, lane string, price decimal(18,8), amount decimal(18,8)");
    static final Schema QUOTES = Schema.parse("q_ts timestamp, q_id long, q_lane string, bid decimal(18,8)");

    private static final long SECOND = 1_000_000_000L;
    private static final int LANES = 5;
    private static final int DISORDER_S = 25;
    private static final int QUOTE_LEAD_S = 10;

    /** Trades in the order of their arrival: real ones or made up, out of order by up to 25 seconds, every twelfth of them twice. */
    static List<Tick> trades(long seed, boolean real, int count) {
        Random random = new Random(seed);
        List<Tick> ticks = real ? real(random, count) : madeUp(random, count);
        for (int i = 0; i < count / 12; i++) {
            ticks.set(random.nextInt(count), ticks.get(random.nextInt(count)));
        }
        return disordered(ticks, random);
    }

    /** Quotes that stood before some of the trades, in the order of their arrival. */
    static List<Tick> quotes(long seed, List<Tick> trades) {
        Random random = new Random(seed + 1);
        List<Tick> quotes = new ArrayList<>();
        for (Tick trade : trades) {
            if (random.nextInt(4) > 0) {
                long lead = random.nextInt(QUOTE_LEAD_S + 1) * SECOND;
                quotes.add(new Tick(trade.timeNs - lead, trade.id, trade.lane, trade.price, trade.amount));
            }
        }
        return disordered(quotes, random);
    }

    /** Fills a row of {@link #TRADES}. */
    void trade(RowWriter row) {
        row.setLong(0, timeNs);
        row.setLong(1, id);
        row.setString(2, lane);
        row.setDecimal(3, price);
        row.setDecimal(4, amount);
    }

    /** Fills a row of {@link #QUOTES}. */
    void quote(RowWriter row) {
        row.setLong(0, timeNs);
        row.setLong(1, id);
        row.setString(2, lane);
        row.setDecimal(3, price);
    }

    private static List<Tick> real(Random random, int count) {
        List<Tick> ticks = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(SampleData.BTCUSD_TRADES.open(), StandardCharsets.UTF_8))) {
            int first = 1 + random.nextInt(90_000);
            lines.lines().skip(first).limit(count).forEach(line -> {
                String[] fields = line.split(",");
                long id = first + ticks.size();
                ticks.add(new Tick(
                        Long.parseLong(fields[0]) * SECOND,
                        id,
                        "lane-" + id % LANES,
                        new BigDecimal(fields[1]),
                        new BigDecimal(fields[2])));
            });
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return ticks;
    }

    private static List<Tick> madeUp(Random random, int count) {
        List<Tick> ticks = new ArrayList<>();
        long timeNs = 1_700_000_000L * SECOND;
        for (int i = 0; i < count; i++) {
            timeNs += random.nextInt(40) == 0 ? 45 * SECOND : random.nextInt(3) * SECOND;
            ticks.add(new Tick(
                    timeNs,
                    i,
                    "lane-" + random.nextInt(LANES),
                    BigDecimal.valueOf(random.nextInt(1_000_000), 4),
                    BigDecimal.valueOf(random.nextInt(10_000), 2)));
        }
        return ticks;
    }

    private static List<Tick> disordered(List<Tick> ticks, Random random) {
        long[] arrival = ticks.stream()
                .mapToLong(tick -> tick.timeNs + random.nextInt(DISORDER_S) * SECOND)
                .toArray();
        return IntStream.range(0, ticks.size())
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> arrival[i]).thenComparing(Comparator.naturalOrder()))
                .map(ticks::get)
                .toList();
    }
}
