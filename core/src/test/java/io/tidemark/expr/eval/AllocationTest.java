package io.tidemark.expr.eval;

import static io.tidemark.expr.Functions.abs;
import static io.tidemark.expr.Functions.call;
import static io.tidemark.expr.Functions.coalesce;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.concat;
import static io.tidemark.expr.Functions.ingest_time;
import static io.tidemark.expr.Functions.length;
import static io.tidemark.expr.Functions.lower;
import static io.tidemark.expr.Functions.nullif;
import static io.tidemark.expr.Functions.to_timestamp;
import static io.tidemark.expr.Functions.upper;
import static io.tidemark.expr.Functions.when;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Column;
import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** No evaluator allocates in the steady state. */
class AllocationTest {
    private static final int WARM_UP = 3_000;
    private static final int EVALUATIONS = 20_000;
    private static final long TOLERATED_BYTES = 1024;

    private static final Schema SCHEMA = Schema.parse(
            "i int, j int, l long, d double, p decimal(18,8), q decimal(18,8),"
                    + " w decimal(38,10), v decimal(38,20), b bool, t timestamp, s string, n string, u string, z int, dn string");
    private static final Object[] VALUES = {
        7,
        -3,
        123_456_789_012L,
        2.5,
        new BigDecimal("1234567890.12345678"),
        new BigDecimal("-0.00000003"),
        new BigDecimal("1234567890123456789012345678.0123456789"),
        new BigDecimal("987654321.12345678901234567890"),
        true,
        Instant.parse("2024-02-29T12:34:56.789Z"),
        "2024-02-29T12:34:56.789012345+01:00",
        "-1234567.25",
        "Straße für Ünïcödé ΑΒΓ",
        null,
        "1234567890123.4567890123456789"
    };

    private static List<Column> expressions() {
        List<Column> list = new ArrayList<>();
        for (String operator : List.of("+", "-", "*", "/", "%")) {
            list.add(call(operator, col("i"), col("j")));
            list.add(call(operator, col("l").cast("long").mod(1000), col("i")));
            list.add(call(operator, col("d"), col("i")));
            list.add(call(operator, col("p"), col("q")));
            list.add(call(operator, col("w").mod(1000), col("v").mod(1000)));
            list.add(call(operator, col("q"), col("v").mod(10)));
            list.add(call(operator, col("p"), 5));
        }
        for (String comparison : List.of("=", "!=", "<", "<=", ">", ">=", "<=>")) {
            list.add(call(comparison, col("i"), col("l")));
            list.add(call(comparison, col("d"), col("p")));
            list.add(call(comparison, col("w"), col("v")));
            list.add(call(comparison, col("s"), col("u")));
            list.add(call(comparison, col("b"), true));
            list.add(call(comparison, col("z"), col("i")));
        }
        for (String column : List.of("i", "d", "w", "s", "b", "t", "z")) {
            list.add(col(column).isNull());
            list.add(col(column).isNotNull());
            list.add(when(col("i").gt(3), col(column), col(column)));
            list.add(call("case", col("i").lt(0), col(column), col("b"), col(column), col(column)));
            list.add(coalesce(nullif(col(column), col(column)), col(column)));
            list.add(call("in", col(column), nullif(col(column), col(column)), col(column)));
            list.add(call("between", col(column), col(column), col(column)));
        }
        list.add(col("b").and(col("i").gt(0)).or(col("z").eq(1)).not());
        list.add(abs(col("w")).negate());
        list.add(abs(col("j")));
        list.add(abs(col("d")));
        list.add(col("t").plus(Duration.ofHours(1)));
        list.add(to_timestamp(col("s")));
        list.add(ingest_time());
        list.add(concat(col("s"), "-", col("u")));
        list.add(upper(col("u")));
        list.add(lower(col("u")));
        list.add(length(col("u")));
        for (String column : List.of("i", "d", "w", "s", "b", "t", "z")) {
            list.add(call("least", col(column), nullif(col(column), col(column)), col(column)));
            list.add(call("greatest", col(column), nullif(col(column), col(column)), col(column)));
        }
        for (String column : List.of("i", "l", "d", "p", "w")) {
            list.add(call("round", col(column), 2));
            list.add(call("round", col(column), -3));
            list.add(call("floor", col(column)));
            list.add(call("ceil", col(column)));
        }
        for (String unit : List.of("millisecond", "week", "month", "quarter", "year")) {
            list.add(call("date_trunc", unit, col("t")));
        }
        list.add(call("like", col("u"), "%f_r%\u0391%"));
        list.add(call("starts_with", col("u"), "Stra"));
        list.add(call("ends_with", col("u"), col("s")));
        list.add(call("contains", col("u"), "\u0391"));
        list.add(call("instr", col("u"), "f"));
        list.add(call("trim", concat(" ", col("u"), " ")));
        list.add(call("substring", col("u"), -10, 4));
        list.add(call("substring", col("u"), 3));
        list.add(call("replace", col("u"), "\u00df", "ss"));
        list.add(call("lpad", col("u"), 80, "-+"));
        list.add(call("rpad", col("u"), 5));
        list.add(call("split_part", col("u"), " ", -2));
        for (String type : List.of("bool", "int", "long", "double", "decimal(20,4)", "timestamp", "string")) {
            for (String column : List.of("i", "l", "d", "p", "w", "b", "t", "n", "dn")) {
                boolean timeAndBool =
                        type.equals("bool") && column.equals("t") || type.equals("timestamp") && column.equals("b");
                if (!timeAndBool && !(type.equals("string") && column.equals("d"))) {
                    list.add(col(column).cast(type));
                }
            }
        }
        list.add(col("i").cast("string").cast("int"));
        list.add(col("l").cast("string").cast("long"));
        list.add(col("b").cast("string").cast("bool"));
        return list;
    }

    @TestFactory
    List<DynamicTest> shouldAllocateNothingPerRow() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Column column : expressions()) {
            tests.add(DynamicTest.dynamicTest(column.expression().toString(), () -> check(column)));
        }
        return tests;
    }

    private static void check(Column column) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (RowWriter writer = new RowWriter()) {
            RowView row = Rows.write(writer, SCHEMA, VALUES);
            Decimal128 decimal = new Decimal128();
            BytesView view = new BytesView();
            for (boolean ansi : new boolean[] {false, true}) {
                TypedEvaluator typed =
                        new EvaluatorCompiler(SCHEMA, ansi).compile(column.expression(), new ReflectiveNodeFactory());
                if (ansi && fails(typed, row, decimal, view)) {
                    continue;
                }
                evaluate(typed, row, WARM_UP, decimal, view);
                long thread = Thread.currentThread().getId();
                long before = threads.getThreadAllocatedBytes(thread);
                evaluate(typed, row, EVALUATIONS, decimal, view);
                long allocated = threads.getThreadAllocatedBytes(thread) - before;
                assertTrue(allocated <= TOLERATED_BYTES, () -> allocated + " bytes in " + EVALUATIONS + " evaluations");
            }
        }
    }

    /** Casts that do not fit are errors with ansi; then there is no steady state to measure. */
    private static boolean fails(TypedEvaluator typed, RowView row, Decimal128 decimal, BytesView view) {
        try {
            evaluate(typed, row, 1, decimal, view);
            return false;
        } catch (TidemarkException e) {
            return true;
        }
    }

    private static void evaluate(TypedEvaluator typed, RowView row, int times, Decimal128 decimal, BytesView view) {
        for (int i = 0; i < times; i++) {
            if (typed.evaluator().isNull(row)) {
                continue;
            }
            switch (typed.type().kind()) {
                case BOOL -> typed.asBool().test(row);
                case INT, LONG, TIMESTAMP -> typed.asLong().getLong(row);
                case DOUBLE -> typed.asDouble().getDouble(row);
                case DECIMAL -> typed.asDecimal().getDecimal(row, decimal);
                case STRING, BINARY -> typed.asBytes().getBytes(row, view);
            }
        }
    }
}
