package io.tidemark.benchmarks.plan;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.lit;

import io.tidemark.expr.Column;
import io.tidemark.expr.eval.BoolEvaluator;
import io.tidemark.expr.eval.EvaluatorCompiler;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.PinningNodeFactory;
import io.tidemark.expr.eval.ReflectiveNodeFactory;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does one evaluation of an expression of 15 nodes cost: as a tree of evaluators that share their classes with other expressions, as hidden
 * clones behind a constant, as method handles behind a constant, and as hand-written Java? Twenty other expressions are evaluated first.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
@State(Scope.Thread)
public class ExpressionBenchmark {
    private final LoopSource source = new LoopSource();
    private final RowView row = new RowView();
    private final int rowBytes = LoopSource.SCHEMA.fixedBytes();
    private BoolEvaluator plain;
    private Predicate pinned;
    private Predicate handles;

    /** Compiles the expression after evaluating others. */
    @Setup
    public void compile() throws IOException, ReflectiveOperationException {
        for (int other = 0; other < 20; other++) {
            BoolEvaluator evaluator =
                    evaluator(other(other), other % 2 == 0 ? new ReflectiveNodeFactory() : new PinningNodeFactory());
            for (int i = 0; i < 50_000; i++) {
                evaluator.test(row.wrap(LoopSource.SCHEMA, source.address(i & LoopSource.ROWS - 1), rowBytes));
            }
        }
        plain = evaluator(expression(), new ReflectiveNodeFactory());
        pinned = PinnedEvaluator.of(evaluator(expression(), new PinningNodeFactory()));
        handles = PinnedHandle.of(HandleTree.expression());
        for (int i = 0; i < LoopSource.ROWS; i++) {
            RowView one = row.wrap(LoopSource.SCHEMA, source.address(i), rowBytes);
            int expected = byHand(one);
            if (plain.test(one) != expected || pinned.test(one) != expected || handles.test(one) != expected) {
                throw new IllegalStateException("the forms differ in row " + i);
            }
        }
    }

    /** Evaluators that share their classes. */
    @Benchmark
    @OperationsPerInvocation(LoopSource.ROWS)
    public int plain() {
        int sum = 0;
        for (int i = 0; i < LoopSource.ROWS; i++) {
            sum += plain.test(row.wrap(LoopSource.SCHEMA, source.address(i), rowBytes));
        }
        return sum;
    }

    /** Hidden clones behind a constant. */
    @Benchmark
    @OperationsPerInvocation(LoopSource.ROWS)
    public int pinned() {
        int sum = 0;
        for (int i = 0; i < LoopSource.ROWS; i++) {
            sum += pinned.test(row.wrap(LoopSource.SCHEMA, source.address(i), rowBytes));
        }
        return sum;
    }

    /** Method handles behind a constant. */
    @Benchmark
    @OperationsPerInvocation(LoopSource.ROWS)
    public int methodHandles() {
        int sum = 0;
        for (int i = 0; i < LoopSource.ROWS; i++) {
            sum += handles.test(row.wrap(LoopSource.SCHEMA, source.address(i), rowBytes));
        }
        return sum;
    }

    /** Java. */
    @Benchmark
    @OperationsPerInvocation(LoopSource.ROWS)
    public int handWritten() {
        int sum = 0;
        for (int i = 0; i < LoopSource.ROWS; i++) {
            sum += byHand(row.wrap(LoopSource.SCHEMA, source.address(i), rowBytes));
        }
        return sum;
    }

    private static int byHand(RowView row) {
        long at = row.address() + Long.BYTES;
        long a = OffHeap.getLong(at);
        long b = OffHeap.getLong(at + 8);
        long c = OffHeap.getLong(at + 16);
        return Math.subtractExact(Math.addExact(a, Math.multiplyExact(b, 3L)), c) > 100 && b % 7 < c ? 1 : 0;
    }

    private static Column expression() {
        return col("a").plus(col("b").times(lit(3L)))
                .minus(col("c"))
                .gt(lit(100L))
                .and(col("b").mod(lit(7L)).lt(col("c")));
    }

    private static Column other(int number) {
        Column left = number % 2 == 0
                ? col("a").times(lit((long) number)).plus(col("c"))
                : col("c").minus(col("b")).mod(lit(number + 2L));
        Column right = number % 3 == 0 ? col("b").plus(lit(5L)) : lit(17L * number);
        return number % 4 == 0
                ? left.lt(right).and(col("a").gt(lit(3L)))
                : left.gt(right).or(col("b").eq(col("c")));
    }

    private static BoolEvaluator evaluator(Column column, NodeFactory nodes) {
        return new EvaluatorCompiler(LoopSource.SCHEMA, true)
                .compile(column.expression(), nodes)
                .asBool();
    }
}
