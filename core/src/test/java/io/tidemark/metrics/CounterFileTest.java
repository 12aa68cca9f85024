package io.tidemark.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.operator.DropReason;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters in a file, looked at from this process and from another one. */
final class CounterFileTest {
    @TempDir
    private Path directory;

    private QueryCounters counters() throws IOException {
        QueryCounters counters = new QueryCounters("a: (b)", 2);
        counters.moveTo(CounterFile.create(directory, "a: (b)", "ID", "RUN", counters.capacity()));
        return counters;
    }

    private static void count(QueryCounters counters) {
        OperatorMetrics source = counters.addSource("ticks: (raw)");
        OperatorMetrics operator = counters.add("bars");
        for (int i = 0; i < 5; i++) {
            source.rowPassed();
            operator.rowIn();
        }
        operator.rowDropped(DropReason.LATE);
        operator.watermark(1_700_000_000_000_000_000L);
        counters.source(0, 77, false, 3_000);
        counters.publish(4096, 65536, 9, 2);
    }

    private Map<String, Long> read() {
        return CounterReading.read(directory).counters().stream()
                .collect(Collectors.toMap(
                        one -> one.scope() + "/" + one.name() + "/" + one.figure(), CounterReading.Counter::value));
    }

    @Test
    void shouldShowWhatWasPublished() throws IOException {
        QueryCounters counters = counters();
        count(counters);
        Map<String, Long> values = read();
        assertEquals(5, values.get("source/ticks: (raw)/rows in"));
        assertEquals(77, values.get("source/ticks: (raw)/position"));
        assertEquals(3_000, values.get("source/ticks: (raw)/time held back"));
        assertEquals(5, values.get("operator/bars/rows in"));
        assertEquals(1, values.get("operator/bars/dropped late"));
        assertEquals(1_700_000_000_000_000_000L, values.get("operator/bars/watermark"));
        assertEquals(4096, values.get("query//state used"));
        assertEquals(9, values.get("query//number of the last row out"));
        CounterReading reading = CounterReading.read(directory);
        assertEquals("a: (b)", reading.query());
        assertEquals("RUN", reading.runId());
        assertEquals(ProcessHandle.current().pid(), reading.pid());
        assertTrue(reading.running());
        counters.end("CLOSED");
        assertEquals("CLOSED", CounterReading.read(directory).life());
        assertTrue(CounterReading.read(directory).endedAtMs() > 0);
    }

    /** The old file stays good for who holds it, and the new one has the name. */
    @Test
    void shouldLeaveTheCountersOfAnEarlierRunReadable() throws IOException {
        QueryCounters old = counters();
        count(old);
        CounterReading reading = CounterReading.read(directory);
        count(counters());
        assertEquals(5, old.progress().rowsRead());
        old.publish(1, 1, 1, 1);
        assertEquals(9, read().get("query//number of the last row out"));
        assertTrue(reading.running());
    }

    @Test
    void shouldSayThatThereAreNone() throws IOException {
        TidemarkException none = assertThrows(TidemarkException.class, () -> CounterReading.read(directory));
        assertEquals(ErrorCode.JOURNAL_MISSING, none.code());
        Files.write(directory.resolve(CounterFile.NAME), new byte[5000]);
        assertThrows(TidemarkException.class, () -> CounterReading.read(directory));
    }

    /** Another process counts, is read while it runs, and is killed. */
    @Test
    void shouldBeReadFromOutsideAndAfterAKill() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                        "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Counting.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = process.inputReader()) {
            assertEquals("counted", out.readLine());
            CounterReading running = CounterReading.read(directory);
            assertTrue(running.running());
            assertEquals(process.pid(), running.pid());
            assertEquals(5, read().get("operator/bars/rows in"));
        } finally {
            process.destroyForcibly().waitFor();
        }
        CounterReading dead = CounterReading.read(directory);
        assertFalse(dead.running());
        assertEquals(CounterReading.DIED, dead.life());
        assertEquals(5, read().get("operator/bars/rows in"));
    }

    /** Counts and waits to be killed. */
    static final class Counting {
        private Counting() {}

        public static void main(String[] args) throws Exception {
            QueryCounters counters = new QueryCounters("other", 2);
            counters.moveTo(CounterFile.create(Path.of(args[0]), "other", "ID", "RUN", counters.capacity()));
            count(counters);
            System.out.println("counted");
            Thread.sleep(600_000);
        }
    }
}
