package io.tidemark;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.metrics.ProgressJournal;
import io.tidemark.metrics.SourceProgress;
import io.tidemark.metrics.StateOperatorProgress;
import io.tidemark.metrics.StreamingQueryListener;
import io.tidemark.metrics.StreamingQueryProgress;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.watermark.ClockGuard;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each figure of a progress by a scenario whose numbers are known; time moves by hand. */
@Timeout(60)
class ProgressTest {
    private static final long S = 1_000_000_000L;
    private static final long MS = 1_000_000L;

    /** 2023-11-14T22:13:20Z. */
    private static final long START = 1_700_000_000L * S;

    @TempDir
    private Path home;

    private final AtomicLong now = new AtomicLong(START);
    private final MemoryJournal source = MemoryJournal.withIngestTime("in", Schema.parse("ts timestamp, key string"));
    private final List<MemoryJournal> journals = new ArrayList<>(List.of(source));

    @AfterEach
    void close() {
        journals.forEach(MemoryJournal::close);
    }

    private StreamWriter counts() {
        return Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ofSeconds(2))
                .groupBy(window("ts", Duration.ofSeconds(10)), "key")
                .agg(count().as("rows"))
                .writeStream()
                .queryName("counts")
                .clock(now::get)
                .progressEvery(Duration.ZERO, now::get);
    }

    private MemoryJournal output(String name) {
        MemoryJournal journal = MemoryJournal.output(name);
        journals.add(journal);
        return journal;
    }

    private void row(long atMs, String key) {
        source.appendValuesAt(now.get(), START + atMs * MS, key);
    }

    /** The document is written down in full: names, order, figures, forms. */
    @Test
    void shouldGiveTheDocumentThatIsWrittenDown() throws IOException {
        try (QueryInvoker query = counts().to(output("out")).invoker()) {
            now.addAndGet(40 * S);
            query.takeProgress();
            now.addAndGet(S);
            row(1_000, "a");
            row(2_000, "b");
            row(14_000, "a");
            row(3_000, "c");
            query.processAllAvailable();
            row(15_000, "a");
            now.addAndGet(S);
            StreamingQueryProgress progress = query.takeProgress();
            String expected = Files.readString(Path.of("src/test/resources/progress/counts.json"));
            assertEquals(
                    expected.strip(),
                    progress.prettyJson()
                            .replace(query.id(), "ID")
                            .replace(query.runId(), "RUN")
                            .replaceAll(
                                    "\"latestOffset\" : \\d+,\\n    \"triggerExecution\"",
                                    "\"latestOffset\" : 0,\n    \"triggerExecution\"")
                            .strip());
            assertEquals(progress.json(), progress.toString());
        }
    }

    /** Probe P02. One duty cycle reads all rows in 13 ms of its clock. */
    @Test
    void shouldWriteRatesWithoutExponentUnderAGermanLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try (MemoryJournal many = MemoryJournal.of("many", Schema.parse("n long"))) {
            for (long i = 0; i < 900_000; i++) {
                many.appendValues(i);
            }
            AtomicLong seen = new AtomicLong();
            try (QueryInvoker query = Tidemark.stream("many", many)
                    .writeStream()
                    .queryName("fast")
                    .clock(now::get)
                    .pollLimit(1_000_000)
                    .progressEvery(Duration.ZERO, now::get)
                    .foreach((row, sequence) -> {
                        if (seen.incrementAndGet() == 1) {
                            now.addAndGet(13 * MS);
                        }
                    })
                    .invoker()) {
                query.processAllAvailable();
                StreamingQueryProgress progress = query.takeProgress();
                assertEquals(900_000, progress.numInputRows());
                assertEquals(900_000 / 0.013, progress.processedRowsPerSecond(), 1e-6);
                String json = progress.json();
                assertTrue(json.contains("\"processedRowsPerSecond\":69230769.2,"), json);
                assertFalse(json.matches(".*[0-9]E[0-9+-].*"), json);
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    /** Probe P03. */
    @Test
    void shouldCountWhatCameOutInEachInterval() {
        try (QueryInvoker query = counts().to(output("out")).invoker()) {
            List<Long> out = new ArrayList<>();
            row(1_000, "a");
            row(2_000, "b");
            row(3_000, "c");
            row(12_000, "d");
            row(12_000, "e");
            query.processAllAvailable();
            out.add(query.takeProgress().sink().numOutputRows());
            row(22_000, "f");
            query.processAllAvailable();
            out.add(query.takeProgress().sink().numOutputRows());
            row(22_500, "f");
            query.processAllAvailable();
            out.add(query.takeProgress().sink().numOutputRows());
            assertEquals(List.of(3L, 2L, 0L), out);
            assertEquals(5, query.lastProgress().sink().totalOutputRows());
        }
    }

    /** Probes M11 and P08: nothing was ever fed. */
    @Test
    void shouldHaveNoTimesAndNoNumbersThatAreNoneBeforeTheFirstEvent() {
        try (QueryInvoker query = counts().to(output("out")).invoker()) {
            now.addAndGet(S);
            StreamingQueryProgress progress = query.takeProgress();
            assertNull(progress.eventTime().watermarkNs());
            assertNull(progress.eventTime().minNs());
            assertNull(progress.eventTime().maxNs());
            assertNull(progress.eventTime().avgNs());
            assertNull(progress.freshnessMs());
            assertEquals(0, progress.inputRowsPerSecond());
            assertEquals(0L, progress.backlogRows());
            assertEquals(0L, progress.catchUpEtaMs());
            String json = progress.json();
            assertTrue(json.contains("\"eventTime\":{}"), json);
            assertTrue(json.contains("\"inputRowsPerSecond\":0.0,"), json);
            assertTrue(json.contains("\"startOffset\":null,\"endOffset\":null,\"latestOffset\":null"), json);
            assertFalse(json.contains("1970") || json.contains("NaN") || json.contains("Infinity"), json);
            assertEquals("Waiting for data to arrive", query.status().message());
            assertFalse(query.status().isDataAvailable());
        }
    }

    @Test
    void shouldMeasureBacklogAgeArrivalAndCatchUp() {
        try (QueryInvoker query = counts().pollLimit(10).to(output("out")).invoker()) {
            query.takeProgress();
            for (int i = 0; i < 30; i++) {
                row(i, "a");
            }
            now.addAndGet(2 * S);
            query.invoke();
            SourceProgress read = query.takeProgress().sources().get(0);
            assertEquals(10, read.numInputRows());
            assertEquals(5, read.inputRowsPerSecond());
            assertEquals(15, read.arrivalRowsPerSecond());
            assertEquals(20L, read.backlogRows());
            assertEquals(2_000L, read.oldestUnreadAgeMs());
            assertEquals(9L, read.endOffset());
            assertEquals(29L, read.latestOffset());
            assertNull(read.idleSinceMs());
            assertTrue(query.status().isDataAvailable());
            assertTrue(query.status().isTriggerActive());
            now.addAndGet(S);
            assertEquals(3_000L, query.takeProgress().sources().get(0).oldestUnreadAgeMs());
            query.processAllAvailable();
            now.addAndGet(S);
            assertEquals(0L, query.takeProgress().sources().get(0).backlogRows());
            assertNull(query.lastProgress().sources().get(0).idleSinceMs());
            now.addAndGet(S);
            assertEquals(1_000L, query.takeProgress().sources().get(0).idleSinceMs());
            now.addAndGet(4 * S);
            assertEquals(5_000L, query.takeProgress().sources().get(0).idleSinceMs());
            assertEquals(0L, query.lastProgress().sink().lagRows());
        }
    }

    @Test
    void shouldTellTheAgeInAJournalWithoutIngestTimes() {
        try (MemoryJournal plain = MemoryJournal.of("plain", Schema.parse("n long"));
                QueryInvoker query = Tidemark.stream("plain", plain)
                        .writeStream()
                        .queryName("plain")
                        .pollLimit(1)
                        .progressEvery(Duration.ZERO, now::get)
                        .to(output("out"))
                        .invoker()) {
            query.takeProgress();
            plain.appendValues(1L);
            assertEquals(0L, age(query));
            now.addAndGet(S);
            plain.appendValues(2L);
            assertEquals(1_000L, age(query));
            now.addAndGet(S);
            query.invoke();
            assertEquals(1_000L, age(query), "the first was read, the second was seen a second ago");
            query.invoke();
            assertEquals(0L, age(query));
        }
    }

    private static Long age(QueryInvoker query) {
        return query.takeProgress().sources().get(0).oldestUnreadAgeMs();
    }

    @Test
    void shouldCountLateNullAndFutureRowsForTheirSource() {
        StreamWriter writer = Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ofSeconds(2), ClockGuard.maxFutureSkew(Duration.ofHours(1)))
                .groupBy(window("ts", Duration.ofSeconds(10)), "key")
                .agg(count().as("rows"))
                .writeStream()
                .queryName("guarded")
                .progressEvery(Duration.ZERO, now::get);
        try (QueryInvoker query = writer.to(output("out")).invoker()) {
            row(1_000, "a");
            row(30_000, "a");
            row(2_000, "late");
            row(3_000, "late");
            source.appendValuesAt(now.get(), null, "null");
            row(7_200_000, "future");
            query.processAllAvailable();
            StreamingQueryProgress progress = query.takeProgress();
            SourceProgress in = progress.sources().get(0);
            assertEquals(2, in.lateRows());
            assertEquals(1, in.nullTime());
            assertEquals(1, in.futureQuarantined());
            StateOperatorProgress groups = progress.stateOperators().get(0);
            assertEquals(2, groups.numRowsDroppedByWatermark());
            assertEquals(1L, groups.openGroups());
            assertEquals(1, groups.evictedRows());
            assertEquals(START + 30 * S, groups.oldestOpenNs());
            assertEquals(START + 40 * S, groups.nextDeadlineNs());
            assertEquals("stateStoreSave", groups.operatorName());
            assertEquals(48, groups.memoryUsedBytes());
            assertEquals(48 + 7 * 8, progress.state().usedBytes(), "single values take 8 bytes each");
            assertEquals(groups.memoryUsedBytes(), groups.bytesPerRow());
            assertEquals(
                    progress.state().limitBytes() - progress.state().usedBytes(),
                    progress.state().leftBytes());
            assertEquals(START + 28 * S, progress.eventTime().watermarkNs());
            assertEquals((now.get() - START - 28 * S) / MS, progress.freshnessMs());
            assertEquals(2L, progress.operators().get(2).dropped().get(DropReason.LATE));
        }
    }

    @Test
    void shouldSayWhichInputHoldsTheWatermarkBack() {
        MemoryJournal other = MemoryJournal.withIngestTime("slow", Schema.parse("ts timestamp, key string"));
        journals.add(other);
        StreamFrame fast = Tidemark.stream("fast", source).withWatermark("ts", Duration.ofSeconds(1));
        StreamFrame slow = Tidemark.stream("slow", other).withWatermark("ts", Duration.ofSeconds(5));
        try (QueryInvoker query = fast.union(slow)
                .groupBy(window("ts", Duration.ofSeconds(10)), "key")
                .agg(count().as("rows"))
                .writeStream()
                .queryName("both")
                .clock(now::get)
                .idleAfter(Duration.ofSeconds(3))
                .progressEvery(Duration.ZERO, now::get)
                .to(output("out"))
                .invoker()) {
            row(20_000, "a");
            query.processAllAvailable();
            StreamingQueryProgress progress = query.takeProgress();
            assertEquals("slow", progress.eventTime().heldBackBy(), "it has none yet");
            assertTrue(progress.sources().get(1).holdsWatermark());
            assertNull(progress.sources().get(1).watermarkNs());
            other.appendValuesAt(now.get(), START + 22 * S, "b");
            query.processAllAvailable();
            progress = query.takeProgress();
            assertEquals(START + 19 * S, progress.sources().get(0).watermarkNs());
            assertEquals(START + 17 * S, progress.sources().get(1).watermarkNs());
            assertEquals(START + 17 * S, progress.eventTime().watermarkNs());
            assertEquals("slow", progress.eventTime().heldBackBy());
            query.invoke();
            now.addAndGet(4 * S);
            row(30_000, "a");
            query.invoke();
            query.invoke();
            progress = query.takeProgress();
            assertTrue(progress.sources().get(1).idle());
            assertNull(progress.eventTime().heldBackBy(), "one source is left");
        }
    }

    @Test
    void shouldCountTheTimeInWhichASourceIsHeldBack() {
        MemoryJournal other = MemoryJournal.withIngestTime("slow", Schema.parse("ts timestamp, key string"));
        journals.add(other);
        StreamFrame fast = Tidemark.stream("fast", source).withWatermark("ts", Duration.ZERO);
        StreamFrame slow = Tidemark.stream("slow", other).withWatermark("ts", Duration.ZERO);
        try (QueryInvoker query = fast.union(slow)
                .writeStream()
                .queryName("both")
                .clock(now::get)
                .maxDrift(Duration.ofSeconds(10))
                .progressEvery(Duration.ZERO, now::get)
                .to(output("out"))
                .invoker()) {
            other.appendValuesAt(now.get(), START, "b");
            row(60_000, "a");
            query.processAllAvailable();
            now.addAndGet(3 * S);
            query.invoke();
            query.processAllAvailable();
            for (int i = 0; i < 64; i++) {
                query.invoke();
            }
            assertEquals(3_000, query.takeProgress().sources().get(0).throttledMs());
            other.appendValuesAt(now.get(), START + 55 * S, "b");
            query.processAllAvailable();
            now.addAndGet(3 * S);
            query.processAllAvailable();
            assertEquals(3_000, query.takeProgress().sources().get(0).throttledMs());
        }
    }

    /** Probe P06. */
    @Test
    void shouldCountRowsOfAJoinAndSayBytesAndFillApart() {
        MemoryJournal right = MemoryJournal.withIngestTime("right", Schema.parse("rts timestamp, rkey string"));
        journals.add(right);
        try (QueryInvoker query = Tidemark.stream("left", source)
                .withWatermark("ts", Duration.ofSeconds(5))
                .join(
                        Tidemark.stream("right", right).withWatermark("rts", Duration.ofSeconds(5)),
                        col("key")
                                .eq(col("rkey"))
                                .and(col("ts").ge(col("rts")))
                                .and(col("ts").le(col("rts").plus(Duration.ofSeconds(10)))))
                .writeStream()
                .queryName("pairs")
                .progressEvery(Duration.ZERO, now::get)
                .to(output("out"))
                .invoker()) {
            row(1_000, "k");
            row(2_000, "k");
            row(3_000, "k");
            query.processAllAvailable();
            StreamingQueryProgress progress = query.takeProgress();
            StateOperatorProgress join = progress.stateOperators().get(0);
            assertEquals("symmetricHashJoin", join.operatorName());
            assertEquals(3, join.numRowsTotal());
            assertNull(join.openGroups());
            assertTrue(join.memoryUsedBytes() > 0);
            assertEquals(
                    (double) progress.state().usedBytes() / progress.state().limitBytes(),
                    progress.state().fill());
        }
    }

    /** Step times come from the clock of the query: each working cycle takes 2 ms, all of it in the sink. */
    @Test
    void shouldTakeTheTimeOfDutyCycles() {
        for (int i = 0; i < 10; i++) {
            row(i, "a");
        }
        try (QueryInvoker query = Tidemark.stream("in", source)
                .writeStream()
                .queryName("timed")
                .clock(now::get)
                .pollLimit(1)
                .progressEvery(Duration.ZERO, now::get)
                .foreach((row, sequence) -> now.addAndGet(2 * MS))
                .invoker()) {
            query.processAllAvailable();
            StreamingQueryProgress progress = query.takeProgress();
            assertEquals(10, progress.steps().stepNs().count());
            assertEquals(2.0, progress.steps().stepNs().p50() / 1e6, 0.05);
            assertEquals(2.0, progress.steps().stepNs().max() / 1e6, 0.05);
            assertEquals(20 * MS, progress.steps().busyNs());
            assertEquals(1.0, progress.steps().sinkShare());
            assertEquals(500, progress.processedRowsPerSecond());
            assertTrue(progress.json().contains("\"addBatch\":20,"), progress.json());
        }
    }

    /** Probe P07. */
    @Test
    void shouldKeepTheLastProgressAndTheExceptionAfterTheStop() {
        List<String> events = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch told = new CountDownLatch(1);
        row(1, "a");
        StreamingQuery query = Tidemark.stream("in", source)
                .writeStream()
                .queryName("fails")
                .listener(new StreamingQueryListener() {
                    @Override
                    public void onQueryStarted(QueryStartedEvent event) {
                        events.add("started " + event.name());
                        throw new IllegalStateException("a listener that throws");
                    }

                    @Override
                    public void onQueryTerminated(QueryTerminatedEvent event) {
                        events.add("terminated " + event.errorClassOnException());
                        told.countDown();
                    }
                })
                .foreach((row, sequence) -> {
                    throw new TidemarkException(ErrorCode.IO_FAILED, "No.", "Yes.");
                })
                .start();
        assertEquals("started fails", events.get(0));
        assertThrows(TidemarkException.class, query::awaitTermination);
        StreamingQueryProgress last = query.lastProgress();
        assertEquals("FAILED", last.life());
        assertEquals(1, last.sources().get(0).totalInputRows());
        assertSame(last, query.lastProgress());
        assertNotNull(query.exception());
        assertTrue(
                query.status().message().startsWith("Terminated with exception: "),
                query.status().message());
        await(told);
        assertEquals(List.of("started fails", "terminated IO_FAILED"), events);
        query.close();
        assertSame(last, query.lastProgress());
        assertSame(last, query.takeProgress());
    }

    @Test
    void shouldTellListenersInOrderAndOfIdleTimeOnceInTenSeconds() {
        List<String> events = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch told = new CountDownLatch(1);
        QueryInvoker query = counts().listener(new StreamingQueryListener() {
                    @Override
                    public void onQueryStarted(QueryStartedEvent event) {
                        events.add("started");
                    }

                    @Override
                    public void onQueryProgress(QueryProgressEvent event) {
                        events.add("progress " + event.progress().numInputRows());
                        throw new IllegalStateException("a listener that throws");
                    }

                    @Override
                    public void onQueryIdle(QueryIdleEvent event) {
                        events.add("idle " + event.timestamp());
                    }

                    @Override
                    public void onQueryTerminated(QueryTerminatedEvent event) {
                        events.add("terminated " + event.exception());
                        told.countDown();
                    }
                })
                .to(output("out"))
                .invoker();
        row(1, "a");
        query.processAllAvailable();
        query.takeProgress();
        for (int i = 0; i < 12; i++) {
            now.addAndGet(S);
            query.takeProgress();
        }
        row(2, "a");
        row(3, "a");
        query.processAllAvailable();
        query.takeProgress();
        assertEquals(4, query.recentProgress().size(), "of the idle samples two are kept");
        query.close();
        await(told);
        assertEquals(
                List.of(
                        "started",
                        "progress 1",
                        "idle 2023-11-14T22:13:21.000Z",
                        "idle 2023-11-14T22:13:31.000Z",
                        "progress 2",
                        "progress 0",
                        "terminated null"),
                events);
    }

    @Test
    void shouldKeepItsIdOverARestartAndChangeItsRunId() {
        MemoryJournal out = output("out");
        String id;
        String runId;
        try (QueryInvoker query = counts().directory(home).to(out).invoker()) {
            id = query.id();
            runId = query.runId();
            assertEquals(id, query.takeProgress().id());
        }
        try (QueryInvoker query = counts().directory(home).to(out).invoker()) {
            assertEquals(id, query.id());
            assertNotEquals(runId, query.runId());
        }
    }

    @Test
    void shouldWriteSamplesToAJournalThatCanBeQueried() {
        MemoryJournal progress = output("__progress");
        try (QueryInvoker query =
                counts().progressTo(progress).to(output("out")).invoker()) {
            row(1, "a");
            query.processAllAvailable();
            now.addAndGet(S);
            query.takeProgress();
        }
        assertEquals(ProgressJournal.SCHEMA, progress.schema());
        assertEquals(8, progress.size(), "two samples of the query, its source and two operators");
        List<Object> row = progress.rows().get(0);
        assertEquals("query", row.get(ProgressJournal.SCHEMA.index("scope")));
        assertEquals(1L, row.get(ProgressJournal.SCHEMA.index("rows_in")));
        assertTrue(row.get(ProgressJournal.SCHEMA.index("json")).toString().startsWith("{\"id\":"));
        assertEquals("in", progress.rows().get(1).get(ProgressJournal.SCHEMA.index("name")));
        assertEquals(0L, progress.rows().get(1).get(ProgressJournal.SCHEMA.index("backlog_rows")));
    }

    /** A journal that takes nothing: the query goes on, and what is lost is counted. */
    @Test
    void shouldCountSamplesThatTheirJournalDoesNotTake() {
        MemoryJournal closed = MemoryJournal.output("full");
        closed.close();
        MemoryJournal out = output("out");
        try (QueryInvoker query = counts().progressTo(closed).to(out).invoker()) {
            query.takeProgress();
            row(1, "a");
            row(20_000, "a");
            query.processAllAvailable();
            StreamingQueryProgress progress = query.takeProgress();
            assertEquals(4, progress.progressRowsLost());
            assertEquals(1, out.size());
        }
    }

    /** Probe L05, with fewer rows: a slow sink lets the lag grow, and it falls to 0. */
    @Test
    void shouldShowTheLagOfASlowSinkRiseAndFall() {
        AtomicLong next = new AtomicLong();
        List<Long> lags = Collections.synchronizedList(new ArrayList<>());
        try (StreamingQuery query = Tidemark.stream("in", source)
                .writeStream()
                .queryName("slow")
                .pollLimit(16)
                .progressEvery(Duration.ofMillis(20))
                .listener(new StreamingQueryListener() {
                    @Override
                    public void onQueryProgress(QueryProgressEvent event) {
                        lags.add(event.progress().sink().lagRows());
                    }
                })
                .foreach((row, sequence) -> {
                    assertEquals(next.getAndIncrement(), sequence);
                    java.util.concurrent.locks.LockSupport.parkNanos(MS);
                })
                .start()) {
            for (int i = 0; i < 1_000; i++) {
                row(i, "a");
            }
            query.processAllAvailable();
            assertEquals(1_000, next.get());
            assertEquals(0L, query.takeProgress().sink().lagRows());
        }
        long peak = lags.stream().mapToLong(Long::longValue).max().orElseThrow();
        assertTrue(peak > 100, "peak " + peak);
    }

    /** Probe L02. */
    @Test
    void shouldLeakNothingWhenAskedAHundredThousandTimes() throws IOException {
        try (StreamingQuery query =
                counts().progressEvery(Duration.ofMillis(50)).to(output("out")).start()) {
            for (int i = 0; i < 20; i++) {
                query.takeProgress();
            }
            long descriptors = descriptors();
            long before = usedHeap();
            for (int i = 0; i < 100_000; i++) {
                query.lastProgress();
                query.recentProgress();
                query.status();
            }
            assertTrue(usedHeap() - before < 4 << 20, "the heap grew by " + (usedHeap() - before));
            assertEquals(descriptors, descriptors(), 2);
            assertTrue(query.recentProgress().size() <= 100);
        }
    }

    private static long descriptors() throws IOException {
        try (var files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }

    private static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(20, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
