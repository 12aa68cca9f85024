package io.tidemark.probes;

import static io.tidemark.expr.Functions.col;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.AsOfFrame;
import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Faults of as-of joins that users met in neighbouring engines; the names carry the ids of the probes. */
class AsOfProbesTest {
    private static final int SYMBOLS = 50_000;
    private static final Duration DAY = Duration.ofDays(1);

    private final MemoryJournal trades = MemoryJournal.of("trades", Schema.parse("ts timestamp, symbol string"));
    private final MemoryJournal quotes =
            MemoryJournal.of("quotes", Schema.parse("qts timestamp, qsymbol string, bid long"));
    private final MemoryJournal news =
            MemoryJournal.of("news", Schema.parse("nts timestamp, nsymbol string, headline string"));
    private final MemoryJournal result = MemoryJournal.output("out");

    @BeforeEach
    void fill() {
        for (int i = 0; i < SYMBOLS; i++) {
            // A thousand symbols a day, each traded on that day only.
            Instant open = Instant.EPOCH.plus(DAY.multipliedBy(i / 1_000)).plusNanos(i);
            news.appendValues(open, "S" + i, "listed");
            quotes.appendValues(open, "S" + i, (long) i);
            trades.appendValues(open.plusSeconds(60), "S" + i);
        }
    }

    @AfterEach
    void close() {
        trades.close();
        quotes.close();
        news.close();
        result.close();
    }

    /** With a tolerance of a day nothing is kept of symbols that are not traded any more, in any of two joins one after the other. */
    @Test
    void j12ShouldForgetSymbolsThatAreGone() {
        try (QueryInvoker query = chained(join -> join.tolerance(DAY))) {
            query.processAllAvailable();
            Instant later = Instant.EPOCH.plus(DAY.multipliedBy(60));
            trades.appendValues(later, "Z");
            quotes.appendValues(later, "Z", 1L);
            news.appendValues(later, "Z", "listed");
            query.processAllAvailable();
            Instant end = later.plusSeconds(1);
            quotes.appendValues(end, "Z", 2L);
            news.appendValues(end, "Z", "traded");
            trades.appendValues(end, "Z");
            query.processAllAvailable();
            // What is left is of the one symbol that is still traded.
            assertTrue(query.progress().stateRows() < 16, query.progress() + "");
            assertEquals(SYMBOLS + 1, result.size());
            query.drain();
            assertEquals(0, query.progress().stateRows());
        }
    }

    /** Without a tolerance one quote for each symbol stays, until the query is drained. */
    @Test
    void j12ShouldForgetAllSymbolsWhenDrained() {
        try (QueryInvoker query = chained(join -> join)) {
            query.processAllAvailable();
            query.drain();
            assertEquals(SYMBOLS, result.size());
            assertEquals(0, query.progress().stateRows());
        }
    }

    private QueryInvoker chained(UnaryOperator<AsOfFrame> tolerance) {
        StreamFrame quoted = tolerance
                .apply(Tidemark.stream("trades", trades)
                        .withWatermark("ts", Duration.ZERO)
                        .asOf(Tidemark.stream("quotes", quotes).withWatermark("qts", Duration.ZERO))
                        .on(col("symbol"), col("qsymbol")))
                .inner();
        return tolerance
                .apply(quoted.asOf(Tidemark.stream("news", news).withWatermark("nts", Duration.ZERO))
                        .on(col("symbol"), col("nsymbol")))
                .inner()
                .writeStream()
                .queryName("q")
                .to(result)
                .invoker();
    }
}
