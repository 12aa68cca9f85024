package io.tidemark.probes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.function.KeyContext;
import io.tidemark.function.KeyedFunction;
import io.tidemark.function.RowOutput;
import io.tidemark.function.StateLayout;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults of timers that users met in neighbouring engines; the names carry the ids of the probes. */
class TimerProbesTest {
    /** Brings out each row as it comes, and {@code -1} as value when a key had no row for ten seconds. */
    private static final class Timeout implements KeyedFunction {
        private static final long TEN_SECONDS = 10_000_000_000L;

        private final StateLayout state = new StateLayout();
        private final StateLayout.LongValue timeout = state.longValue("timeout");
        private final Schema output = Schema.parse("ts timestamp, k string, v long");

        @Override
        public String name() {
            return "timeout";
        }

        @Override
        public int version() {
            return 1;
        }

        @Override
        public StateLayout state() {
            return state;
        }

        @Override
        public Schema output() {
            return output;
        }

        @Override
        public void onRow(RowView row, KeyContext key, RowOutput out) {
            key.deleteTimer(key.get(timeout));
            key.set(timeout, row.getLong(0) + TEN_SECONDS);
            key.registerTimer(key.get(timeout));
            emit(row.getLong(0), "data ", key, out);
        }

        @Override
        public void onTimer(long timeNs, KeyContext key, RowOutput out) {
            emit(timeNs, "timeout ", key, out);
            key.clearAll();
        }

        private static void emit(long timeNs, String what, KeyContext key, RowOutput out) {
            RowWriter row = out.begin();
            row.setLong(0, timeNs);
            row.setString(1, what + key.key().getString(0));
            out.emit();
        }
    }

    @Test
    void r15ShouldNotTimeOutAKeyWhoseTimeoutARowMoved() {
        try (ProbeRun run = run()) {
            run.row("a", 10, 0).row("z", 25, 0);
            assertEquals(List.of("data a@10", "data z@25"), run.batchAtOnce());
            assertEquals(List.of("data a@26"), run.row("a", 26, 0).batchAtOnce());
        }
    }

    @Test
    void r16ShouldTimeOutByItselfAndOnce() {
        try (ProbeRun run = run()) {
            run.row("a", 10, 0).row("z", 25, 0);
            assertEquals(List.of("data a@10", "data z@25", "timeout a@20"), run.batch());
            assertEquals(List.of(), run.batch());
        }
    }

    @Test
    void r15ShouldNotTimeOutAKeyWhoseTimeoutARowMovedAfterARestart(@TempDir Path directory) {
        try (RestartRun run = new RestartRun(directory, TimerProbesTest::plan)) {
            run.row("a", 10).row("z", 25);
            assertEquals(List.of("data a@10", "data z@25"), run.batchAtOnce());
            run.restart();
            assertEquals(List.of("data a@26"), run.row("a", 26).batchAtOnce());
        }
    }

    @Test
    void r16ShouldTimeOutByItselfAndOnceAfterARestart(@TempDir Path directory) {
        try (RestartRun run = new RestartRun(directory, TimerProbesTest::plan)) {
            run.row("a", 10).row("z", 25);
            assertEquals(List.of("data a@10", "data z@25"), run.batchAtOnce());
            run.restart();
            assertEquals(List.of("timeout a@20"), run.batch());
            run.restart();
            assertEquals(List.of(), run.batch());
        }
    }

    /** The timer's row is the one at which the query dies. */
    @Test
    void r16ShouldTimeOutOnceWhenTheQueryDiesOverIt(@TempDir Path directory) {
        for (boolean taken : new boolean[] {false, true}) {
            try (RestartRun run = new RestartRun(directory.resolve("taken-" + taken), TimerProbesTest::plan)) {
                run.checkpoint();
                run.row("a", 10).row("z", 25).killAt(2, taken);
                run.batch();
                assertEquals(List.of("data a@10", "data z@25", "timeout a@20"), run.all());
            }
        }
    }

    private static ProbeRun run() {
        return new ProbeRun(TimerProbesTest::plan);
    }

    private static StreamWriter plan(StreamFrame frame) {
        return frame.withWatermark("ts", Duration.ZERO)
                .groupByKey("k")
                .unboundedState("keys end with their timeout")
                .process(new Timeout())
                .writeStream();
    }
}
