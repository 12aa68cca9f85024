package io.tidemark.probes;

import static io.tidemark.expr.Functions.col;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.Trigger;
import io.tidemark.expr.Column;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.metrics.QueryProgress;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.join.JoinType;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;

/** A query over two inputs, {@code lt, lk, lv} and {@code rt, rk, rv}, fed in batches as {@link ProbeRun} describes. Columns out are those of both. */
final class JoinProbeRun implements AutoCloseable {
    private final MemoryJournal left = MemoryJournal.of("left", Schema.parse("lt timestamp, lk string, lv string"));
    private final MemoryJournal right = MemoryJournal.of("right", Schema.parse("rt timestamp, rk string, rv string"));
    private final MemoryJournal result = MemoryJournal.output("result");
    private final QueryInvoker query;

    JoinProbeRun(Duration delay, BiFunction<StreamFrame, StreamFrame, StreamFrame> plan) {
        StreamFrame frame = plan.apply(
                Tidemark.stream("left", left).withWatermark("lt", delay),
                Tidemark.stream("right", right).withWatermark("rt", delay));
        query = frame.writeStream()
                .time(ProbeRun.PROBES)
                .trigger(Trigger.manual())
                .queryName("probe")
                .to(result)
                .invoker();
    }

    /** Times at most so far apart, either way. */
    static JoinProbeRun within(JoinType type, Duration distance) {
        Column near = col("rt")
                .ge(col("lt").minus(distance))
                .and(col("rt").le(col("lt").plus(distance)));
        return new JoinProbeRun(
                Duration.ZERO,
                (left, right) -> left.join(right, type, col("lk").eq(col("rk")).and(near)));
    }

    JoinProbeRun left(String key, double seconds) {
        return left(key, seconds, "");
    }

    JoinProbeRun left(String key, double seconds, String value) {
        left.appendValues(ProbeRun.at(seconds), key, value);
        return this;
    }

    JoinProbeRun right(String key, double seconds) {
        return right(key, seconds, "");
    }

    JoinProbeRun right(String key, double seconds, String value) {
        right.appendValues(ProbeRun.at(seconds), key, value);
        return this;
    }

    /** Ends the batch and lets batches without rows run; what came out, sorted. */
    List<String> batch() {
        long before = result.size();
        query.processAllAvailable();
        query.cut();
        while (query.cutDue()) {
            query.cut();
        }
        return since(before);
    }

    List<String> flush() {
        long before = result.size();
        query.drain();
        return since(before);
    }

    QueryProgress progress() {
        return query.progress();
    }

    long late() {
        return progress().dropped(DropReason.LATE);
    }

    @Override
    public void close() {
        query.close();
        left.close();
        right.close();
        result.close();
    }

    /** Keys and values of both sides: {@code a= b=foo}, {@code -} for a side without a row. */
    private List<String> since(long before) {
        List<String> lines = new ArrayList<>();
        List<List<Object>> rows = result.rows();
        for (List<Object> row : rows.subList((int) before, rows.size())) {
            lines.add(side(row, 0) + " " + side(row, 3));
        }
        Collections.sort(lines);
        return lines;
    }

    private static String side(List<Object> row, int at) {
        return at >= row.size() || row.get(at) == null ? "-" : row.get(at + 1) + "" + row.get(at + 2);
    }
}
