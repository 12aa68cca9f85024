package io.tidemark.operator.dedup;

import java.time.Duration;

/** How long a key is remembered. */
public sealed interface Horizon {
    /** Until no further row with this event time can be in time; the event time is one of the keys. */
    record EventTimeKey() implements Horizon {
        @Override
        public String toString() {
            return "until the event time among the keys is past";
        }
    }

    /** Until the watermark is more than its own delay past the first row of the key. */
    record WatermarkDelay() implements Horizon {
        @Override
        public String toString() {
            return "for the delay of the watermark after the first row";
        }
    }

    /**
     * Until the watermark is more than a span past the first row of the key.
     *
     * @param spanNs span of event time in nanoseconds
     */
    record Span(long spanNs) implements Horizon {
        @Override
        public String toString() {
            return "for " + Duration.ofNanos(spanNs) + " after the first row";
        }
    }

    /**
     * For ever.
     *
     * @param reason why state stays small all the same; not blank
     */
    record Forever(String reason) implements Horizon {
        @Override
        public String toString() {
            return "for ever: " + reason;
        }
    }
}
