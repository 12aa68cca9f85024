package io.tidemark.metrics.lateness;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Spans;
import io.tidemark.time.PaneWindows;
import io.tidemark.time.TimeSettings;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;

/**
 * What a study of lateness asks.
 *
 * @param time how time works in the query; a study goes row by row
 * @param window windows of the query, or null where rows are late by their own time
 * @param nowNs delay of the query as it is, or {@link #UNKNOWN}
 * @param delaysNs further delays to look at
 * @param targets shares of rows that are to be in time
 * @param keys groups that are open at one time in each window
 * @param groupBytes bytes of a group
 */
public record LatenessSettings(
        TimeSettings time,
        Window window,
        long nowNs,
        List<Long> delaysNs,
        List<BigDecimal> targets,
        long keys,
        long groupBytes) {
    /** The delay is not known. */
    public static final long UNKNOWN = -1;
    /** Confidence of lower bounds. */
    public static final double CONFIDENCE = 0.95;

    private static final long GROUP_BYTES = 64;

    /** Rows late by their own time, native time, 99 %, 99.5 % and 99.9 %, one key and 64 bytes a group. */
    public static final LatenessSettings DEFAULT = new LatenessSettings(
            TimeSettings.NATIVE,
            null,
            UNKNOWN,
            List.of(),
            List.of(new BigDecimal("0.99"), new BigDecimal("0.995"), new BigDecimal("0.999")),
            1,
            GROUP_BYTES);

    /**
     * Windows by time.
     *
     * @param sizeNs length
     * @param slideNs distance of neighbouring starts
     * @param offsetNs shift of the grid
     */
    public record Window(long sizeNs, long slideNs, long offsetNs) {
        /** Tests the numbers. */
        public Window {
            new PaneWindows(sizeNs, slideNs, offsetNs);
        }
    }

    /** Tests targets and delays. */
    public LatenessSettings {
        for (BigDecimal target : targets) {
            require(
                    target.signum() > 0 && target.compareTo(BigDecimal.ONE) <= 0,
                    "A target of " + target.toPlainString() + " is not a share of rows.",
                    "Use a number above 0 and at most 1, such as 0.995.");
        }
        for (long delayNs : delaysNs) {
            require(
                    delayNs >= 0,
                    "A delay of " + Duration.ofNanos(delayNs) + " is not possible.",
                    "Use a delay of 0 or more.");
        }
        require(nowNs >= UNKNOWN, "A delay of " + Duration.ofNanos(nowNs) + " is not possible.", "Use 0 or more.");
        require(keys > 0 && groupBytes > 0, "There are no keys, or groups have no bytes.", "Use 1 or more of each.");
        delaysNs = List.copyOf(delaysNs);
        targets = List.copyOf(targets);
    }

    /** The same for tumbling windows. */
    public LatenessSettings window(Duration size) {
        return window(size, size, Duration.ZERO);
    }

    /** The same for sliding windows. */
    public LatenessSettings window(Duration size, Duration slide, Duration offset) {
        Window other =
                new Window(Spans.nanos(size, "size"), Spans.nanos(slide, "slide"), Spans.nanos(offset, "offset"));
        return new LatenessSettings(time, other, nowNs, delaysNs, targets, keys, groupBytes);
    }

    /** The same with the delay of the query as it is. */
    public LatenessSettings now(Duration delay) {
        return new LatenessSettings(time, window, Spans.nanos(delay, "delay"), delaysNs, targets, keys, groupBytes);
    }

    /** The same with further delays to look at. */
    public LatenessSettings delays(List<Duration> delays) {
        List<Long> others =
                delays.stream().map(delay -> Spans.nanos(delay, "delay")).toList();
        return new LatenessSettings(time, window, nowNs, others, targets, keys, groupBytes);
    }

    /** The same with other targets. */
    public LatenessSettings targets(List<BigDecimal> others) {
        return new LatenessSettings(time, window, nowNs, delaysNs, others, keys, groupBytes);
    }

    /** The same under other rules of time. */
    public LatenessSettings time(TimeSettings other) {
        return new LatenessSettings(other, window, nowNs, delaysNs, targets, keys, groupBytes);
    }

    /** The same with state of other sizes. */
    public LatenessSettings state(long otherKeys, long bytes) {
        return new LatenessSettings(time, window, nowNs, delaysNs, targets, otherKeys, bytes);
    }

    /** Delays that are known before any row: half of now, now and the further ones. */
    long[] exactNs() {
        TreeSet<Long> exact = new TreeSet<>(delaysNs);
        if (nowNs != UNKNOWN) {
            exact.add(nowNs / 2);
            exact.add(nowNs);
        }
        return exact.stream().mapToLong(Long::longValue).toArray();
    }

    private static void require(boolean met, String reason, String wayOut) {
        if (!met) {
            throw new TidemarkException(ErrorCode.SETTING_INVALID, reason, wayOut);
        }
    }
}
