package io.tidemark;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.expr.Functions;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.StateBound;
import io.tidemark.operator.StateBound.Factor;
import io.tidemark.operator.join.JoinType;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExplainTest {
    private final MemoryJournal orders =
            MemoryJournal.of("orders", Schema.parse("ots timestamp, oid long not null, qty long"));
    private final MemoryJournal fills = MemoryJournal.of("fills", Schema.parse("fts timestamp, fid long not null"));

    @AfterEach
    void close() {
        orders.close();
        fills.close();
    }

    /** 10 s windows, 20 s delay: a pane is open for 30 s, and one more is being filled: 3 + 2 panes. */
    @Test
    void shouldGiveTheBoundOfAWindowInBytes() {
        StreamWriter writer = bars().writeStream().queryName("bars");
        String text = writer.explain(Map.of("bars.keys", 1_000L));
        // 8 flag bytes, 8 bytes of count, 24 bytes of key row (null word, slot), 16 of index.
        assertTrue(text.contains("state: at most keys x 5 open panes x "), text);
        assertTrue(text.contains("rows: final"), text);
        assertTrue(text.contains("watermark: of 'ots'; 'window_end' is the end of its windows"), text);
        assertTrue(text.contains("state in all: about "), text);
        assertTrue(writer.explain().contains("for bytes declare 'bars.keys'"), writer.explain());
    }

    /**
     * 60 s every 5 s, 20 s delay: 80 s of panes, one that is being filled, one in part, one for the window that comes out. 8 flag bytes, 8 of count, 16 of key
     * row, 16 of index, 20 for the entry of a linked pane; 128 for each key that has a number.
     */
    @Test
    void shouldGiveTheBoundOfASlidingWindowWithItsScratch() {
        String text = sliding().explain(Map.of("bars.keys", 1_000L));
        assertTrue(text.contains("state: at most keys x 19 open panes x 68 B + keys x 128 B = "), text);
    }

    @Test
    void shouldMultiplyWhatIsKnownAndDeclared() {
        StateBound bound = StateBound.of(84, false, Factor.declared("keys"), Factor.known("open panes", 5))
                .and(StateBound.of(24, true, Factor.declared("rows")));
        assertEquals("keys x 5 open panes x 100 B + rows x (40 B + texts)", bound.formula());
        assertEquals(1_000 * 5 * 100 + 7 * 40, bound.bytes(Map.of("keys", 1_000L, "rows", 7L)));
        assertEquals(-1, bound.bytes(Map.of("keys", 1_000L)));
        assertEquals(List.of("rows"), bound.missing(Map.of("keys", 1_000L)));
        assertEquals(Long.MAX_VALUE, bound.bytes(Map.of("keys", Long.MAX_VALUE, "rows", 7L)));
    }

    @Test
    void shouldSayWhatRowsDoToTheirResult() {
        StreamWriter update = bars().writeStream().queryName("bars").outputMode(OutputMode.UPDATE);
        assertTrue(update.explain().contains("output\n  rows: replace the row of the same key"), update.explain());
        assertTrue(update.changelog().explain().contains("rows: old rows are taken back before new ones come"));
    }

    @Test
    void shouldNameTheInputsOfAJoin() {
        String text = joined().writeStream().queryName("q").explain();
        assertTrue(text.contains("source orders"), text);
        assertTrue(text.contains("source fills"), text);
        assertTrue(text.contains("of: watermark-1, watermark-2"), text);
        assertTrue(text.contains("left rows kept"), text);
        assertTrue(text.contains("right rows kept"), text);
    }

    @Test
    void shouldDrawThePlan() {
        String chart = joined().writeStream().queryName("q").explainGraph();
        List<String> lines = chart.lines().toList();
        assertEquals("flowchart TD", lines.get(0));
        assertEquals("  n0[(\"orders\")]", lines.get(1));
        assertEquals("  n1[(\"fills\")]", lines.get(2));
        assertTrue(lines.contains("  n0 --> n2"), chart);
        assertTrue(lines.contains("  n1 --> n3"), chart);
        assertTrue(lines.contains("  n2 -->|\"append, W of ots\"| n4"), chart);
        assertTrue(lines.contains("  n3 -->|\"append, W of fts\"| n4"), chart);
        assertTrue(lines.get(lines.size() - 1).endsWith("| out"), chart);
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("  n4[[\"filled<br/>")), chart);
    }

    private StreamFrame bars() {
        return Tidemark.stream("orders", orders)
                .withWatermark("ots", Duration.ofSeconds(20))
                .groupBy(window("ots", Duration.ofSeconds(10)), "oid")
                .agg(count().as("n"))
                .uid("bars");
    }

    private StreamWriter sliding() {
        return Tidemark.stream("orders", orders)
                .withWatermark("ots", Duration.ofSeconds(20))
                .groupBy(Functions.sliding("ots", Duration.ofSeconds(60), Duration.ofSeconds(5)), "oid")
                .agg(count().as("n"))
                .uid("bars")
                .writeStream()
                .queryName("bars");
    }

    private StreamFrame joined() {
        return Tidemark.stream("orders", orders)
                .withWatermark("ots", Duration.ofSeconds(1))
                .join(
                        Tidemark.stream("fills", fills).withWatermark("fts", Duration.ofSeconds(2)),
                        JoinType.LEFT_OUTER,
                        col("oid")
                                .eq(col("fid"))
                                .and(col("fts").ge(col("ots")))
                                .and(col("fts").le(col("ots").plus(Duration.ofMinutes(1)))))
                .uid("filled");
    }
}
