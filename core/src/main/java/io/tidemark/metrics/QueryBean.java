package io.tidemark.metrics;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A query in JMX. It stays registered for some time after the end; a new run of the same name takes its place at once. Any thread. */
final class QueryBean implements QueryMXBean {
    private static final Logger LOG = LoggerFactory.getLogger(QueryBean.class);
    private static final String PLAIN = "[A-Za-z0-9_.-]+";
    private static final long NS_PER_MS = 1_000_000;
    private static final Map<ObjectName, QueryBean> REGISTERED = new HashMap<>();

    private final MonitoredQuery query;
    private final Supplier<StreamingQueryProgress> last;
    private ObjectName name;

    private QueryBean(MonitoredQuery query, Supplier<StreamingQueryProgress> last) {
        this.query = query;
        this.last = last;
    }

    /** Registers a query. Where that fails the log says so, and the query runs without. */
    static QueryBean register(MonitoredQuery query, Supplier<StreamingQueryProgress> last) {
        QueryBean bean = new QueryBean(query, last);
        synchronized (REGISTERED) {
            try {
                bean.enter();
            } catch (JMException e) {
                LOG.warn("The query '{}' is not in JMX: {}", query.shape().name(), e.toString());
            }
        }
        return bean;
    }

    /** Another query of that name that runs keeps the plain name; this one gets its run beside it. */
    private void enter() throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        String text = query.shape().name();
        String plain = "io.tidemark:type=Query,name=" + (text.matches(PLAIN) ? text : ObjectName.quote(text));
        ObjectName wanted = ObjectName.getInstance(plain);
        QueryBean before = REGISTERED.get(wanted);
        if (before != null && before.query.ended()) {
            before.unregister();
        } else if (before != null) {
            wanted = ObjectName.getInstance(plain + ",run=" + query.runId());
        }
        server.registerMBean(this, wanted);
        name = wanted;
        REGISTERED.put(wanted, this);
    }

    /** The query has ended: the bean goes after some time. */
    void leaveAfter(Duration time) {
        if (time.isZero() || time.isNegative()) {
            unregister();
        } else {
            CompletableFuture.delayedExecutor(time.toNanos(), TimeUnit.NANOSECONDS)
                    .execute(this::unregister);
        }
    }

    private void unregister() {
        synchronized (REGISTERED) {
            if (name != null && REGISTERED.remove(name, this)) {
                try {
                    ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
                } catch (JMException e) {
                    LOG.warn("{} was not taken out of JMX: {}", name, e.toString());
                }
            }
        }
    }

    private StreamingQueryProgress last() {
        return last.get();
    }

    private static long known(Long figure) {
        return figure == null ? -1 : figure;
    }

    private static String text(Object value) {
        return value == null ? "" : value.toString();
    }

    @Override
    public String getName() {
        return query.shape().name();
    }

    @Override
    public String getId() {
        return query.id();
    }

    @Override
    public String getRunId() {
        return query.runId();
    }

    @Override
    public String getState() {
        return query.life();
    }

    @Override
    public String getException() {
        return text(query.failure());
    }

    @Override
    public String getWaitsFor() {
        return text(query.waitsFor());
    }

    @Override
    public long getSampledAtMs() {
        return last().sampledNs() / NS_PER_MS;
    }

    @Override
    public long getInputRowsTotal() {
        return last().sources().stream()
                .mapToLong(SourceProgress::totalInputRows)
                .sum();
    }

    @Override
    public double getInputRowsPerSecond() {
        return last().inputRowsPerSecond();
    }

    @Override
    public double getProcessedRowsPerSecond() {
        return last().processedRowsPerSecond();
    }

    @Override
    public long getBacklogRows() {
        return known(last().backlogRows());
    }

    @Override
    public long getOutputRowsTotal() {
        return last().sink().totalOutputRows();
    }

    @Override
    public long getDroppedRowsTotal() {
        return last().operators().stream()
                .flatMap(flow -> flow.dropped().values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }

    @Override
    public long getFreshnessMs() {
        return known(last().freshnessMs());
    }

    @Override
    public long getCatchUpEtaMs() {
        return known(last().catchUpEtaMs());
    }

    @Override
    public long getWatermarkMs() {
        Long watermarkNs = last().eventTime().watermarkNs();
        return watermarkNs == null ? 0 : watermarkNs / NS_PER_MS;
    }

    @Override
    public String getHeldBackBy() {
        return text(last().eventTime().heldBackBy());
    }

    @Override
    public long getStateUsedBytes() {
        return last().state().usedBytes();
    }

    @Override
    public double getStateFill() {
        return last().state().fill();
    }

    @Override
    public long getStateRows() {
        return last().state().rows();
    }

    @Override
    public long getStepP99Ns() {
        return last().steps().stepNs().p99();
    }

    @Override
    public long getStepMaxNs() {
        return last().steps().stepNs().max();
    }

    @Override
    public long getCheckpointNumber() {
        return last().snapshot() == null ? 0 : last().snapshot().number();
    }

    @Override
    public long getCheckpointAgeMs() {
        return last().snapshot() == null ? -1 : last().snapshot().ageMs();
    }

    @Override
    public String getLastProgressJson() {
        return last().json();
    }
}
