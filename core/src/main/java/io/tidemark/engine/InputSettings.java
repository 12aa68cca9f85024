package io.tidemark.engine;

import org.agrona.concurrent.NanoClock;

/**
 * How a query with several sources reads them.
 *
 * @param idleAfterNs time after which a source that has nothing to read no longer holds the others back, or {@link #NEVER}
 * @param maxDriftNs how far the watermark of a source may be ahead of the slowest one before the source has to wait, or {@link #NEVER}
 * @param clock measures silence; nothing else depends on it
 */
public record InputSettings(long idleAfterNs, long maxDriftNs, NanoClock clock) {
    /** Not at all. */
    public static final long NEVER = -1;

    /** Sources are never idle and never wait. */
    public static InputSettings defaults() {
        return new InputSettings(NEVER, NEVER, System::nanoTime);
    }

    /** The same with another time until a source is idle. */
    public InputSettings withIdleAfter(long spanNs) {
        return new InputSettings(spanNs, maxDriftNs, clock);
    }

    /** The same with another drift. */
    public InputSettings withMaxDrift(long spanNs) {
        return new InputSettings(idleAfterNs, spanNs, clock);
    }

    /** The same with another clock. */
    public InputSettings withClock(NanoClock newClock) {
        return new InputSettings(idleAfterNs, maxDriftNs, newClock);
    }
}
