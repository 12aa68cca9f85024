package io.tidemark.offheap;

import static io.tidemark.expr.CalendarFunctions.calendarWindow;
import static io.tidemark.expr.CalendarFunctions.tradingSessions;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.last;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window_time;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.calendar.TradingCalendar;
import io.tidemark.calendar.TradingSession;
import io.tidemark.calendar.ZoneCalendar;
import io.tidemark.expr.Window;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.OutputMode;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.heap.HeapState;
import io.tidemark.testkit.AllocationCheck;
import io.tidemark.testkit.OperatorContract;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of operators for windows by the calendar, on both backends; and that they allocate nothing. */
class CalendarContractTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp, k string, v long");
    private static final long SEED = 20_261_202;
    private static final int ROWS = 70;
    private static final int MANY_ROWS = 100_000;
    private static final Instant BEGIN = Instant.parse("2024-03-29T00:00:00Z");
    private static final Duration DELAY = Duration.ofHours(6);

    private enum Query {
        DAYS(frame -> aggregate(frame, days()).outputMode(OutputMode.APPEND)),
        DAYS_UPDATED(frame -> aggregate(frame, days()).outputMode(OutputMode.UPDATE)),
        SESSIONS(frame -> aggregate(frame, sessions()).outputMode(OutputMode.APPEND)),
        SESSIONS_UPDATED_AT_CUTS(frame -> aggregate(frame, sessions())
                .outputMode(OutputMode.UPDATE)
                .conflated()
                .cutEvery(7)),
        SESSIONS_COMPLETE(frame ->
                aggregate(frame, sessions()).outputMode(OutputMode.COMPLETE).cutEvery(20)),
        CHAINED(frame -> frame.groupBy(days(), "k")
                .agg(count().as("n"))
                .groupBy(calendarWindow(window_time("window"), ZoneCalendar.weeks("Europe/Berlin"))
                        .as("week"))
                .agg(sum("n"))
                .writeStream());

        private final Function<StreamFrame, StreamWriter> writer;

        Query(Function<StreamFrame, StreamWriter> writer) {
            this.writer = writer;
        }

        StreamWriter over(JournalSource source) {
            return writer.apply(Tidemark.stream("in", source).withWatermark("ts", DELAY))
                    .queryName("contract");
        }
    }

    @ParameterizedTest
    @EnumSource(Query.class)
    void shouldKeepTheContract(Query query) {
        try (MemoryJournal input = MemoryJournal.of("in", SCHEMA)) {
            Random random = new Random(SEED);
            for (int i = 0; i < ROWS; i++) {
                input.appendValues(
                        BEGIN.plus(Duration.ofMinutes(120L * i - random.nextInt(720))),
                        random.nextInt(9) == 0 ? null : "key-" + "x".repeat(random.nextInt(3)),
                        random.nextInt(9) == 0 ? null : (Object) (long) random.nextInt(100));
            }
            OperatorContract contract = OperatorContract.of(
                    input,
                    query::over,
                    List.of(HeapState.withLimit(16 << 20), ChronicleState.withLimit(16 << 20)),
                    SEED);
            if (query == Query.SESSIONS_COMPLETE) {
                contract = contract.keepingState();
            }
            assertTrue(
                    contract.expectedOutput().size() >= (query == Query.CHAINED ? 2 : 10),
                    "the input says too little: " + contract.expectedOutput());
            contract.checkAll();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Query.class,
            names = {"SESSIONS_COMPLETE"},
            mode = EnumSource.Mode.EXCLUDE)
    void shouldAllocateNothingOnceTheTableIsMade(Query query) {
        try (MemoryJournal input = MemoryJournal.of("in", SCHEMA);
                RowWriter row = new RowWriter()) {
            long begin = BEGIN.getEpochSecond() * 1_000_000_000L;
            for (long i = 0; i < MANY_ROWS; i++) {
                row.start(SCHEMA);
                // Ten weeks; two of three rows lie some hours back, and so now and then in the window before.
                row.setLong(
                        0,
                        begin
                                + i * Duration.ofMinutes(1).toNanos()
                                - i % 3 * Duration.ofHours(2).toNanos());
                row.setString(1, i % 2 == 0 ? "a" : "b");
                row.setLong(2, i % 100);
                input.append(row);
            }
            assertTrue(AllocationCheck.run(input, query::over, ChronicleState.withLimit(16 << 20)) > 5);
        }
    }

    private static StreamWriter aggregate(StreamFrame frame, Window window) {
        return frame.groupBy(window, "k")
                .unboundedState("a test")
                .agg(count(), sum("v"), last("v"))
                .writeStream();
    }

    private static Window days() {
        return calendarWindow(col("ts"), ZoneCalendar.days("Europe/Berlin").startingAt(LocalTime.of(6, 0)));
    }

    private static Window sessions() {
        return tradingSessions(
                "ts",
                TradingCalendar.named("X", "Europe/Berlin", LocalDate.of(2024, 1, 1), LocalDate.of(2024, 12, 31))
                        .session(TradingSession.openingDayBefore("night", "22:00", "06:00"))
                        .session("core", "09:00", "17:30")
                        .holidays(LocalDate.of(2024, 4, 1))
                        .build());
    }
}
