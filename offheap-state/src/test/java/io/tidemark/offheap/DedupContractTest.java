package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.expr.Functions;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.dedup.Deduplicate;
import io.tidemark.operator.dedup.Keep;
import io.tidemark.row.Schema;
import io.tidemark.state.StateBackendFactory;
import io.tidemark.state.heap.HeapState;
import io.tidemark.testkit.AllocationCheck;
import io.tidemark.testkit.OperatorContract;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DedupContractTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, k string, id long, ver decimal(20,2), v double");
    private static final long SEED = 20_261_201;

    private enum Form {
        EVENT_TIME_KEY(OutputMode.APPEND, Deduplicate.by("k", "ts")),
        ALL_COLUMNS(OutputMode.APPEND, Deduplicate.by()),
        WITHIN_WATERMARK(OutputMode.APPEND, Deduplicate.by("id").withinWatermark()),
        SPAN(OutputMode.UPDATE, Deduplicate.by("k", "id").within(Duration.ofSeconds(9))),
        FOREVER(OutputMode.APPEND, Deduplicate.by("k", "id").unboundedState("few ids")),
        CONFLICTS(
                OutputMode.APPEND,
                Deduplicate.by("id").within(Duration.ofSeconds(7)).conflictsOnAllOthers()),
        GREATEST(
                OutputMode.APPEND,
                Deduplicate.by("k")
                        .within(Duration.ofSeconds(5))
                        .keep(Keep.greatest("ver"))
                        .conflictsOn("v")),
        EARLIEST(OutputMode.APPEND, Deduplicate.by("id").withinWatermark().keep(Keep.EARLIEST_EVENT)),
        LATEST_UPDATES(
                OutputMode.UPDATE,
                Deduplicate.by("k")
                        .within(Duration.ofSeconds(5))
                        .keep(Keep.LATEST_EVENT)
                        .conflictsOn("v", "k")),
        GREATEST_TEXT_UPDATES(
                OutputMode.UPDATE,
                Deduplicate.by("id").unboundedState("few ids").keep(Keep.greatest("k")));

        private final OutputMode mode;
        private final Deduplicate how;

        Form(OutputMode mode, Deduplicate how) {
            this.mode = mode;
            this.how = how;
        }

        boolean keepsState() {
            return how.horizon().toString().startsWith("for ever");
        }

        StreamFrame over(List<JournalSource> sources) {
            StreamFrame first = Tidemark.stream("in0", sources.get(0)).withWatermark("ts", Duration.ofSeconds(4));
            for (int i = 1; i < sources.size(); i++) {
                first = first.union(
                        Tidemark.stream("in" + i, sources.get(i)).withWatermark("ts", Duration.ofSeconds(2)));
            }
            return first.dropDuplicates(how);
        }

        StreamWriter query(List<JournalSource> sources) {
            return over(sources).writeStream().queryName("dedup").outputMode(mode);
        }
    }

    private final List<MemoryJournal> inputs = new ArrayList<>();

    @AfterEach
    void close() {
        inputs.forEach(MemoryJournal::close);
    }

    @ParameterizedTest
    @EnumSource
    void shouldMeetTheContractOfOperators(Form form) {
        open(1, 60);
        check(form, OperatorContract.of(inputs, form::query, backends(), SEED));
    }

    @ParameterizedTest
    @EnumSource(names = {"WITHIN_WATERMARK", "CONFLICTS", "EARLIEST", "LATEST_UPDATES"})
    void shouldMeetItWithSeveralInputs(Form form) {
        open(3, 20);
        check(form, OperatorContract.of(inputs, form::query, backends(), SEED));
    }

    /** Below stands an operator with state, so that rows come out at once and the watermark waits for those that do not. */
    @ParameterizedTest
    @EnumSource(names = {"WITHIN_WATERMARK", "GREATEST", "EARLIEST"})
    void shouldMeetItAboveAnotherOperator(Form form) {
        open(1, 60);
        check(
                form,
                OperatorContract.of(
                        inputs,
                        sources -> form.over(sources)
                                .groupBy(Functions.window("ts", Duration.ofSeconds(3)))
                                .agg(Functions.count(), Functions.sum("id"))
                                .writeStream()
                                .queryName("dedup"),
                        backends(),
                        SEED));
    }

    @ParameterizedTest
    @EnumSource
    void shouldAllocateNothing(Form form) {
        open(1, 30_000);
        AllocationCheck.run(inputs, form::query, ChronicleState.withLimit(32 << 20));
    }

    private static void check(Form form, OperatorContract contract) {
        assertTrue(
                contract.expectedOutput().size() > 5,
                () -> contract.expectedOutput().toString());
        (form.keepsState() ? contract.keepingState() : contract).checkAll();
    }

    private static List<StateBackendFactory> backends() {
        return List.of(HeapState.withLimit(1 << 20), ChronicleState.withLimit(8 << 20));
    }

    private void open(int count, int rows) {
        Random random = new Random(SEED);
        for (int i = 0; i < count; i++) {
            MemoryJournal journal = MemoryJournal.of("in" + i, SCHEMA);
            for (int row = 0; row < rows; row++) {
                journal.appendValues(
                        Instant.ofEpochSecond(row / 2 - random.nextInt(7)),
                        random.nextInt(5) == 0 ? null : "key".repeat(random.nextInt(4)),
                        (long) random.nextInt(6),
                        random.nextInt(5) == 0 ? null : BigDecimal.valueOf(random.nextInt(300), 2),
                        List.of(0.0, -0.0, Double.NaN, 1.5).get(random.nextInt(4)));
            }
            inputs.add(journal);
        }
    }
}
