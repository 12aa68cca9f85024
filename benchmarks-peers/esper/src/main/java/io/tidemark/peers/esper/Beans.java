package io.tidemark.peers.esper;

import io.tidemark.peers.Event;
import io.tidemark.peers.Workload;

/** What is sent to Esper: immutable objects with getters, which it calls without reflection. */
public final class Beans {
    private Beans() {}

    /** An event with all fields. */
    public static class Trade {
        private final long id;
        private final long key;
        private final long timeMillis;
        private final double amount;

        Trade(Event event) {
            id = event.id;
            key = event.key;
            timeMillis = event.timeMillis;
            amount = event.amount;
        }

        /** Number. */
        public final long getId() {
            return id;
        }

        /** Key. */
        public final long getKey() {
            return key;
        }

        /** Event time. */
        public final long getTimeMillis() {
            return timeMillis;
        }

        /** Start of the tumbling window. */
        public final long getWindowMillis() {
            return timeMillis - timeMillis % Workload.WINDOW_MILLIS;
        }

        /** Amount. */
        public final double getAmount() {
            return amount;
        }
    }

    /** An order. */
    public static final class Order extends Trade {
        Order(Event event) {
            super(event);
        }
    }

    /** A fill. */
    public static final class Fill extends Trade {
        Fill(Event event) {
            super(event);
        }
    }

    /** Begins a window. */
    public static final class Begin {
        private final long startMillis;
        private final long endMillis;

        Begin(long startMillis, long endMillis) {
            this.startMillis = startMillis;
            this.endMillis = endMillis;
        }

        /** Start of the window. */
        public long getStartMillis() {
            return startMillis;
        }

        /** End of the window, exclusive. */
        public long getEndMillis() {
            return endMillis;
        }
    }

    /** Ends the windows up to a time. */
    public static final class Watermark {
        private final long timeMillis;

        Watermark(long timeMillis) {
            this.timeMillis = timeMillis;
        }

        /** Every event before this time is in. */
        public long getTimeMillis() {
            return timeMillis;
        }
    }
}
