package io.tidemark.tools.crash;

import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import java.util.List;

/**
 * Appends the rows of a trial to its inputs. With two inputs their rows are interleaved in proportion. It goes on after what is there, so that rows which were
 * appended before a kill are not appended again.
 */
final class InputFeed implements AutoCloseable {
    private final List<Tick> trades;
    private final List<Tick> quotes;
    private final RowAppender trade;
    private final RowAppender quote;
    private final Trap trap;

    InputFeed(CrashPlan plan, List<ChronicleJournal> inputs, Trap trap) {
        trades = Tick.trades(plan.seed(), plan.real(), plan.rows());
        quotes = inputs.size() == 1 ? List.of() : Tick.quotes(plan.seed(), trades);
        trade = inputs.get(0).openAppender();
        quote = inputs.size() == 1 ? null : inputs.get(1).openAppender();
        this.trap = trap;
    }

    /** Rows of all inputs. */
    int total() {
        return trades.size() + quotes.size();
    }

    /**
     * Appends rows.
     *
     * @param most greatest number of trades
     * @param held trades at the end that are not appended yet, with their part of the quotes
     * @return number of rows appended
     */
    int append(int most, int held) {
        int end = trades.size() - held;
        int appended = 0;
        for (int i = 0; i < most && trade.lastSequence() + 1 < end; i++) {
            int next = (int) trade.lastSequence() + 1;
            trades.get(next).trade(trade.begin());
            trade.commit(next);
            trap.reach(KillPoint.INPUT_AFTER);
            appended++;
            appended += appendQuotes(next + 1);
        }
        return appended + appendQuotes((int) trade.lastSequence() + 1);
    }

    /** Appends the quotes that go with so many trades. */
    private int appendQuotes(int tradeCount) {
        int appended = 0;
        if (quote != null) {
            long end = (long) quotes.size() * tradeCount / trades.size();
            while (quote.lastSequence() + 1 < end) {
                int next = (int) quote.lastSequence() + 1;
                quotes.get(next).quote(quote.begin());
                quote.commit(next);
                trap.reach(KillPoint.INPUT_AFTER);
                appended++;
            }
        }
        return appended;
    }

    @Override
    public void close() {
        trade.close();
        if (quote != null) {
            quote.close();
        }
    }
}
