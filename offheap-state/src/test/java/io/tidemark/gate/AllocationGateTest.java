package io.tidemark.gate;

import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.StandardOperators;
import io.tidemark.accumulator.StandardAggregates;
import io.tidemark.expr.Aggregate;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.OutputMode;
import io.tidemark.plan.PlanNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every operator and every aggregate function runs up to 60 000 rows without a byte on the heap, and a new one has to be added here. */
class AllocationGateTest {
    private static AllocationGate gate;

    @BeforeAll
    static void open() {
        gate = new AllocationGate();
    }

    @AfterAll
    static void close() {
        gate.close();
    }

    @TestFactory
    List<DynamicTest> shouldAllocateNothingInAnyOperator() {
        return tests(OperatorPlans.all());
    }

    /** Windows that close, and results that come out with every row. */
    @TestFactory
    List<DynamicTest> shouldAllocateNothingInAnyAggregate() {
        List<GateCase> cases = new ArrayList<>();
        AggregateCalls.BY_NAME.forEach((name, calls) -> {
            cases.add(GateCase.of(
                            name,
                            in -> in.groupBy(window("ts", Duration.ofSeconds(20)), "k")
                                    .agg(calls.toArray(Aggregate[]::new)))
                    .rows(200_000));
        });
        cases.add(GateCase.of(
                        "all, update",
                        in -> in.groupBy(window("ts", Duration.ofSeconds(2)), "k")
                                .agg(AggregateCalls.all()))
                .with(writer -> writer.outputMode(OutputMode.UPDATE))
                .rows(20_000));
        return tests(cases);
    }

    private static List<DynamicTest> tests(List<GateCase> cases) {
        return cases.stream()
                .map(one -> DynamicTest.dynamicTest(one.name(), () -> gate.check(one)))
                .toList();
    }

    @Test
    void shouldKnowEveryOperator() {
        Set<Class<?>> covered = new HashSet<>();
        try (MemoryJournal left = MemoryJournal.of("left", new GateRows().left.schema());
                MemoryJournal right = MemoryJournal.of("right", new GateRows().right.schema())) {
            OperatorPlans.all()
                    .forEach(one -> collect(one.over(List.of(left, right)).plan(), covered));
        }
        assertEquals(names(StandardOperators.all()), names(covered), "operators that no case of OperatorPlans has");
    }

    private static void collect(PlanNode node, Set<Class<?>> into) {
        if (node instanceof PlanNode.Step step) {
            into.add(step.operator().getClass());
            step.inputs().forEach(input -> collect(input, into));
        }
    }

    private static Set<String> names(Iterable<? extends Class<?>> classes) {
        Set<String> names = new TreeSet<>();
        classes.forEach(one -> names.add(one.getSimpleName()));
        return names;
    }

    @Test
    void shouldKnowEveryAggregateFunction() {
        assertEquals(
                StandardAggregates.names(), AggregateCalls.BY_NAME.keySet(), "functions that AggregateCalls lacks");
    }
}
