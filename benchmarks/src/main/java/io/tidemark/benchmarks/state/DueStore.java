package io.tidemark.benchmarks.state;

import io.tidemark.offheap.ChronicleState;
import io.tidemark.state.StateBackend;
import io.tidemark.state.TimeIndex;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Something that holds records by due time and insertion. */
interface DueStore {
    void add(long dueNs, long payload);

    /** Removes the first record and returns its payload. */
    long removeFirst();

    void close();

    /** An index by time in pages. */
    final class Paged implements DueStore {
        private static final long BYTES_PER_RECORD = 64;
        private static final long BYTES_BESIDES = 1 << 20;

        private final StateBackend backend;
        private final TimeIndex times;

        Paged(int records) {
            backend = ChronicleState.withLimit(BYTES_BESIDES + records * BYTES_PER_RECORD)
                    .open();
            times = backend.openTimeIndex("benchmark", "due");
        }

        @Override
        public void add(long dueNs, long payload) {
            times.add(dueNs, payload);
        }

        @Override
        public long removeFirst() {
            long payload = times.firstPayload();
            times.removeFirst();
            return payload;
        }

        @Override
        public void close() {
            backend.close();
        }
    }

    /** Objects in a {@link PriorityQueue}. */
    final class Heap implements DueStore {
        private record Record(long dueNs, long order, long payload) {}

        private final PriorityQueue<Record> queue =
                new PriorityQueue<>(Comparator.comparingLong(Record::dueNs).thenComparingLong(Record::order));
        private long inserted;

        @Override
        public void add(long dueNs, long payload) {
            queue.add(new Record(dueNs, inserted++, payload));
        }

        @Override
        public long removeFirst() {
            return queue.remove().payload();
        }

        @Override
        public void close() {
            queue.clear();
        }
    }
}
