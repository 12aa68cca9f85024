package io.tidemark.probes;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.session;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.RowCallback;
import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.StreamingQuery;
import io.tidemark.Tidemark;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.checkpoint.FileHook;
import io.tidemark.engine.QueryState;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Window;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.metrics.QueryProgress;
import io.tidemark.operator.OutputMode;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults of recovery that users met in neighbouring engines; the names carry the ids of the probes. */
class RecoveryProbesTest {
    private static final int BATCHES = 10;

    @TempDir
    private Path directory;

    /** Each row of a run of ten batches is once the one over which the query dies, before and after the sink took it. */
    @Test
    void r02ShouldGiveTheSameWhereverTheQueryDies() {
        List<String> expected = tenBatches("undisturbed", -1, false, 0);
        assertEquals(2 * BATCHES, expected.size());
        for (int every : new int[] {1, 3}) {
            for (int row = 0; row < 18; row++) {
                assertEquals(expected, tenBatches("before-" + every + "-" + row, row, false, every));
                assertEquals(expected, tenBatches("after-" + every + "-" + row, row, true, every));
            }
        }
    }

    private List<String> tenBatches(String name, int crashAt, boolean taken, int checkpointEvery) {
        try (RestartRun run = new RestartRun(directory.resolve(name), tumbling(Duration.ZERO))) {
            if (crashAt >= 0) {
                run.sink.crashAt(crashAt, taken);
            }
            for (int batch = 0; batch < BATCHES; batch++) {
                run.row("a", 10 * batch + 1, batch).row("b", 10 * batch + 2, 1).row("a", 10 * batch + 3, 1);
                try {
                    run.batch();
                } catch (TidemarkException e) {
                    assertTrue(e.getMessage().contains("crash at row"), e.getMessage());
                    run.start().batch();
                }
                if (checkpointEvery > 0 && batch % checkpointEvery == 0) {
                    run.checkpoint();
                }
            }
            run.flush();
            return run.all();
        }
    }

    /** Two epochs of output stand behind the last checkpoint. */
    @Test
    void r05ShouldBringOutTwoEpochsOnceAndInOrder() {
        try (RestartRun run = new RestartRun(directory, tumbling(Duration.ZERO))) {
            run.row("a", 1, 1).batch();
            run.checkpoint();
            run.row("a", 11, 1).batch();
            run.row("a", 21, 1).batch();
            run.row("a", 31, 1).killAt(2, false);
            run.row("a", 41, 1).batch();
            assertEquals(List.of("a [0,10) 1 1", "a [10,20) 1 1", "a [20,30) 1 1", "a [30,40) 1 1"), run.all());
        }
    }

    /** The checkpoint of the first epoch fails, that of the second one holds both. */
    @Test
    void r06ShouldKeepTheLastValueWhenACheckpointFailedBetween() {
        AtomicReference<FileHook> hook = new AtomicReference<>(FileHook.NONE);
        try (RestartRun run = new RestartRun(directory, RecoveryProbesTest::updates)) {
            run.query().close();
            run.checkpoints = CheckpointSettings.onDemand()
                    .withFiles((call, file) -> hook.get().before(call, file));
            run.start().row("A", 1, 1).batch();
            hook.set((call, file) -> {
                throw new IOException("injected");
            });
            assertEquals(
                    ErrorCode.IO_FAILED,
                    assertThrows(TidemarkException.class, run::checkpoint).code());
            hook.set(FileHook.NONE);
            run.row("A", 2, 1).batch();
            long made = run.checkpoint();
            run.row("A", 3, 1).killAt(2, true);
            assertEquals(made, run.query().recovery().checkpoint());
            run.batch();
            assertEquals(List.of("A [0,10) 1 1", "A [0,10) 2 2", "A [0,10) 3 3"), run.all());
        }
    }

    /** Old files are removed while new ones are made; the query dies after each of fifty batches. */
    @Test
    void r09ShouldStartAgainAfterEachOfFiftyBatches() throws IOException {
        try (RestartRun run = new RestartRun(directory, tumbling(Duration.ZERO))) {
            run.query().close();
            run.checkpoints = CheckpointSettings.everyRows(1).withMergeBytes(0);
            run.start();
            for (int batch = 0; batch < 50; batch++) {
                run.row("a", 10 * batch + 1, 1);
                if (batch > 0) {
                    run.killAt(batch - 1, batch % 2 == 0);
                }
                run.batch();
                run.checkpoint();
            }
            assertEquals(49, run.all().size());
            assertEquals("a [480,490) 1 1", run.all().get(48));
        }
        try (Stream<Path> files = Files.list(directory.resolve("checkpoint"))) {
            long count = files.count();
            assertTrue(count < 12, count + " files are left");
        }
    }

    /** The sink of late rows has everything, the other one gets the rest of a drain in the next life. */
    @Test
    void r14ShouldFinishADrainAtBothSinks() {
        for (int row = 1; row < 4; row++) {
            for (boolean taken : new boolean[] {false, true}) {
                Path home = directory.resolve("row-" + row + "-" + taken);
                try (RestartRun run = new RestartRun(home, tumbling(Duration.ZERO))) {
                    run.row("a", 1, 1).batch();
                    run.row("a", 11, 1).batch();
                    run.row("late", 2, 1)
                            .row("a", 12, 1)
                            .row("b", 13, 1)
                            .row("c", 23, 1)
                            .batchAtOnce();
                    run.killInDrainAt(row, taken);
                    assertEquals(QueryState.DRAINED, run.query().state());
                    assertEquals(List.of("a [0,10) 1 1", "a [10,20) 2 2", "b [10,20) 1 1", "c [20,30) 1 1"), run.all());
                    assertEquals(1, run.lateStored());
                }
            }
        }
    }

    /** Ten thousand rows, then silence: what they left goes by itself. */
    @Test
    void l03ShouldRetainNothingAfterTheFinalEmission() {
        try (RestartRun run = new RestartRun(directory, tumbling(Duration.ZERO))) {
            for (int row = 0; row < 10_000; row++) {
                run.row("key" + row, row % 10, 1);
            }
            run.row("", 30, 1);
            assertEquals(10_000, run.batch().size());
            assertEquals(1, run.progress().stateRows());
            assertEquals(0, run.restart().batch().size());
            assertEquals(1, run.progress().stateRows());
            run.flush();
            assertEquals(0, run.progress().stateRows());
        }
    }

    @Test
    void l02ShouldTakeNothingForBeingAskedHowItIs() throws IOException {
        try (RestartRun run = new RestartRun(directory, tumbling(Duration.ZERO))) {
            run.row("a", 1, 1).batch();
            ask(run, 20_000);
            long files = openFiles();
            long heap = usedHeap();
            ask(run, 100_000);
            assertEquals(files, openFiles());
            long grown = usedHeap() - heap;
            assertTrue(grown < 1 << 20, grown + " bytes");
        }
    }

    private static void ask(RestartRun run, int times) {
        for (int i = 0; i < times; i++) {
            assertEquals(1, run.progress().rowsRead());
            assertEquals(0, run.query().recovery().checkpoint());
            assertEquals(QueryState.RUNNING, run.query().state());
        }
    }

    private static long openFiles() throws IOException {
        Path open = Path.of("/proc/self/fd");
        if (!Files.isDirectory(open)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(open)) {
            return files.count();
        }
    }

    private static long usedHeap() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    /** A sink that stands still for a while, and rows that come at full speed. */
    @Test
    void l05ShouldBringOutAllInOrderThroughASlowSink() {
        int rows = 100_000;
        Semaphore permits = new Semaphore(1_000);
        AtomicLong next = new AtomicLong();
        RowCallback slow = (row, sequence) -> {
            permits.acquireUninterruptibly();
            assertEquals(next.getAndIncrement(), row.getLong(2));
        };
        try (MemoryJournal source = MemoryJournal.of("in", Schema.parse("ts timestamp, k string, v long"));
                StreamingQuery query = Tidemark.stream("in", source)
                        .writeStream()
                        .queryName("slow")
                        .foreach(slow)
                        .start()) {
            for (long row = 0; row < rows; row++) {
                source.appendValues(Instant.EPOCH, "k", row);
            }
            assertTrue(source.size() - query.progress().rowsRead() > 90_000, "no lag");
            permits.release(rows);
            query.processAllAvailable();
            assertEquals(0, source.size() - query.progress().rowsRead());
            assertEquals(rows, next.get());
        }
    }

    /** A query that waits for room says that it makes no checkpoint, instead of leaving whoever asked for one waiting too. */
    @Test
    void k07ShouldAnswerARequestForACheckpointWhileItWaitsForRoom() {
        try (MemoryJournal source = MemoryJournal.of("in", Schema.parse("ts timestamp, k string, v long"));
                MemoryJournal result = MemoryJournal.output("result")) {
            CrashingSink sink = new CrashingSink(result);
            sink.full = true;
            source.appendValues(Instant.EPOCH, "a", 1L);
            try (StreamingQuery query = Tidemark.stream("in", source)
                    .writeStream()
                    .queryName("waits")
                    .directory(directory)
                    .checkpoints(CheckpointSettings.onDemand())
                    .to(sink)
                    .start()) {
                TidemarkException error = assertThrows(TidemarkException.class, query::checkpoint);
                assertEquals(ErrorCode.IO_FAILED, error.code());
                assertTrue(error.getMessage().contains("no room for result"), error.getMessage());
                assertEquals("result", query.waitsFor());
                sink.full = false;
                query.processAllAvailable();
                assertEquals(1, query.checkpoint());
            }
            assertEquals(1, result.size());
        }
    }

    @Test
    void m18ShouldNeverShowAWatermarkBehindACommittedOne() {
        try (RestartRun run = new RestartRun(directory, tumbling(Duration.ofSeconds(2)))) {
            Instant committed = Instant.MIN;
            for (int batch = 0; batch < 12; batch++) {
                run.row("a", 10 * batch + 5, 1).row("a", 10 * batch + 1, 1).batch();
                if (batch % 3 == 0) {
                    run.checkpoint();
                    committed = run.progress().watermark();
                }
                if (batch % 4 == 3) {
                    run.row("a", 10 * batch + 15, 1).killAt(run.all().size(), false);
                    assertTrue(!run.progress().watermark().isBefore(committed), "behind " + committed);
                    run.batch();
                }
                assertTrue(!run.progress().watermark().isBefore(committed), "behind " + committed);
            }
        }
    }

    @Test
    void d04ShouldKnowAnIdAfterAKill() {
        for (boolean checkpoint : new boolean[] {true, false}) {
            for (boolean taken : new boolean[] {true, false}) {
                Path home = directory.resolve("checkpoint-" + checkpoint + "-taken-" + taken);
                try (RestartRun run = new RestartRun(home, RecoveryProbesTest::distinct)) {
                    if (checkpoint) {
                        run.row("7", 100).batch();
                        run.checkpoint();
                        run.row("8", 100).killAt(1, taken);
                    } else {
                        run.row("7", 100).killAt(0, taken);
                    }
                    run.row("7", 101).batch();
                    assertEquals(checkpoint ? List.of("7@100", "8@100") : List.of("7@100"), run.all());
                }
            }
        }
    }

    @Test
    void s02ShouldJoinARowAtTheEndOfTheGapAcrossRestarts() {
        try (RestartRun run = new RestartRun(directory, sessions(10))) {
            assertEquals(List.of(), run.row("k", 0).batch());
            assertEquals(List.of(), run.restart().row("z", 9.999).batch());
            assertEquals(List.of(), run.restart().row("k", 10).batch());
            assertEquals(
                    List.of("z [9.999,19.999) 1 0", "k [0,20) 2 0"),
                    run.restart().row("z", 20).batch());
            assertEquals(List.of(), run.restart().batch());
        }
    }

    @Test
    void s03ShouldNotLetALateRowIntoASessionThatIsFinalAcrossRestarts() {
        try (RestartRun run = new RestartRun(directory, sessions(5))) {
            assertEquals(List.of(), run.row("k", 0).row("k", 3).batch());
            assertEquals(List.of("k [0,8) 2 0"), run.restart().row("k", 100).batch());
            assertEquals(List.of(), run.restart().row("k", 4).batch());
            assertEquals(1, run.late());
            assertEquals(List.of("k [100,105) 1 0"), run.restart().row("k", 200).batch());
            assertEquals(1, run.late());
        }
    }

    /** The third batch fails in the sink; the next one holds older rows. */
    @Test
    void n03ShouldKeepTheOrderWhenABatchIsRepeated() {
        List<List<String>> outputs = Stream.of(-1, 0, 1, 2, 3, 4)
                .map(crash -> {
                    try (RestartRun run =
                            new RestartRun(directory.resolve("n03" + crash), tumbling(Duration.ofSeconds(20)))) {
                        run.row("a", 5, 1).row("b", 6, 1).batch();
                        run.row("a", 15, 1).row("b", 3, 1).batch();
                        run.checkpoint();
                        run.row("a", 45, 1).row("c", 30, 1);
                        if (crash >= 0 && crash < 3) {
                            run.killAt(crash, crash == 1);
                        }
                        run.batch();
                        run.row("d", 28, 1).row("a", 26, 1).batch();
                        run.row("a", 90, 1);
                        if (crash >= 3) {
                            run.killAt(crash, crash == 4);
                        }
                        run.batch();
                        return run.all();
                    }
                })
                .toList();
        assertTrue(outputs.get(0).size() > 6, outputs.get(0).toString());
        outputs.forEach(output -> assertEquals(outputs.get(0), output));
    }

    /** A row hours older than the last one put out, inside the delay, after a restart. */
    @Test
    void n06ShouldTakeARowThatIsHoursOldAndInTimeAfterARestart() {
        try (RestartRun run = new RestartRun(directory, tumbling(Duration.ofHours(5)))) {
            run.row("a", 40_000, 1).batch();
            run.checkpoint();
            run.row("a", 60_000, 1).batch();
            run.restart().row("b", 60_000 - 4 * 3_600, 7).batch();
            assertEquals(0, run.late());
            run.flush();
            assertEquals(List.of("a [40000,40010) 1 1", "b [45600,45610) 1 7", "a [60000,60010) 1 1"), run.all());
        }
    }

    @Test
    void p07ShouldKeepTheLastProgressAndTheExceptionReadable() {
        try (RestartRun run = new RestartRun(directory, tumbling(Duration.ZERO))) {
            run.row("a", 1, 1).batch();
            run.sink.crashAt(0, false);
            run.row("a", 11, 1);
            TidemarkException error = assertThrows(TidemarkException.class, run::batch);
            assertEquals("crash at row 0", error.getCause().getMessage());
            assertEquals(QueryState.FAILED, run.query().state());
            QueryProgress last = run.progress();
            run.query().close();
            assertEquals(2, last.rowsRead());
            assertEquals(last, run.progress());
            assertEquals(QueryState.FAILED, run.query().state());
        }
    }

    private static Function<StreamFrame, StreamWriter> tumbling(Duration delay) {
        return frame -> grouped(frame, delay, window("ts", Duration.ofSeconds(10)));
    }

    private static Function<StreamFrame, StreamWriter> sessions(long seconds) {
        return frame -> grouped(frame, Duration.ZERO, session("ts", Duration.ofSeconds(seconds)));
    }

    private static StreamWriter updates(StreamFrame frame) {
        return grouped(frame, Duration.ZERO, window("ts", Duration.ofSeconds(10)))
                .outputMode(OutputMode.UPDATE);
    }

    private static StreamWriter grouped(StreamFrame frame, Duration delay, Window window) {
        return frame.withWatermark("ts", delay)
                .groupBy(window, "k")
                .agg(count(), sum("v"))
                .writeStream();
    }

    private static StreamWriter distinct(StreamFrame frame) {
        return frame.withWatermark("ts", Duration.ofSeconds(100))
                .dropDuplicatesWithinWatermark("k")
                .writeStream();
    }
}
