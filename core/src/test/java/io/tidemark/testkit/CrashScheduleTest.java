package io.tidemark.testkit;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.StreamWriter;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.function.KeyContext;
import io.tidemark.function.KeyedFunction;
import io.tidemark.function.RowOutput;
import io.tidemark.function.StateLayout;
import io.tidemark.operator.OutputMode;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashScheduleTest {
    private static final String TRADES = "ts timestamp, symbol string";

    @TempDir
    private Path directory;

    /** Numbers the rows of each symbol. */
    private abstract static class Numbering implements KeyedFunction {
        private final Schema output = Schema.parse("number long");
        final StateLayout state = new StateLayout();
        final StateLayout.LongValue rows = state.longValue("rows");

        @Override
        public String name() {
            return "numbering";
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
        public void onRow(RowView row, KeyContext key, RowOutput out) {
            RowWriter next = out.begin();
            next.setLong(0, number(key));
            out.emit();
        }

        abstract long number(KeyContext key);
    }

    /** As it should be: the number lies in the state. */
    private static final class NumberInState extends Numbering {
        @Override
        long number(KeyContext key) {
            long number = key.get(rows) + 1;
            key.set(rows, number);
            return number;
        }
    }

    /** The fault: the number of calls lies in a field, which no checkpoint holds. */
    private static final class NumberOfCalls extends Numbering {
        private long calls;

        @Override
        long number(KeyContext key) {
            key.set(rows, 1);
            return ++calls;
        }
    }

    private static TestQuery numbered(Supplier<KeyedFunction> function) {
        return TestQuery.of(sources -> sources.stream("trades")
                        .groupByKey("symbol")
                        .unboundedState("a few symbols")
                        .process(function.get())
                        .writeStream()
                        .queryName("numbered"))
                .input("trades", TRADES);
    }

    private static StreamWriter bars(TestSources sources) {
        return sources.stream("trades")
                .withWatermark("ts", Duration.ofSeconds(1))
                .groupBy(window("ts", Duration.ofSeconds(10)), "symbol")
                .agg(count().as("trades"))
                .writeStream()
                .queryName("bars");
    }

    private CrashSchedule bars() {
        CrashSchedule schedule =
                CrashSchedule.of(TestQuery.of(CrashScheduleTest::bars).input("trades", TRADES), directory);
        for (int i = 0; i < 40; i++) {
            schedule.values("trades", Instant.EPOCH.plusSeconds(i * 2), i % 3 == 0 ? "A" : "B");
        }
        return schedule.rows("trades", "+1s, LATE");
    }

    @Test
    void shouldStopAtGivenPointsAndGoOnFromCheckpoints() {
        CrashSchedule schedule = bars();
        assertEquals(16, schedule.undisturbed().size());
        CrashReport report = schedule.check(
                CrashPoint.afterCycles(9), CrashPoint.inWrite(4), CrashPoint.afterRow(7), CrashPoint.inWrite(15));
        assertEquals(new CrashReport(1, 4, 4, 16), report);
    }

    @Test
    void shouldStopAtRandomPointsOfASeed() {
        CrashReport report = bars().checkRandom(42, 12);
        assertEquals(12, report.trials());
        assertEquals(16, report.rows());
        assertTrue(report.stops() >= 12, report.toString());
        assertTrue(report.resumed() >= 6, report.toString());
    }

    @Test
    void shouldLetAFunctionPassThatKeepsItsStateWhereItBelongs() {
        CrashReport report = trades(numbered(NumberInState::new)).checkRandom(7, 8);
        assertTrue(report.resumed() > 0, report.toString());
    }

    @Test
    void shouldCatchAFunctionThatDependsOnHowOftenItWasCalled() {
        CrashSchedule schedule = trades(numbered(NumberOfCalls::new));
        AssertionError given = assertThrows(AssertionError.class, () -> schedule.check(CrashPoint.inWrite(6)));
        assertEquals("""
                stops at given points (polls of 1, a checkpoint every 2 cycles, stop in the write of row 6; polls of 1, a checkpoint every 2 \
                cycles, to the end): row 7 differs in number (20 rows expected, 20 came out)
                     (kind), number
                  5  INSERT, 5
                  6  INSERT, 6
                - 7  INSERT, 7
                - 8  INSERT, 8
                - 9  INSERT, 9
                + 7  INSERT, 1
                + 8  INSERT, 2
                + 9  INSERT, 3
                - expected, + came out""", given.getMessage());
        AssertionError random = assertThrows(AssertionError.class, () -> schedule.checkRandom(7, 8));
        assertTrue(random.getMessage().startsWith("seed 7, trial "), random.getMessage());
    }

    /** What a restart brings out again is compared with what is there: the engine finds this fault itself. */
    @Test
    void shouldSayThatARestartGaveOtherRowsThanBefore() {
        CrashSchedule schedule = trades(numbered(NumberOfCalls::new));
        AssertionError error = assertThrows(AssertionError.class, () -> schedule.check(CrashPoint.afterRow(2)));
        assertTrue(
                error.getMessage().contains("a restart gave other rows than before: OUTPUT_DIVERGED"),
                error.getMessage());
        assertEquals(ErrorCode.OUTPUT_DIVERGED, ((TidemarkException) error.getCause()).code());
    }

    @Test
    void shouldCatchAQueryThatIsNotTheSameTheSecondTime() {
        NumberOfCalls shared = new NumberOfCalls();
        CrashSchedule schedule = trades(numbered(() -> shared));
        AssertionError error = assertThrows(AssertionError.class, schedule::check);
        assertTrue(
                error.getMessage()
                        .startsWith("a second run without any stop (polls of 1, to the end): row 1 differs in number"),
                error.getMessage());
    }

    private CrashSchedule trades(TestQuery query) {
        CrashSchedule schedule = CrashSchedule.of(query, directory);
        for (int i = 0; i < 20; i++) {
            schedule.values("trades", Instant.EPOCH.plusSeconds(i), i % 2 == 0 ? "A" : "B");
        }
        return schedule;
    }

    /** Three inputs' rows come out in the order in which they were given, in every life. */
    @Test
    void shouldReadSeveralInputsInTheOrderInWhichTheirRowsAreGiven() {
        TestQuery query = TestQuery.of(sources -> sources.stream("b")
                        .union(sources.stream("a"))
                        .select(col("id"))
                        .writeStream()
                        .queryName("both"))
                .input("a", "id long")
                .input("b", "id long");
        CrashSchedule schedule = CrashSchedule.of(query, directory)
                .rows("a", "1\n2")
                .rows("b", "3")
                .table("a", "id\n4\n")
                .rows("b", "5\n6\n7")
                .values("a", 8L);
        assertEquals(
                List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L),
                schedule.undisturbed().stream().map(row -> row.get("id")).toList());
        CrashReport report = schedule.checkRandom(3, 8);
        assertTrue(report.stops() > 4, report.toString());
    }

    @Test
    void shouldStopQueriesThatMakeCuts() {
        TestQuery query = TestQuery.of(sources -> sources.stream("rows")
                        .groupBy("key")
                        .unboundedState("four keys")
                        .agg(count().as("rows"))
                        .writeStream()
                        .outputMode(OutputMode.COMPLETE)
                        .cutEvery(3)
                        .queryName("counts"))
                .input("rows", "key string");
        CrashReport report = CrashSchedule.of(query, directory)
                .rows("rows", "a\nb\na\nc\nb\na\na\nd\nb\nc")
                .checkRandom(11, 8);
        assertTrue(report.stops() > 4, report.toString());
    }

    @Test
    void shouldSayThatAPointIsNeverReached() {
        CrashSchedule schedule = bars();
        AssertionError error = assertThrows(AssertionError.class, () -> schedule.check(CrashPoint.afterRow(16)));
        assertTrue(error.getMessage().contains("the stop after row 16 was never reached"), error.getMessage());
        assertThrows(TidemarkException.class, () -> CrashPoint.afterRow(-1));
    }

    @Test
    void shouldThrowWhatTheQueryFailsAtByItself() {
        TestQuery query = TestQuery.of(sources -> sources.stream("rows")
                        .select(col("n").plus(col("n")).as("twice"))
                        .writeStream()
                        .queryName("twice"))
                .input("rows", "n long");
        CrashSchedule schedule = CrashSchedule.of(query, directory).values("rows", Long.MAX_VALUE);
        TidemarkException error = assertThrows(TidemarkException.class, () -> schedule.checkRandom(1, 1));
        assertEquals(ErrorCode.ARITHMETIC_OVERFLOW, error.code());
    }

    @Test
    void shouldRefuseADirectoryInWhichAnotherScheduleRan() {
        bars().undisturbed();
        CrashSchedule again = bars();
        TidemarkException error = assertThrows(TidemarkException.class, again::undisturbed);
        assertEquals(ErrorCode.JOURNAL_INVALID, error.code());
    }
}
