package io.tidemark.operator.join;

import static io.tidemark.expr.Functions.col;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.Trigger;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.metrics.QueryProgress;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** A join that is fed by hand: columns {@code lt, lk, lv} and {@code rt, rk, rv}, times in seconds. What comes out is read as short text. */
final class JoinRun implements AutoCloseable {
    private static final Schema LEFT = Schema.parse("lt timestamp, lk string, lv long");
    private static final Schema RIGHT = Schema.parse("rt timestamp, rk string, rv long");

    private final MemoryJournal left = MemoryJournal.of("left", LEFT);
    private final MemoryJournal right = MemoryJournal.of("right", RIGHT);
    private final MemoryJournal result = MemoryJournal.output("result");
    private final QueryInvoker query;
    private int seen;

    JoinRun(BiFunction<StreamFrame, StreamFrame, StreamFrame> plan, UnaryOperator<StreamWriter> settings) {
        StreamFrame frame = plan.apply(Tidemark.stream("left", left), Tidemark.stream("right", right));
        query = settings.apply(frame.writeStream()
                        .queryName("join")
                        .trigger(Trigger.manual())
                        .to(result))
                .invoker();
    }

    JoinRun(BiFunction<StreamFrame, StreamFrame, StreamFrame> plan) {
        this(plan, writer -> writer);
    }

    /** Watermarks with these delays; {@code rt} from {@code lt - before} to {@code lt + after}. */
    static JoinRun within(JoinType type, long leftDelay, long rightDelay, long before, long after) {
        return new JoinRun((left, right) -> left.withWatermark("lt", Duration.ofSeconds(leftDelay))
                .join(
                        right.withWatermark("rt", Duration.ofSeconds(rightDelay)),
                        type,
                        col("lk")
                                .eq(col("rk"))
                                .and(col("rt").ge(col("lt").minus(Duration.ofSeconds(before))))
                                .and(col("rt").le(col("lt").plus(Duration.ofSeconds(after))))));
    }

    JoinRun left(String key, double second) {
        return left(key, (Double) second, 0);
    }

    JoinRun left(String key, Double second, long value) {
        left.appendValues(at(second), key, value);
        query.processAllAvailable();
        return this;
    }

    JoinRun right(String key, double second) {
        return right(key, (Double) second, 0);
    }

    JoinRun right(String key, Double second, long value) {
        right.appendValues(at(second), key, value);
        query.processAllAvailable();
        return this;
    }

    /** Ends a batch and lets batches without rows run; gives what came out. */
    List<String> batch() {
        query.cut();
        while (query.cutDue()) {
            query.cut();
        }
        return out();
    }

    /** What came out since the last look. */
    List<String> out() {
        List<List<Object>> rows = result.rows();
        List<String> lines =
                rows.subList(seen, rows.size()).stream().map(JoinRun::text).toList();
        seen = rows.size();
        return lines;
    }

    /** Ends the input. */
    List<String> drain() {
        query.drain();
        return out();
    }

    MemoryJournal result() {
        return result;
    }

    QueryProgress progress() {
        return query.progress();
    }

    /** Figures of the join. */
    QueryProgress.OperatorProgress join() {
        return query.progress().operators().stream()
                .filter(operator -> operator.uid().startsWith("join"))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        query.close();
        left.close();
        right.close();
        result.close();
    }

    private static Instant at(Double second) {
        return second == null ? null : Instant.EPOCH.plusNanos(Math.round(second * 1e9));
    }

    /** Key and time of the rows in it: {@code a@1 a@2}, {@code a@1 -}. */
    private static String text(List<Object> row) {
        StringBuilder text = new StringBuilder();
        for (int side = 0; side < row.size() / 3; side++) {
            Object time = row.get(side * 3);
            text.append(side == 0 ? "" : " ");
            text.append(row.get(side * 3 + 2) == null ? "-" : row.get(side * 3 + 1) + "@" + seconds(time));
        }
        return text.toString();
    }

    private static String seconds(Object time) {
        if (time == null) {
            return "?";
        }
        Instant instant = (Instant) time;
        double seconds = instant.getEpochSecond() + instant.getNano() / 1e9;
        return seconds == Math.rint(seconds) ? String.valueOf((long) seconds) : String.valueOf(seconds);
    }
}
