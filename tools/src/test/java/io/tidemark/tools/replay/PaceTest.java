package io.tidemark.tools.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.row.RowView;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaceTest {
    private final List<Long> waits = new ArrayList<>();
    private long nowNs = 1_000;

    @Test
    void shouldKeepTheDistancesOfTheIngestTimesDividedByTheFactor() {
        Pace pace = new Pace(2, () -> nowNs, this::sleep);
        pace.await(500);
        pace.await(700);
        pace.await(RowView.NO_INGEST_TIME);
        nowNs += 30;
        pace.await(800);
        pace.await(790);
        assertEquals(List.of(100L, 20L), waits);
        assertEquals(1_150, nowNs);
    }

    @Test
    void shouldNotWaitAtFullSpeed() {
        Pace pace = new Pace(0, () -> nowNs, this::sleep);
        pace.await(500);
        pace.await(900);
        assertEquals(List.of(), waits);
    }

    private void sleep(long ns) {
        waits.add(ns);
        nowNs += ns;
    }
}
