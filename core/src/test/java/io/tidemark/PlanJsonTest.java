package io.tidemark;

import static io.tidemark.expr.Functions.avg;
import static io.tidemark.expr.Functions.call;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.lit;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.session;
import static io.tidemark.expr.Functions.sliding;
import static io.tidemark.expr.Functions.span;
import static io.tidemark.expr.Functions.when;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.tidemark.calendar.TradingCalendar;
import io.tidemark.calendar.TradingSession;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.CalendarFunctions;
import io.tidemark.expr.Column;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.OperatorNode;
import io.tidemark.operator.asof.AsOfJoin;
import io.tidemark.operator.dedup.Deduplicate;
import io.tidemark.operator.dedup.Keep;
import io.tidemark.operator.join.JoinType;
import io.tidemark.operator.join.JoinWatermark;
import io.tidemark.operator.reference.ReferenceJoin;
import io.tidemark.operator.reference.ReferenceMatch;
import io.tidemark.operator.watermark.ClockGuard;
import io.tidemark.row.DataType;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PlanJsonTest {
    private final MemoryJournal trades = MemoryJournal.withIngestTime(
            "trades", Schema.parse("ts timestamp, symbol string not null, price decimal(12,4), size long, d double"));

    @AfterEach
    void close() {
        trades.close();
    }

    @Test
    void shouldReadAPlanBackThatEqualsTheOneWritten() {
        StreamFrame stream = Tidemark.stream("trades", trades)
                .filter(col("symbol")
                        .eq(lit("it's \"ÄÖ\" \u2028"))
                        .and(col("size").isNotNull()))
                .withWatermark(
                        "ts",
                        Duration.ofSeconds(3),
                        ClockGuard.maxFutureSkew(Duration.ofMinutes(1)).maxAge(Duration.ofDays(1)))
                .withColumn("notional", col("price").times(col("size")))
                .groupBy(
                        sliding("ts", Duration.ofMinutes(5), Duration.ofMinutes(1))
                                .as("w"),
                        "symbol")
                .agg(count().as("n"), max("price").where(col("size").gt(100L)), avg(col("notional")))
                .uid("bars")
                .select(
                        col("w_end").as("at"),
                        col("n"),
                        call("coalesce", col("symbol"), lit("none")).as("s"));
        assertRoundTrip(stream);
    }

    @Test
    void shouldKeepEveryKindOfConstant() {
        List<Column> constants = List.of(
                lit(true),
                lit(7),
                lit(Long.MIN_VALUE),
                lit(Double.NaN),
                lit(-0.0),
                lit(new BigDecimal("-12.3400")),
                lit(Instant.parse("1969-12-31T23:59:59.999999999Z")),
                lit(""),
                new Column(new Literal(List.of((byte) 0, (byte) -1), DataType.BINARY), null),
                new Column(new Literal(null, DataType.parse("decimal(38,10)")), null));
        StreamFrame stream = Tidemark.stream("trades", trades);
        for (int i = 0; i < constants.size(); i++) {
            stream = stream.withColumn("c" + i, constants.get(i));
        }
        assertRoundTrip(stream);
    }

    @Test
    void shouldKeepCalendars() {
        TradingCalendar calendar = TradingCalendar.named(
                        "XNYS", "America/New_York", LocalDate.of(2024, 1, 1), LocalDate.of(2024, 12, 31))
                .session("core", "09:30", "16:00")
                .holidays(LocalDate.of(2024, 7, 4), LocalDate.of(2024, 12, 25))
                .earlyClose(LocalDate.of(2024, 7, 3), "13:00")
                .specialDay(LocalDate.of(2024, 11, 2), TradingSession.of("test", "10:00", "11:00"))
                .build();
        assertEquals(calendar, TradingCalendar.ofJson(calendar.toJson()));
        StreamFrame stream = Tidemark.stream("trades", trades).withWatermark("ts", Duration.ZERO);
        assertRoundTrip(stream.groupBy(CalendarFunctions.tradingSessions("ts", calendar))
                .agg(count()));
        assertRoundTrip(stream.groupBy(CalendarFunctions.calendarDays("ts", "Europe/Berlin"))
                .agg(count()));
    }

    @Test
    void shouldKeepEveryOperator() {
        StreamFrame stream = Tidemark.stream("trades", trades).withWatermark("ts", Duration.ofSeconds(2));
        StreamFrame other = stream.select(
                col("ts").as("qts"), col("symbol").as("qsymbol"), col("price").as("bid"));
        assertRoundTrip(stream.groupBy(
                        session("ts", when(col("size").gt(5L), span(Duration.ofSeconds(3)), 7L)), "symbol")
                .agg(count()));
        assertRoundTrip(stream.dropDuplicates(Deduplicate.by("symbol")
                .within(Duration.ofMinutes(3))
                .keep(Keep.greatest("size"))
                .conflictsOn("price")));
        for (JoinType type : JoinType.values()) {
            assertRoundTrip(stream.join(other, type)
                    .watermark(JoinWatermark.PER_INPUT)
                    .unboundedState("a test")
                    .on(col("symbol").eq(col("qsymbol")), col("qts").ge(col("ts"))));
        }
        assertRoundTrip(stream.asOf(other)
                .on(col("symbol"), col("qsymbol"))
                .nearest()
                .strict()
                .tolerance(Duration.ofSeconds(1))
                .ties(AsOfJoin.Ties.FIRST)
                .emit(AsOfJoin.Emit.IMMEDIATE)
                .left());
        assertRoundTrip(stream.windowJoin(other)
                .on(col("symbol"), col("qsymbol"))
                .between(Duration.ofSeconds(1), Duration.ofSeconds(2))
                .agg(max("bid").as("best")));
        assertRoundTrip(stream.joinReference(
                other.latestBy("qsymbol").withVersion("version").maxRows(100),
                ReferenceJoin.Type.LEFT_OUTER,
                ReferenceMatch.on("symbol", "qsymbol").where(col("bid").gt(1L))));
    }

    /** A node that two others use stays one node. */
    @Test
    void shouldKeepSharedNodes() {
        StreamFrame stream = Tidemark.stream("trades", trades).withWatermark("ts", Duration.ZERO);
        StreamFrame both = stream.filter(col("size").gt(5L))
                .union(stream.filter(col("size").lt(2L)));
        assertRoundTrip(both);
        StreamFrame read = Tidemark.fromJson(both.toJson(), Map.of("trades", trades));
        trades.appendValues(Instant.EPOCH, "a", BigDecimal.ONE, 1L, 1.0);
        try (MemoryJournal out = MemoryJournal.output("out");
                QueryInvoker query = read.writeStream().queryName("q").to(out).invoker()) {
            query.processAllAvailable();
            assertEquals(1, out.size());
            assertEquals(
                    1,
                    query.progress().operators().stream()
                            .filter(one -> one.uid().startsWith("watermark"))
                            .count());
        }
    }

    @Test
    void shouldSayWhatIsWrongWithAText() {
        String plan = Tidemark.stream("trades", trades)
                .groupBy(window("ts", Duration.ofSeconds(1)))
                .agg(count())
                .toJson();
        for (String text : List.of(
                "",
                "[]",
                "{\"format\":2,\"nodes\":[]}",
                "{\"format\":1,\"nodes\":[]}",
                plan.replace("group-aggregate", "group-aggregation"),
                plan.replace("\"keys\"", "\"kees\""),
                plan.replace("[ 0 ]", "[ 1 ]"),
                plan.substring(0, plan.length() / 2))) {
            TidemarkException error = assertThrows(
                    TidemarkException.class, () -> Tidemark.fromJson(text, Map.of("trades", trades)), text);
            assertEquals(ErrorCode.SETTING_INVALID, error.code());
        }
        assertEquals(
                ErrorCode.SETTING_INVALID,
                assertThrows(TidemarkException.class, () -> Tidemark.fromJson(plan, Map.of()))
                        .code());
        MemoryJournal other = MemoryJournal.of("other", Schema.parse("ts timestamp"));
        assertEquals(
                ErrorCode.SCHEMA_MISMATCH,
                assertThrows(TidemarkException.class, () -> Tidemark.fromJson(plan, Map.of("trades", other)))
                        .code());
        other.close();
    }

    @Test
    void shouldKnowEveryOperator() {
        Set<String> operators = new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.tidemark.operator")
                        .stream()
                        .filter(type -> type.isAssignableTo(OperatorNode.class) && !type.isInterface())
                        .map(JavaClass::getName)
                        .collect(Collectors.toCollection(TreeSet::new));
        assertTrue(operators.size() >= 5);
        assertEquals(
                operators,
                OperatorNodes.ALL.stream().map(Class::getName).collect(Collectors.toCollection(TreeSet::new)));
    }

    private void assertRoundTrip(StreamFrame stream) {
        String json = stream.toJson();
        StreamFrame read = Tidemark.fromJson(json, Map.of("trades", trades));
        assertEquals(stream.plan(), read.plan());
        assertEquals(json, read.toJson());
    }

    @Test
    void shouldSayInOneLineWhyATextIsNoPlan() {
        Map<String, String> reasons = Map.of(
                "root:x:0:0", "line 1, column 1: Unrecognized token 'root'.",
                "{\n \"format\": 1,\n oops", "line 3, column 2: Unexpected character ('o' (code 111)).",
                "{\"format\": 1.5}", "line 1 has 1.5, which is in no plan.",
                "[1]", "it is JSON and has not the members of a plan.",
                "{\"format\": 1}", "it is JSON and has not the members of a plan.",
                "", "the text is empty.");
        reasons.forEach((text, reason) -> {
            TidemarkException refused =
                    assertThrows(TidemarkException.class, () -> Tidemark.fromJson(text, Map.of("trades", trades)));
            assertEquals(ErrorCode.SETTING_INVALID, refused.code());
            assertEquals(
                    "The text is not a plan: " + reason,
                    refused.problems().get(0).reason());
        });
    }
}
