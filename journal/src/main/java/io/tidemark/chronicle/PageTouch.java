package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the pages of journals in place ahead of those that append and read, on another thread: a fresh page costs whoever comes to it first some microseconds,
 * and every few MiB some milliseconds where the kernel reads ahead.
 *
 * <p>It looks after all appenders, writers and readers that the named journals have in this process, also those opened later. It changes no byte of a file, so
 * nothing depends on whether it runs; where the kernel cannot do it, it says so once and does nothing. It makes a file grow earlier, by up to what is touched
 * ahead and a block, and stops at the floor for free space.
 *
 * <p>Either {@link #start} gives it a thread, or the user runs it as an agent. One thread; {@link AgentRunner#close} of a started one may come from any.
 */
public final class PageTouch implements Agent {
    /** Bytes that are touched ahead where nothing else is said. */
    public static final long DEFAULT_AHEAD_BYTES = 16L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(PageTouch.class);
    private static final long LEAST_AHEAD_BYTES = 1L << 20;
    private static final long MOST_AHEAD_BYTES = 1L << 30;
    private static final long STEP_BYTES = 256L << 10;
    private static final int STEPS_PER_CYCLE = 16;

    private final List<JournalGate> gates;
    private final long aheadBytes;
    private final Map<MappedSpot, FileTouch> touches = new IdentityHashMap<>();
    private boolean available;
    private volatile long touchedBytes;

    private PageTouch(List<JournalGate> gates, long aheadBytes) {
        this.gates = List.copyOf(gates);
        this.aheadBytes = aheadBytes;
    }

    /** For some journals, {@value #DEFAULT_AHEAD_BYTES} bytes ahead. */
    public static PageTouch of(ChronicleJournal... journals) {
        return new PageTouch(Stream.of(journals).map(ChronicleJournal::gate).toList(), DEFAULT_AHEAD_BYTES);
    }

    /** The same for some queues of other programs too, as far as they are read here. */
    public PageTouch and(ForeignJournal... journals) {
        return new PageTouch(
                Stream.concat(gates.stream(), Stream.of(journals).map(ForeignJournal::gate))
                        .toList(),
                aheadBytes);
    }

    /**
     * The same with more or fewer bytes ahead, about what comes in within a tenth of a second. What is too far ahead is written to disk as zeros before it is
     * used.
     *
     * @throws TidemarkException {@code SETTING_INVALID} below 1 MiB or above 1 GiB
     */
    public PageTouch ahead(long bytes) {
        if (bytes < LEAST_AHEAD_BYTES || bytes > MOST_AHEAD_BYTES) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "Touching " + bytes + " bytes ahead is not possible.",
                    "Use " + LEAST_AHEAD_BYTES + " to " + MOST_AHEAD_BYTES + " bytes.");
        }
        return new PageTouch(gates, bytes);
    }

    /** Runs it on a thread of its own that looks every millisecond, until the runner is closed. */
    public AgentRunner start() {
        AgentRunner runner = new AgentRunner(
                new SleepingMillisIdleStrategy(1),
                error -> LOG.warn("Pages are not touched ahead any more.", error),
                null,
                this);
        Thread thread = AgentRunner.startOnThread(runner, PageTouch::daemon);
        thread.setName(roleName());
        return runner;
    }

    private static Thread daemon(Runnable body) {
        Thread thread = new Thread(body);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public String roleName() {
        return "tidemark-page-touch";
    }

    @Override
    public void onStart() {
        available = PageAdvice.available();
        if (!available) {
            LOG.warn(
                    "This system cannot put pages in place ahead of time; Linux can since 5.14. Journals work as without.");
        }
    }

    /** Touches some steps for each appender and reader; returns how many, 0 when all are far enough ahead. */
    @Override
    public int doWork() {
        if (!available) {
            return 0;
        }
        int steps = 0;
        int open = 0;
        for (int i = 0; i < gates.size(); i++) {
            Object[] spots = gates.get(i).spots().toArray();
            open += spots.length;
            for (Object spot : spots) {
                steps += touch((MappedSpot) spot);
            }
        }
        if (touches.size() > open) {
            forgetClosed();
        }
        return steps;
    }

    /** Bytes whose pages were put in place so far. Any thread. */
    public long touchedBytes() {
        return touchedBytes;
    }

    @Override
    public void onClose() {
        touches.values().forEach(FileTouch::close);
        touches.clear();
    }

    private int touch(MappedSpot spot) {
        FileTouch touch = touches.get(spot);
        if (touch == null) {
            touch = new FileTouch(spot, aheadBytes, STEP_BYTES);
            touches.put(spot, touch);
        }
        int steps = 0;
        for (long bytes = touch.work(); bytes > 0 && steps < STEPS_PER_CYCLE; bytes = touch.work()) {
            add(bytes);
            steps++;
        }
        return steps;
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    private void add(long bytes) {
        touchedBytes += bytes;
    }

    private void forgetClosed() {
        for (Iterator<Map.Entry<MappedSpot, FileTouch>> all = touches.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<MappedSpot, FileTouch> one = all.next();
            if (one.getKey().closed()) {
                one.getValue().close();
                all.remove();
            }
        }
    }
}
