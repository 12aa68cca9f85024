package io.tidemark.metrics;

import io.tidemark.error.TidemarkException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches one query: takes samples at an interval, keeps the last of them, tells listeners and a journal. All of it on the one thread of the process that is there for
 * that, never on the engine thread. What it kept stays readable after the end of the query, as long as somebody holds the query.
 */
public final class QueryMonitor {
    /** Samples that are kept. */
    public static final int RECENT = 100;

    private static final Logger LOG = LoggerFactory.getLogger(QueryMonitor.class);
    private static final long IDLE_EVERY_NS = 10_000_000_000L;
    private static final long PATIENCE_S = 10;

    private final MonitoredQuery query;
    private final MonitorSettings settings;
    private final ProgressSampler sampler;
    private final ListenerThread listeners;
    private final ProgressJournal journal;
    private final HistogramLog histograms;
    private QueryBean bean;
    private final ArrayDeque<StreamingQueryProgress> recent = new ArrayDeque<>();
    private final List<CompletableFuture<StreamingQueryProgress>> asked = new ArrayList<>();
    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile StreamingQueryProgress last;
    private long lastSampleNs;
    private long lastIdleNs;
    private boolean wasIdle;
    private boolean failedBefore;

    private QueryMonitor(MonitoredQuery query, MonitorSettings settings) {
        this.query = query;
        this.settings = settings;
        lastSampleNs = settings.clock().nanoTime();
        sampler = new ProgressSampler(query, lastSampleNs);
        listeners = new ListenerThread(query.shape().name(), settings.listeners());
        journal = settings.journal() == null ? null : new ProgressJournal(settings.journal());
        histograms = settings.histogramLog() == null
                ? null
                : HistogramLog.open(settings.histogramLog(), query.shape().name(), lastSampleNs);
    }

    /** Begins to watch a query that was opened; tells listeners that it has started. */
    public static QueryMonitor start(MonitoredQuery query, MonitorSettings settings) {
        QueryMonitor monitor = new QueryMonitor(query, settings);
        StreamingQueryListener.QueryStartedEvent event = new StreamingQueryListener.QueryStartedEvent(
                query.id(), query.runId(), query.shape().name(), ProgressJson.time(monitor.lastSampleNs));
        monitor.listeners.tellNow(listener -> listener.onQueryStarted(event));
        if (settings.bean() != null) {
            monitor.bean = QueryBean.register(query, monitor::lastProgress);
        }
        MonitorThread.add(monitor);
        return monitor;
    }

    /** The last sample; takes one if there is none yet. The same object until the next sample. */
    public StreamingQueryProgress lastProgress() {
        if (query.ended()) {
            awaitFinished();
        }
        StreamingQueryProgress known = last;
        return known == null && !query.ended() ? take() : known;
    }

    /** The last {@value #RECENT} samples, oldest first. Of those in whose interval nothing happened one in ten seconds is kept. */
    public List<StreamingQueryProgress> recentProgress() {
        if (query.ended()) {
            awaitFinished();
        }
        synchronized (recent) {
            return List.copyOf(recent);
        }
    }

    /** Takes a sample now and waits for it; the last one when the query has ended. Not on the engine thread. */
    public StreamingQueryProgress take() {
        if (finished()) {
            return last;
        }
        CompletableFuture<StreamingQueryProgress> answer = new CompletableFuture<>();
        synchronized (asked) {
            asked.add(answer);
        }
        MonitorThread.wake();
        try {
            while (true) {
                try {
                    return answer.get(10, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    if (finished.getCount() == 0 && !answer.isDone()) {
                        return last;
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return last;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a sample could not be taken", e.getCause());
        }
    }

    /** What the query is doing now. Cheap. */
    public StreamingQueryStatus status() {
        StreamingQueryProgress known = last;
        if (query.ended()) {
            String message = query.failure() == null
                    ? "Terminated: " + query.life()
                    : "Terminated with exception: " + query.failure().getMessage();
            return new StreamingQueryStatus(message, false, false);
        }
        Long backlog = known == null ? null : known.backlogRows();
        boolean available = backlog != null && backlog > 0;
        boolean active = query.counters().rowsSeen() != (known == null ? 0 : total(known))
                || known != null && (known.numInputRows() > 0 || known.steps().activeMs() > 0);
        String room = query.waitsFor();
        if (room != null) {
            return new StreamingQueryStatus("Waiting for room on the disk of " + room, available, false);
        }
        return new StreamingQueryStatus(
                active ? "Processing new data" : available ? "Data is available" : "Waiting for data to arrive",
                available,
                active);
    }

    private static long total(StreamingQueryProgress progress) {
        return progress.sources().stream()
                .mapToLong(SourceProgress::totalInputRows)
                .sum();
    }

    /** Waits until the end of the query was seen and its last sample taken; some seconds at most. */
    public void awaitFinished() {
        MonitorThread.wake();
        try {
            if (!finished.await(PATIENCE_S, TimeUnit.SECONDS)) {
                LOG.warn("The last sample of query '{}' is late.", query.shape().name());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Has all queries of this process looked at: one may have ended. Any thread. */
    public static void wake() {
        MonitorThread.wake();
    }

    boolean finished() {
        return finished.getCount() == 0;
    }

    /**
     * Does what is due. The monitor's thread.
     *
     * @return nanoseconds until something is due again, by the clock of the settings
     */
    long work() {
        boolean ended = query.ended();
        long nowNs = settings.clock().nanoTime();
        boolean wanted = wanted();
        long leftNs = settings.intervalNs() - (nowNs - lastSampleNs);
        if (ended) {
            finish(nowNs);
            return Long.MAX_VALUE;
        }
        if (wanted || settings.intervalNs() > 0 && leftNs <= 0) {
            sample(nowNs, true);
            leftNs = settings.intervalNs();
        }
        return settings.intervalNs() > 0 ? leftNs : Long.MAX_VALUE;
    }

    private boolean wanted() {
        synchronized (asked) {
            return !asked.isEmpty();
        }
    }

    private void sample(long nowNs, boolean measure) {
        List<CompletableFuture<StreamingQueryProgress>> answers;
        synchronized (asked) {
            answers = List.copyOf(asked);
            asked.clear();
        }
        lastSampleNs = nowNs;
        try {
            StreamingQueryProgress progress = sampler.sample(nowNs, measure, lost());
            last = progress;
            settings.watchers().forEach(watcher -> show(watcher, progress));
            if (histograms != null) {
                histograms.write(progress, query.counters().times());
            }
            EvictionEvent.record(progress);
            LateRowsEvent.record(progress);
            tell(progress, nowNs);
            answers.forEach(answer -> answer.complete(progress));
            failedBefore = false;
        } catch (RuntimeException | Error e) {
            if (!failedBefore) {
                LOG.error("A sample of query '{}' was not taken.", query.shape().name(), e);
            }
            failedBefore = true;
            answers.forEach(answer -> answer.completeExceptionally(e));
        }
    }

    private void show(ProgressWatcher watcher, StreamingQueryProgress progress) {
        try {
            watcher.onSample(progress);
        } catch (RuntimeException e) {
            LOG.warn("A watcher of query '{}' failed.", query.shape().name(), e);
        }
    }

    private ProgressSampler.Lost lost() {
        return new ProgressSampler.Lost(journal == null ? 0 : journal.lost(), listeners.lost());
    }

    private void tell(StreamingQueryProgress progress, long nowNs) {
        boolean idle = progress.numInputRows() == 0 && progress.sink().numOutputRows() == 0 && !query.ended();
        if (idle && wasIdle && nowNs - lastIdleNs < IDLE_EVERY_NS) {
            return;
        }
        wasIdle = wasIdle || idle;
        keep(progress);
        if (idle) {
            lastIdleNs = nowNs;
            StreamingQueryListener.QueryIdleEvent event = new StreamingQueryListener.QueryIdleEvent(
                    progress.id(), progress.runId(), ProgressJson.time(nowNs));
            listeners.tell(listener -> listener.onQueryIdle(event));
        } else {
            StreamingQueryListener.QueryProgressEvent event = new StreamingQueryListener.QueryProgressEvent(progress);
            listeners.tell(listener -> listener.onQueryProgress(event));
        }
        if (journal != null) {
            journal.write(progress);
        }
    }

    private void keep(StreamingQueryProgress progress) {
        synchronized (recent) {
            if (recent.size() == RECENT) {
                recent.removeFirst();
            }
            recent.addLast(progress);
        }
    }

    /** The last sample. The journals are not opened for it alone: a query that was never sampled may be one of thousands in a test. */
    private void finish(long nowNs) {
        try {
            boolean somebodyLooks =
                    !settings.listeners().isEmpty() || !settings.watchers().isEmpty() || journal != null;
            sample(nowNs, sampler.measured() || somebodyLooks);
            sampler.close();
            if (journal != null) {
                journal.close();
            }
            if (histograms != null) {
                histograms.close();
            }
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "The monitor of query '{}' was not closed in order.",
                    query.shape().name(),
                    e);
        } finally {
            if (bean != null) {
                bean.leaveAfter(settings.bean());
            }
            finished.countDown();
        }
        StreamingQueryListener.QueryTerminatedEvent event = new StreamingQueryListener.QueryTerminatedEvent(
                query.id(), query.runId(), query.failure(), errorClass(query.failure()));
        listeners.tellLast(listener -> listener.onQueryTerminated(event));
    }

    private static String errorClass(Throwable failure) {
        if (failure == null) {
            return null;
        }
        return failure instanceof TidemarkException known
                ? known.code().name()
                : failure.getClass().getName();
    }
}
