package io.tidemark.tools.lives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamWriter;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.offheap.ChronicleState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** O11: what a query does whose state is larger than its limit, and what it does when it is started again with a higher one. */
class StateLimitRestartTest {
    private static final long LOW = 24L * 16_832;
    private static final long HIGH = 64L << 20;
    private static final long SECOND = 1_000_000_000L;
    private static final int KEYS = 12_000;

    @TempDir
    private Path directory;

    private final LivesJournals journals = new LivesJournals.InMemory();

    @ParameterizedTest
    @EnumSource(names = {"WINDOWS", "CHAIN", "DEDUP", "SESSION", "UPDATE_BY_COUNT", "JOIN", "AS_OF"})
    void o11ShouldStopCleanlyAtTheLimitAndGoOnWithAHigherOne(LivesQuery query) {
        fill(query);
        refusedAtTheLimit(query);
        int before = LivesJournals.rows(journals.output()).size();
        String again = refusedAtTheLimit(query);
        assertTrue(again.contains("Raise "), again);
        assertEquals(before, LivesJournals.rows(journals.output()).size());
        try (QueryInvoker running = writer(query, HIGH).invoker()) {
            running.processAllAvailable();
            assertTrue(running.recovery().checkpoint() > 0);
            assertTrue(
                    running.recovery().replayed().rows() < 2_000,
                    running.recovery().toString());
            running.drain();
        }
        List<String> rows = LivesJournals.rows(journals.output());
        assertTrue(rows.size() > (query == LivesQuery.CHAIN ? 3 : 1_000), rows.size() + " rows");
        assertEquals(undisturbed(query), rows);
    }

    /** The query ends with its error; what it put out is whole and its directory starts. */
    private String refusedAtTheLimit(LivesQuery query) {
        try (QueryInvoker running = writer(query, LOW).invoker()) {
            assertTrue(running.progress().stateUsedBytes() <= LOW);
            TidemarkException error = assertThrows(TidemarkException.class, () -> processWithCheckpoints(running));
            assertEquals(ErrorCode.STATE_LIMIT_EXCEEDED, error.code(), error.getMessage());
            return error.getMessage();
        }
    }

    private static void processWithCheckpoints(QueryInvoker running) {
        int cycle = 0;
        while (running.invoke() > 0) {
            if (++cycle % 10 == 0) {
                running.checkpoint();
            }
        }
    }

    private StreamWriter writer(LivesQuery query, long limit) {
        StreamWriter writer = query.over(sources(query))
                .directory(directory.resolve("query"))
                .state(ChronicleState.withLimit(limit))
                .pollLimit(20)
                .checkpoints(CheckpointSettings.onDemand())
                .to(journals.output());
        return query.needsOrder() ? writer.order(journals.order()) : writer;
    }

    private List<JournalSource> sources(LivesQuery query) {
        return IntStream.range(0, query.inputs()).mapToObj(journals::source).toList();
    }

    private void fill(LivesQuery query) {
        for (int i = 0; i < KEYS; i++) {
            long time = (1_000 + i / 4_000) * SECOND;
            for (int input = 0; input < query.inputs(); input++) {
                journals.append(input, time, "a key of some length " + i, i);
            }
        }
        for (int input = 0; input < query.inputs(); input++) {
            journals.append(input, 1_100 * SECOND, "last", 1);
        }
    }

    private List<String> undisturbed(LivesQuery query) {
        try (MemoryJournal output = MemoryJournal.output("out");
                MemoryJournal order = query.needsOrder() ? LivesJournals.copyOrder(journals.order()) : null) {
            StreamWriter writer = query.over(sources(query))
                    .state(ChronicleState.withLimit(HIGH))
                    .to(output);
            try (QueryInvoker running = (order == null ? writer : writer.order(order)).invoker()) {
                running.processAllAvailable();
                running.drain();
            }
            return LivesJournals.rows(output);
        }
    }

    /** Opens state that the operating system has no room for, and prints what it says. */
    static final class Greedy {
        private Greedy() {}

        public static void main(String[] args) {
            LivesJournals journals = new LivesJournals.InMemory();
            try (QueryInvoker query = LivesQuery.WINDOWS
                    .over(List.of(journals.source(0)))
                    .state(ChronicleState.withLimit(32L << 30))
                    .to(journals.output())
                    .invoker()) {
                System.out.println("opened in " + query.state());
            } catch (TidemarkException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void shouldSayThatTheOperatingSystemDoesNotGiveTheAddressSpace() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")));
        ChildJvm child = ChildJvm.run(
                directory, List.of("/bin/sh", "-c", "ulimit -v 12000000 && exec \"$@\"", "sh"), Greedy.class);
        assertEquals(0, child.exitCode(), child.text());
        assertTrue(child.text().contains("STATE_LIMIT_EXCEEDED: The operating system does not give"), child.text());
        assertTrue(child.text().contains("Declare a smaller limit with ChronicleState.withLimit"), child.text());
    }
}
