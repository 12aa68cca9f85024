package io.tidemark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.metrics.MonitorSettings;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Queries in JMX, read as a console reads them. */
@Timeout(60)
class QueryBeanTest {
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final Locale locale = Locale.getDefault();
    private final Watched watched = new Watched();

    @BeforeEach
    void speakGerman() {
        Locale.setDefault(Locale.GERMANY);
    }

    @AfterEach
    void close() {
        Locale.setDefault(locale);
        watched.close();
    }

    private static ObjectName bean(String name) throws JMException {
        return ObjectName.getInstance("io.tidemark:type=Query,name=" + name);
    }

    private Object read(ObjectName bean, String attribute) throws JMException {
        return server.getAttribute(bean, attribute);
    }

    @Test
    void shouldShowTheFiguresOfTheLastSampleWhenAskedFor() throws JMException {
        try (QueryInvoker plain = watched.writer("bean-none").invoker()) {
            assertFalse(server.isRegistered(bean("bean-none")), "nobody asked: " + plain.state());
        }
        try (Watched fresh = new Watched();
                QueryInvoker query = fresh.writer("bean-figures")
                        .monitoring(MonitorSettings::jmx)
                        .invoker()) {
            ObjectName bean = bean("bean-figures");
            assertEquals(0L, read(bean, "InputRowsTotal"));
            assertEquals(0L, read(bean, "WatermarkMs"));
            assertEquals(-1L, read(bean, "FreshnessMs"));
            assertEquals(0.0, read(bean, "InputRowsPerSecond"));

            fresh.rows(1, 3, 14, 2);
            query.processAllAvailable();
            fresh.rows(15);
            fresh.now.addAndGet(30 * Watched.S);
            query.takeProgress();
            assertEquals("RUNNING", read(bean, "State"));
            assertEquals(query.id(), read(bean, "Id"));
            assertEquals(4L, read(bean, "InputRowsTotal"));
            assertEquals(1L, read(bean, "BacklogRows"));
            assertEquals(2L, read(bean, "OutputRowsTotal"));
            assertEquals(1L, read(bean, "DroppedRowsTotal"));
            assertEquals(1_700_000_012_000L, read(bean, "WatermarkMs"));
            assertEquals(18_000L, read(bean, "FreshnessMs"));
            assertEquals(4 / 30.0, (double) read(bean, "InputRowsPerSecond"), 1e-9);
            assertEquals(query.lastProgress().json(), read(bean, "LastProgressJson"));
            assertTrue(read(bean, "LastProgressJson").toString().contains("\"inputRowsPerSecond\":0.13"));
        }
    }

    /** P07. */
    @Test
    void shouldStayReadableAfterTheEndUntilANewRunTakesItsPlace() throws JMException {
        ObjectName bean = bean("bean-again");
        String firstRun;
        try (QueryInvoker query =
                watched.writer("bean-again").monitoring(MonitorSettings::jmx).invoker()) {
            watched.rows(1);
            query.processAllAvailable();
            firstRun = query.runId();
        }
        assertEquals(Duration.ofSeconds(60), MonitorSettings.BEAN_STAYS);
        assertEquals("CLOSED", read(bean, "State"));
        assertEquals(1L, read(bean, "InputRowsTotal"));
        assertEquals(firstRun, read(bean, "RunId"));
        try (Watched other = new Watched();
                QueryInvoker again = other.writer("bean-again")
                        .monitoring(MonitorSettings::jmx)
                        .invoker()) {
            assertNotEquals(firstRun, again.runId());
            assertEquals(again.runId(), read(bean, "RunId"));
            assertEquals("RUNNING", read(bean, "State"));
        }
    }

    @Test
    void shouldBeGoneWithTheQueryOrAfterItsTime() throws JMException {
        try (QueryInvoker query = watched.writer("bean-zero")
                .monitoring(monitor -> monitor.jmx(Duration.ZERO))
                .invoker()) {
            assertTrue(
                    server.isRegistered(bean("bean-zero")), () -> query.state().name());
        }
        assertFalse(server.isRegistered(bean("bean-zero")));
        try (Watched other = new Watched();
                QueryInvoker query = other.writer("bean-soon")
                        .monitoring(monitor -> monitor.jmx(Duration.ofMillis(20)))
                        .invoker()) {
            assertTrue(
                    server.isRegistered(bean("bean-soon")), () -> query.state().name());
        }
        while (server.isRegistered(bean("bean-soon"))) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldTellRunningQueriesOfOneNameApartAndQuoteNames() throws JMException {
        try (Watched other = new Watched();
                QueryInvoker first = watched.writer("a:b, c")
                        .monitoring(monitor -> monitor.jmx(Duration.ZERO))
                        .invoker();
                QueryInvoker second = other.writer("a:b, c")
                        .monitoring(monitor -> monitor.jmx(Duration.ZERO))
                        .invoker()) {
            ObjectName plain = bean(ObjectName.quote("a:b, c"));
            assertEquals(first.runId(), read(plain, "RunId"));
            Set<ObjectName> twins = server.queryNames(
                    ObjectName.getInstance("io.tidemark:type=Query,run=" + second.runId() + ",*"), null);
            assertEquals(1, twins.size());
            assertEquals(second.runId(), read(twins.iterator().next(), "RunId"));
        }
    }
}
