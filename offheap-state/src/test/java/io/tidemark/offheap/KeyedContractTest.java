package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.KeyedFrame;
import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.function.KeyContext;
import io.tidemark.function.KeyedFunction;
import io.tidemark.function.RowOutput;
import io.tidemark.function.StateLayout;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.heap.HeapState;
import io.tidemark.testkit.AllocationCheck;
import io.tidemark.testkit.OperatorContract;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyedContractTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, k string, v long");
    private static final long SEED = 20_261_202;

    /** Sums a key until it was silent for five seconds, with timers that are moved, set twice, and set by timers. */
    private static final class Bursts implements KeyedFunction {
        private static final long SECOND = 1_000_000_000L;

        private final StateLayout state = new StateLayout();
        private final StateLayout.LongValue end = state.longValue("end");
        private final StateLayout.DoubleValue sum = state.doubleValue("sum");
        private final StateLayout.BytesValue first = state.bytesValue("first");
        private final Schema output = Schema.parse("at timestamp, k string, total double, first string");
        private final BytesView text = new BytesView();

        @Override
        public String name() {
            return "bursts";
        }

        @Override
        public int version() {
            return 1;
        }

        @Override
        public StateLayout state() {
            return state;
        }

        @Override
        public Schema output() {
            return output;
        }

        @Override
        public String eventTime() {
            return "at";
        }

        @Override
        public void onRow(RowView row, KeyContext key, RowOutput out) {
            if (!key.isSet(first)) {
                key.set(first, row.isNull(1) ? text.wrap(0, 0) : row.getBytes(1, text));
            } else if (row.getLong(2) == 7) {
                key.set(first, "seven");
            }
            if (key.isSet(end)) {
                key.deleteTimer(key.get(end));
            }
            key.set(end, Math.max(key.get(end), row.getLong(0) + 5 * SECOND));
            key.set(sum, key.get(sum) + row.getLong(2));
            key.registerTimer(key.get(end));
            key.registerTimer(key.get(end));
        }

        @Override
        public void onTimer(long timeNs, KeyContext key, RowOutput out) {
            RowWriter row = out.begin();
            row.setLong(0, timeNs);
            row.copy(1, key.key(), 0);
            row.setDouble(2, key.get(sum));
            row.setBytes(3, key.get(first, text));
            out.emit();
            if (key.get(sum) > 20) {
                key.clearAll();
            } else {
                key.set(sum, 21);
                key.set(end, timeNs + SECOND);
                key.registerTimer(timeNs + SECOND);
            }
        }
    }

    private final List<MemoryJournal> inputs = new ArrayList<>();

    @AfterEach
    void close() {
        inputs.forEach(MemoryJournal::close);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 5, 30})
    void shouldMeetTheContractOfOperators(long ttlSeconds) {
        open(1, 60);
        OperatorContract contract = contract(ttlSeconds);
        assertTrue(
                contract.expectedOutput().size() > 5,
                () -> contract.expectedOutput().toString());
        (ttlSeconds < 0 ? contract.keepingState() : contract).checkAll();
    }

    @Test
    void shouldMeetItWithSeveralInputs() {
        open(3, 20);
        contract(30).checkAll();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 5, 30})
    void shouldAllocateNothing(long ttlSeconds) {
        open(1, 30_000);
        AllocationCheck.run(inputs, sources -> query(sources, ttlSeconds), ChronicleState.withLimit(32 << 20));
    }

    private OperatorContract contract(long ttlSeconds) {
        return OperatorContract.of(
                inputs,
                sources -> query(sources, ttlSeconds),
                List.of(HeapState.withLimit(1 << 20), ChronicleState.withLimit(8 << 20)),
                SEED);
    }

    private static StreamWriter query(List<JournalSource> sources, long ttlSeconds) {
        StreamFrame first = Tidemark.stream("in0", sources.get(0)).withWatermark("ts", Duration.ofSeconds(4));
        for (int i = 1; i < sources.size(); i++) {
            first = first.union(Tidemark.stream("in" + i, sources.get(i)).withWatermark("ts", Duration.ofSeconds(2)));
        }
        KeyedFrame keyed = first.groupByKey("k");
        return (ttlSeconds < 0 ? keyed.unboundedState("few keys") : keyed.ttl(Duration.ofSeconds(ttlSeconds)))
                .process(new Bursts())
                .writeStream()
                .queryName("keyed");
    }

    private void open(int count, int rows) {
        Random random = new Random(SEED);
        for (int i = 0; i < count; i++) {
            MemoryJournal journal = MemoryJournal.of("in" + i, SCHEMA);
            for (int row = 0; row < rows; row++) {
                journal.appendValues(
                        Instant.ofEpochSecond(row - random.nextInt(7)),
                        random.nextInt(5) == 0 ? null : "key".repeat(random.nextInt(6)),
                        (long) random.nextInt(10));
            }
            inputs.add(journal);
        }
    }
}
