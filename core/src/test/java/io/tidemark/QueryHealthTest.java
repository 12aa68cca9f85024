package io.tidemark;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.journal.MemoryJournal;
import io.tidemark.metrics.diagnosis.Alarm;
import io.tidemark.metrics.diagnosis.DiagnosisEvent;
import io.tidemark.metrics.diagnosis.DiagnosisSettings;
import io.tidemark.metrics.diagnosis.QueryHealth;
import io.tidemark.metrics.diagnosis.ServiceLevel;
import io.tidemark.metrics.diagnosis.Threshold;
import io.tidemark.metrics.diagnosis.Verdict;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is said about running queries: from rows in a journal to a verdict; time moves by hand. */
@Timeout(120)
class QueryHealthTest {
    private static final long S = 1_000_000_000L;
    private static final long START = 1_700_000_000L * S;

    private final AtomicLong now = new AtomicLong(START);
    private final MemoryJournal source = MemoryJournal.withIngestTime("in", Schema.parse("ts timestamp, key string"));
    private final MemoryJournal out = MemoryJournal.output("out");
    private final List<Alarm> told = new ArrayList<>();

    @AfterEach
    void close() {
        source.close();
        out.close();
    }

    private QueryHealth health(ServiceLevel level) {
        return new QueryHealth(DiagnosisSettings.STANDARD, level, event -> {
            if (event.change() == DiagnosisEvent.Change.ENTERED) {
                told.add(event.alarm());
            }
        });
    }

    private QueryInvoker counts(QueryHealth health) {
        return Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ofSeconds(2))
                .groupBy(window("ts", Duration.ofSeconds(10)), "key")
                .agg(count().as("rows"))
                .writeStream()
                .queryName("counts")
                .clock(now::get)
                .progressEvery(Duration.ZERO, now::get)
                .watch(health)
                .to(out)
                .invoker();
    }

    /** A second goes by in which so many rows come, each a millisecond after the one before and {@code behindNs} behind the clock. */
    private void second(QueryInvoker query, int rows, long behindNs) {
        for (int i = 0; i < rows; i++) {
            source.appendValuesAt(now.get(), now.get() - behindNs + i * 1_000_000L, "k" + i % 7);
        }
        query.processAllAvailable();
        now.addAndGet(S);
        query.takeProgress();
    }

    private static Verdict verdict(QueryHealth health) {
        return (Verdict) health.standing().verdict().orElseThrow().alarm();
    }

    @Test
    void shouldSayThatAllIsWellWhileRowsComeAndGo() {
        QueryHealth health =
                health(ServiceLevel.builder().freshness(Duration.ofSeconds(30)).build());
        try (QueryInvoker query = counts(health)) {
            for (int i = 0; i < 30; i++) {
                second(query, 50, 0);
            }
            assertEquals(Verdict.HEALTHY, verdict(health));
            assertEquals(List.of(Verdict.HEALTHY), told);
        }
    }

    @Test
    void shouldNameASourceThatStalls() {
        QueryHealth health =
                health(ServiceLevel.builder().freshness(Duration.ofSeconds(30)).build());
        try (QueryInvoker query = counts(health)) {
            for (int i = 0; i < 20; i++) {
                second(query, 50, 0);
            }
            for (int i = 0; i < 40; i++) {
                second(query, 0, 0);
            }
            assertEquals(Verdict.IDLE_SOURCE, verdict(health));
            assertTrue(
                    health.standing().crossed().stream().anyMatch(crossed -> crossed.alarm() == Threshold.FRESHNESS),
                    () -> health.standing().toString());
            second(query, 50, 0);
            for (int i = 0; i < 20; i++) {
                second(query, 50, 0);
            }
            assertEquals(Verdict.HEALTHY, verdict(health));
        }
    }

    @Test
    void shouldSayThatRowsAreLostAsLate() {
        QueryHealth health = health(ServiceLevel.builder().completeness(0.99).build());
        try (QueryInvoker query = counts(health)) {
            for (int i = 0; i < 20; i++) {
                second(query, 90, 0);
                second(query, 10, 60 * S);
            }
            assertEquals(Verdict.LATE_LOSS, verdict(health));
        }
    }

    @Test
    void shouldNotHurtAQueryWhereAWatcherFails() {
        QueryHealth health = QueryHealth.of(ServiceLevel.NONE);
        try (QueryInvoker query = Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ofSeconds(2))
                .writeStream()
                .queryName("watched")
                .clock(now::get)
                .progressEvery(Duration.ZERO, now::get)
                .watch(progress -> {
                    throw new IllegalStateException("on purpose");
                })
                .watch(health)
                .to(out)
                .invoker()) {
            for (int i = 0; i < 12; i++) {
                second(query, 5, 0);
            }
            assertEquals(60, out.size());
            assertEquals(Verdict.HEALTHY, verdict(health));
            assertEquals(1, health.events().size());
        }
    }
}
