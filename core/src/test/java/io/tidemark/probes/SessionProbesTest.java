package io.tidemark.probes;

import static io.tidemark.expr.Functions.session;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Faults of sessions that users met in neighbouring engines; the names carry the ids of the probes. */
class SessionProbesTest {
    @Test
    void s02ShouldJoinARowExactlyAGapAfterTheLast() {
        try (ProbeRun run = ProbeRun.windows(Duration.ZERO, session("ts", Duration.ofSeconds(10)))) {
            run.row("k", 0, 1);
            assertEquals(List.of(), run.batch());
            run.row("z", 9.999, 1);
            assertEquals(List.of(), run.batch());
            run.row("k", 10, 1);
            List<String> rows = new ArrayList<>(run.batch());
            run.row("z", 20, 1);
            rows.addAll(run.batch());
            rows.addAll(run.flush());
            assertEquals(
                    List.of("k [0,20) 2 2"),
                    rows.stream().filter(row -> row.startsWith("k")).toList());
            assertEquals(0, run.late());
        }
    }

    @Test
    void s02ShouldNotCareWhereBatchesEnd() {
        try (ProbeRun run = ProbeRun.windows(Duration.ZERO, session("ts", Duration.ofSeconds(10)))) {
            run.row("k", 0, 1).row("z", 9.999, 1).row("k", 10, 1).row("z", 20, 1);
            List<String> rows = new ArrayList<>(run.batch());
            rows.addAll(run.flush());
            assertEquals(List.of("k [0,20) 2 2", "z [20,30) 1 1", "z [9.999,19.999) 1 1"), sorted(rows));
        }
    }

    @Test
    void s03ShouldDropARowOfASessionThatIsOut() {
        try (ProbeRun run = ProbeRun.windows(Duration.ZERO, session("ts", Duration.ofSeconds(5)))) {
            run.row("k", 0, 1);
            run.batch();
            run.row("k", 3, 1);
            run.batch();
            run.row("k", 100, 1);
            assertEquals(List.of("k [0,8) 2 2"), run.batch());
            run.row("k", 4, 1);
            assertEquals(List.of(), run.batch());
            assertEquals(1, run.late());
            run.row("k", 200, 1);
            assertEquals(List.of("k [100,105) 1 1"), run.batch());
        }
    }

    @Test
    void s03ShouldNotOpenASessionOverOneThatIsOut() {
        try (ProbeRun run = ProbeRun.windows(Duration.ZERO, session("ts", Duration.ofSeconds(5)))) {
            run.row("k", 0, 1);
            run.batch();
            run.row("z", 6, 1);
            assertEquals(List.of("k [0,5) 1 1"), run.batch());
            // It would end at 9, after the watermark, and begin in the session that is out.
            run.row("k", 4, 1);
            run.batch();
            assertEquals(1, run.late());
            run.row("k", 6, 1);
            run.batch();
            assertEquals(1, run.late());
            assertEquals(List.of("k [6,11) 1 1", "z [6,11) 1 1"), sorted(run.flush()));
        }
    }

    private static List<String> sorted(List<String> rows) {
        return rows.stream().sorted().toList();
    }
}
