package io.tidemark.tools;

import static io.tidemark.expr.Functions.call;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.checkpoint.CheckpointStore;
import io.tidemark.checkpoint.Manifest;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.function.UserFunctions;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on queries of which they cannot know everything: functions of one's own, callbacks, state on the heap, a drained one. */
class OddQueriesTest {
    private static final Schema NUMBERS = Schema.parse("ts timestamp, n long not null");
    private static final Schema COUNTS =
            Schema.parse("window_start timestamp not null, window_end timestamp not null, count long not null");

    @TempDir
    Path home;

    private Path query;
    private Path out;
    private ChronicleJournal numbers;

    @BeforeEach
    void append() {
        query = home.resolve("query");
        out = home.resolve("out");
        numbers = ChronicleJournal.at(home.resolve("numbers"))
                .blockSizeBytes(64 << 10)
                .create(NUMBERS);
        try (RowAppender appender = numbers.openAppender()) {
            for (int i = 0; i < 30; i++) {
                append(appender, i);
            }
        }
    }

    @AfterEach
    void close() {
        numbers.close();
    }

    @Test
    void shouldSayThatOnlyTheProgramKnowsItsFunctions() {
        StreamFrame odd = Tidemark.stream("numbers", numbers)
                .functions(UserFunctions.NONE.with(new Odd()))
                .filter(call("odd", col("n")));
        try (ChronicleJournal sink = sink(NUMBERS)) {
            run(odd.writeStream().to(sink), false);
        }
        assertRefused("its functions are gone: odd version 1", "state", query);
        assertRefused("use explainRestart() and verifyReplay() there", "verify", query, "--from", "start");
        CommandRun check = CommandRun.of("restart-check", query);
        assertEquals(0, check.exitCode(), check::err);
        assertTrue(
                check.out().startsWith("The plan was not compared: its functions are gone: odd version 1.\nSTART of "),
                check::out);
        CommandRun inspect = CommandRun.of("checkpoint", "inspect", query);
        assertEquals(0, inspect.exitCode(), inspect::err);
        assertTrue(inspect.out().contains("  counters     numbers: in 30, "), inspect::out);
        assertTrue(inspect.out().contains("  counters     operator 0: in 30, accepted 15, "), inspect::out);
        CommandRun retain = CommandRun.of("retain", numbers.directory(), "--query", query, "--keep-bytes", 0);
        assertEquals(0, retain.exitCode(), retain::err);
        assertTrue(retain.out().contains("(source numbers, checkpoint 1) from position 0x"), retain::out);
    }

    /** Such keys stand in the state without their null bits. */
    @Test
    void shouldShowKeysOfADeduplicationByTheirColumns() {
        run(
                Tidemark.stream("numbers", numbers)
                        .withWatermark("ts", Duration.ZERO)
                        .dropDuplicatesWithinWatermark("n")
                        .writeStream()
                        .state(ChronicleState.withLimit(16 << 20))
                        .checkpoints(CheckpointSettings.onDemand())
                        .foreach((row, sequence) -> {}),
                false);
        CommandRun state = CommandRun.of("state", query, "--key", "n=29");
        assertEquals(0, state.exitCode(), state::err);
        assertEquals(
                1,
                state.out()
                        .lines()
                        .filter(line -> line.contains(" key {n=29} "))
                        .count(),
                state::out);
        assertEquals(
                1, state.out().lines().filter(line -> line.contains(" key ")).count(), state::out);
    }

    @Test
    void shouldLookAtAQueryWithACallbackAndStateOnTheHeap() {
        run(counts().foreach((row, sequence) -> {}), false);
        CommandRun state = CommandRun.of("state", query);
        assertEquals(0, state.exitCode(), state::err);
        assertEquals(
                1,
                state.out()
                        .lines()
                        .filter(line -> line.contains(" pane 20000000000 key "))
                        .count(),
                state::out);
        CommandRun check = CommandRun.of("restart-check", query);
        assertEquals(0, check.exitCode(), check::err);
        assertTrue(check.out().contains("  What the sink holds was not looked at.\n"), check::out);
        CommandRun verify = CommandRun.of("verify", query);
        assertEquals(3, verify.exitCode(), verify::err);
        assertTrue(verify.err().contains("The journal 'sink' of the query is 'callback'"), verify::err);
    }

    @Test
    void shouldReplayADrainedQueryAndKeepNothingForIt() {
        try (ChronicleJournal sink = sink(COUNTS)) {
            run(counts().to(sink), true);
        }
        CommandRun verify = CommandRun.of("verify", query, "--from", "start");
        assertEquals(0, verify.exitCode(), verify::out);
        assertTrue(verify.out().contains(": 3 rows in 1 spans"), verify::out);
        CommandRun check = CommandRun.of("restart-check", query);
        assertEquals(5, check.exitCode(), check::err);
        assertTrue(check.out().contains("was drained and has ended for good."), check::out);
        CommandRun retain = CommandRun.of("retain", numbers.directory(), "--query", query);
        assertEquals(0, retain.exitCode(), retain::err);
        assertTrue(retain.out().contains("  query 'odd' was drained and needs nothing of it.\n"), retain::out);
    }

    @Test
    void shouldKeepAllForAQueryWithoutCheckpoints() {
        try (ChronicleJournal sink = sink(COUNTS)) {
            run(counts().checkpoints(CheckpointSettings.none()).to(sink), false);
        }
        CommandRun list = CommandRun.of("checkpoint", "list", query);
        assertEquals(0, list.exitCode(), list::err);
        assertTrue(list.out().endsWith("\nno checkpoints\n"), list::out);
        CommandRun retain = CommandRun.of("retain", numbers.directory(), "--query", query, "--keep-bytes", 0);
        assertTrue(retain.out().contains("  needed by query 'odd' (source numbers, no checkpoint) from the start on"));
        CommandRun check = CommandRun.of("restart-check", query);
        assertEquals(0, check.exitCode(), check::err);
        assertTrue(check.out().contains("reads its sources from their start: it has no checkpoint.\n"), check::out);
        assertTrue(check.out().contains(" 30 records wait.\n"), check::out);
        assertTrue(check.out().contains("  2 rows of the sink come out again"), check::out);
        assertEquals(0, CommandRun.of("verify", query, "--from", "start").exitCode());
        assertEquals(5, CommandRun.of("verify", query).exitCode());
    }

    @Test
    void shouldStudyAPlanWithAnotherSinkOrSource() throws IOException {
        Path plan = home.resolve("plan.json");
        try (ChronicleJournal sink = sink(COUNTS)) {
            run(counts().to(sink), false);
            Files.writeString(plan, counts().queryName("odd").to(sink).toJson());
            assertOf(0, ", SAME\n", "restart-check", query, "--plan", plan);
        }
        Files.writeString(
                plan, counts().queryName("odd").foreach((row, sequence) -> {}).toJson());
        assertOf(7, " sink sink", "restart-check", query, "--plan", plan);
        assertOf(0, " -> callback", "restart-check", query, "--plan", plan, "--decide", "sink=keep");
        Files.writeString(
                plan,
                counts("more").queryName("odd").foreach((row, sequence) -> {}).toJson());
        assertRefused("--source more=DIR", "restart-check", query, "--plan", plan);
        assertOf(5, " source more", "restart-check", query, "--plan", plan, "--source", "more=" + numbers.directory());
    }

    /** A base that deltas were merged into stands beside the older way to the same state. */
    @Test
    void shouldTellDamageOfAChainFromThatOfItsFallback() throws IOException {
        Manifest manifest = mergedCheckpoint();
        assertOf(0, "  ok\n", "checkpoint", "list", query);
        Path chain = query.resolve("checkpoint").resolve(manifest.chain().get(0).name());
        Path fallback =
                query.resolve("checkpoint").resolve(manifest.fallback().get(0).name());
        Path away = home.resolve("away");
        Files.move(fallback, away);
        assertOf(1, "  usable, its fallback is DAMAGED\n", "checkpoint", "list", query);
        assertOf(1, "DAMAGED: " + fallback.getFileName() + " is missing", "checkpoint", "inspect", query);
        Files.move(away, fallback);
        Files.delete(chain);
        assertOf(1, "  usable through its older base, its chain is DAMAGED\n", "checkpoint", "list", query);
        assertOf(
                0,
                " goes on from checkpoint " + manifest.number() + ", through its older base.\n",
                "restart-check",
                query);
        assertOf(0, "checkpoint " + manifest.number() + " of query 'odd'", "state", query);
    }

    /** Runs until the newest checkpoint has a base and an older way. */
    private Manifest mergedCheckpoint() {
        StreamWriter writer = counts().state(ChronicleState.withLimit(16 << 20))
                .checkpoints(CheckpointSettings.onDemand().withMergeBytes(1))
                .foreach((row, sequence) -> {});
        Manifest manifest;
        try (RowAppender appender = numbers.openAppender();
                QueryInvoker invoker = writer.queryName("odd").directory(query).invoker()) {
            long deadline = System.nanoTime() + 60_000_000_000L;
            int second = 30;
            do {
                assertTrue(System.nanoTime() < deadline, "no base");
                append(appender, second++);
                invoker.processAllAvailable();
                invoker.checkpoint();
                manifest = CheckpointStore.openReadOnly(query).manifests().get(0);
            } while (manifest.fallback().isEmpty());
        }
        return CheckpointStore.openReadOnly(query).manifests().get(0);
    }

    private static void append(RowAppender appender, int second) {
        RowWriter row = appender.begin();
        row.setLong(0, second * 1_000_000_000L);
        row.setLong(1, second);
        appender.commit();
    }

    private static void assertOf(int exitCode, String part, Object... args) {
        CommandRun run = CommandRun.of(args);
        assertEquals(exitCode, run.exitCode(), run::err);
        assertTrue(run.out().contains(part), run::out);
    }

    private StreamWriter counts() {
        return counts("numbers");
    }

    private StreamWriter counts(String source) {
        return Tidemark.stream(source, numbers)
                .withWatermark("ts", Duration.ZERO)
                .groupBy(window("ts", Duration.ofSeconds(10)))
                .agg(count().as("count"))
                .writeStream()
                .checkpoints(CheckpointSettings.onDemand());
    }

    private ChronicleJournal sink(Schema schema) {
        return ChronicleJournal.at(out).blockSizeBytes(64 << 10).create(schema);
    }

    private void run(StreamWriter writer, boolean drain) {
        try (QueryInvoker invoker = writer.queryName("odd").directory(query).invoker()) {
            invoker.processAllAvailable();
            if (drain) {
                invoker.drain();
            }
        }
    }

    private static void assertRefused(String part, Object... args) {
        CommandRun run = CommandRun.of(args);
        assertEquals(2, run.exitCode(), run::err);
        assertTrue(run.err().contains(part), run::err);
    }
}
