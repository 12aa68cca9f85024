package io.tidemark.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.QueryInvoker;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.operator.DropReason;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Meters of queries whose figures are known. */
@Timeout(60)
class TidemarkMetricsTest {
    private final Counts counts = new Counts();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @AfterEach
    void close() {
        registry.close();
        counts.close();
    }

    private double value(String name, String... tags) {
        List<Double> values = new ArrayList<>();
        registry.get(name).tags(tags).meter().measure().forEach(measured -> values.add(measured.getValue()));
        assertEquals(1, values.size(), name);
        return values.get(0);
    }

    @Test
    void shouldShowTheFiguresOfTheLastSample() {
        try (TidemarkMetrics metrics = new TidemarkMetrics();
                QueryInvoker query = counts.writer("counts").invoker()) {
            metrics.bindTo(registry);
            metrics.add(query);
            counts.row(1, "a");
            counts.row(3, "b");
            counts.row(14, "a");
            counts.row(2, "late");
            query.processAllAvailable();
            assertEquals(0, value("tidemark.query.input.rows", "query", "counts"), "no sample was taken yet");
            counts.row(15, "c");
            query.takeProgress();

            assertEquals(1, value("tidemark.query.up"));
            assertEquals(4, value("tidemark.query.input.rows", "query", "counts"));
            assertEquals(4, value("tidemark.source.input.rows", "query", "counts", "source", "in"));
            assertEquals(1, value("tidemark.source.backlog.rows", "source", "in"));
            assertEquals(30, value("tidemark.source.backlog.age.seconds", "source", "in"));
            assertEquals(1, value("tidemark.source.late.rows", "source", "in"));
            assertEquals(2, value("tidemark.sink.output.rows"));
            assertEquals(1_700_000_012.0, value("tidemark.query.watermark.timestamp.seconds"));
            assertEquals(18, value("tidemark.query.freshness.seconds"), "30 s - (14 s - 2 s)");
            assertEquals(1_700_000_030.0, value("tidemark.query.sample.timestamp.seconds"));
            assertEquals(1, value("tidemark.state.rows"));
            String operator = query.lastProgress().stateOperators().get(0).uid();
            assertEquals(1, value("tidemark.operator.open.groups", "operator", operator));
            assertEquals(4, value("tidemark.operator.input.rows", "operator", operator));
            assertEquals(1, value("tidemark.operator.dropped.rows", "operator", operator, "reason", "late"));
            assertEquals(3, value("tidemark.operator.accepted.rows", "operator", operator));
        }
    }

    /** P08. */
    @Test
    void shouldShowZeroAndNeverNaNForAQueryThatWasNeverFed() {
        try (TidemarkMetrics metrics = new TidemarkMetrics();
                QueryInvoker query = counts.writer("counts").invoker()) {
            metrics.add(query).bindTo(registry);
            int meters = 0;
            for (Meter meter : registry.getMeters()) {
                for (Measurement measured : meter.measure()) {
                    assertTrue(Double.isFinite(measured.getValue()), () -> meter.getId() + " " + measured);
                    meters++;
                }
            }
            int operators = query.lastProgress().operators().size();
            int expected = MetricTable.QUERY.size()
                    + MetricTable.SOURCE.size()
                    + operators * (MetricTable.OPERATOR.size() + DropReason.values().length)
                    + MetricTable.STATE.size();
            assertEquals(expected, meters, "no two figures share a name and tags");
            for (String counter : List.of("query.input", "source.input", "source.late", "sink.output")) {
                assertEquals(0, value("tidemark." + counter + ".rows"), counter);
            }
            assertEquals(0, value("tidemark.source.backlog.rows"));
            assertEquals(0, value("tidemark.source.backlog.age.seconds"));
            assertEquals(0, value("tidemark.query.input.rows.per.second"));
            assertEquals(0, value("tidemark.query.step.p99.seconds"));
            assertEquals(-1, value("tidemark.query.freshness.seconds"), "there is none before the first event");
        }
    }

    @Test
    void shouldKeepAnEndedQueryReadableUntilItIsRemoved() {
        try (TidemarkMetrics metrics = new TidemarkMetrics()) {
            metrics.bindTo(registry);
            try (QueryInvoker query = counts.writer("counts").invoker()) {
                metrics.add(query);
                counts.row(1, "a");
                query.processAllAvailable();
            }
            assertEquals(0, value("tidemark.query.up"));
            assertEquals(0, value("tidemark.query.failed"));
            assertEquals(1, value("tidemark.query.input.rows"));
            metrics.remove("counts");
            assertEquals(List.of(), registry.getMeters());
        }
    }

    @Test
    void shouldLetANewRunTakeThePlaceOfAnEndedOneAndRefuseASecondRunningOne() {
        try (TidemarkMetrics metrics = new TidemarkMetrics();
                Counts other = new Counts();
                Counts third = new Counts()) {
            metrics.bindTo(registry);
            try (QueryInvoker first = counts.writer("counts").invoker();
                    QueryInvoker twin = third.writer("counts").invoker()) {
                metrics.add(first);
                TidemarkException refused = assertThrows(TidemarkException.class, () -> metrics.add(twin));
                assertEquals(ErrorCode.QUERY_STATE_INVALID, refused.code());
                assertTrue(refused.getMessage().contains("'counts'"), refused::getMessage);
            }
            try (QueryInvoker second = other.writer("counts").invoker()) {
                metrics.add(second);
                assertEquals(1, value("tidemark.query.up"));
                assertEquals(1, registry.find("tidemark.query.up").meters().size());
            }
        }
        assertEquals(List.of(), registry.getMeters(), "close takes all out");
    }

    @Test
    void shouldShowSeveralQueriesInSeveralRegistries() {
        SimpleMeterRegistry more = new SimpleMeterRegistry();
        try (TidemarkMetrics metrics = new TidemarkMetrics();
                Counts other = new Counts();
                QueryInvoker first = counts.writer("first").invoker();
                QueryInvoker second = other.writer("second").invoker()) {
            metrics.bindTo(registry);
            metrics.add(first).add(second);
            metrics.bindTo(more);
            assertEquals(registry.getMeters().size(), more.getMeters().size());
            assertEquals(1, value("tidemark.query.up", "query", "first"));
            assertEquals(1, value("tidemark.query.up", "query", "second"));
            assertFalse(more.find("tidemark.query.up")
                    .tag("query", "first")
                    .meters()
                    .isEmpty());
        }
        assertEquals(List.of(), more.getMeters());
        more.close();
    }
}
