package io.tidemark.operator.asof;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.sum;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.asof.AsOfJoin.Emit;
import io.tidemark.operator.asof.AsOfJoin.Ties;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AsOfErrorTest {
    private final MemoryJournal trades =
            MemoryJournal.of("trades", Schema.parse("ts timestamp, symbol string, price long"));
    private final MemoryJournal quotes =
            MemoryJournal.of("quotes", Schema.parse("qts timestamp, sym long, bid long, until timestamp"));

    @AfterEach
    void close() {
        trades.close();
        quotes.close();
    }

    @Test
    void shouldReportAllProblemsTogether() {
        assertEquals(
                List.of(
                        ErrorCode.WATERMARK_MISSING,
                        ErrorCode.WATERMARK_MISSING,
                        ErrorCode.TYPE_MISMATCH,
                        ErrorCode.SETTING_INVALID,
                        ErrorCode.COLUMN_UNKNOWN,
                        ErrorCode.SETTING_INVALID,
                        ErrorCode.SETTING_INVALID),
                codes(Tidemark.stream("trades", trades)
                        .asOf(Tidemark.stream("quotes", quotes))
                        .on(col("symbol"), col("sym"))
                        .forward()
                        .tolerance(Duration.ofSeconds(-1))
                        .validUntil("end")
                        .ties(Ties.ALL)
                        .emit(Emit.CORRECTING)
                        .left()));
    }

    @Test
    void shouldRefuseAWatermarkThatNoColumnCarries() {
        StreamFrame lost = trades().withColumn("ts", col("ts").plus(Duration.ofSeconds(1)));
        assertEquals(
                List.of(ErrorCode.WATERMARK_COLUMN_MISMATCH),
                codes(lost.asOf(quotes()).left()));
        assertEquals(
                List.of(ErrorCode.WATERMARK_COLUMN_MISMATCH),
                codes(lost.windowJoin(quotes()).agg(count())));
    }

    @Test
    void shouldRefuseColumnsOfTheSameName() {
        StreamFrame same = quotes().select(col("qts").as("ts"), col("bid").as("price"));
        assertEquals(
                List.of(ErrorCode.COLUMN_DUPLICATE, ErrorCode.COLUMN_DUPLICATE),
                codes(trades().asOf(same).left()));
        assertEquals(
                List.of("ts", "symbol", "price", "q_ts", "q_price"),
                trades().asOf(same).rightPrefix("q_").left().schema().names());
        assertEquals(
                List.of(ErrorCode.COLUMN_DUPLICATE),
                codes(trades().windowJoin(same).agg(sum("price").as("price"))));
    }

    @Test
    void shouldMakeRightColumnsNullableWhereLeft() {
        MemoryJournal strict = MemoryJournal.of("strict", Schema.parse("qts timestamp not null, bid long not null"));
        StreamFrame right = Tidemark.stream("strict", strict).withWatermark("qts", Duration.ZERO);
        assertTrue(trades().asOf(right).left().schema().field(4).nullable());
        assertFalse(trades().asOf(right).inner().schema().field(4).nullable());
        strict.close();
    }

    @Test
    void shouldRefuseSettingsThatFindNothing() {
        assertEquals(
                List.of(ErrorCode.SETTING_INVALID),
                codes(trades().asOf(quotes()).strict().tolerance(Duration.ZERO).left()));
        assertEquals(
                List.of(ErrorCode.SETTING_INVALID, ErrorCode.QUERY_INCOMPLETE),
                codes(trades().windowJoin(quotes())
                        .between(Duration.ofSeconds(-1), Duration.ZERO)
                        .agg()));
    }

    @Test
    void shouldRefuseRowsThatAreTakenBack() {
        StreamFrame corrected = trades().asOf(quotes()).emit(Emit.CORRECTING).left();
        MemoryJournal other = MemoryJournal.of("other", Schema.parse("ots timestamp"));
        StreamFrame more = Tidemark.stream("other", other).withWatermark("ots", Duration.ZERO);
        assertEquals(
                List.of(ErrorCode.CHANGELOG_MISMATCH),
                codes(corrected.asOf(more).left()));
        assertEquals(
                List.of(ErrorCode.CHANGELOG_MISMATCH),
                codes(more.asOf(corrected).left()));
        assertEquals(
                List.of(ErrorCode.CHANGELOG_MISMATCH),
                codes(more.windowJoin(corrected).agg(count())));
        other.close();
    }

    @Test
    void shouldRefuseWhatSparkDoesNotHave() {
        TidemarkException error = assertThrows(
                TidemarkException.class,
                () -> trades().asOf(quotes())
                        .left()
                        .writeStream()
                        .spark()
                        .queryName("q")
                        .to(MemoryJournal.output("out"))
                        .invoker());
        assertEquals(ErrorCode.JOIN_TYPE_UNSUPPORTED, error.code());
        assertTrue(error.problems().get(0).reason().contains("no as-of join of streams"), error.toString());
    }

    private StreamFrame trades() {
        return Tidemark.stream("trades", trades).withWatermark("ts", Duration.ZERO);
    }

    private StreamFrame quotes() {
        return Tidemark.stream("quotes", quotes).withWatermark("qts", Duration.ZERO);
    }

    private static List<ErrorCode> codes(StreamFrame frame) {
        TidemarkException error = assertThrows(TidemarkException.class, frame::schema);
        assertFalse(error.problems().stream().anyMatch(one -> one.wayOut().isBlank()), error.toString());
        return error.problems().stream().map(Problem::code).toList();
    }
}
