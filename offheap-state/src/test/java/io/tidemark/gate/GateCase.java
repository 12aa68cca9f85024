package io.tidemark.gate;

import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.journal.JournalSource;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * A query that has to allocate nothing.
 *
 * @param name what it is about
 * @param inputs 1 when only the left journal is read, else 2
 * @param rows rows without a byte
 * @param frame the query over both streams, which have watermarks with a delay of two seconds
 * @param settings output mode and the like
 */
record GateCase(
        String name,
        int inputs,
        long rows,
        BiFunction<StreamFrame, StreamFrame, StreamFrame> frame,
        UnaryOperator<StreamWriter> settings) {
    static GateCase of(String name, UnaryOperator<StreamFrame> frame) {
        return new GateCase(name, 1, 1_000_000, (left, right) -> frame.apply(left), UnaryOperator.identity());
    }

    static GateCase of(String name, BiFunction<StreamFrame, StreamFrame, StreamFrame> frame) {
        return new GateCase(name, 2, 1_000_000, frame, UnaryOperator.identity());
    }

    GateCase with(UnaryOperator<StreamWriter> newSettings) {
        return new GateCase(name, inputs, rows, frame, newSettings);
    }

    /** Fewer rows, for queries with much work for each. */
    GateCase rows(long newRows) {
        return new GateCase(name, inputs, newRows, frame, settings);
    }

    /** Fewer rows, for a form of a case that has its million. */
    GateCase variant() {
        return rows(100_000);
    }

    StreamFrame over(List<? extends JournalSource> sources) {
        return frame.apply(
                Tidemark.stream("left", sources.get(0)).withWatermark("ts", Duration.ofSeconds(2)),
                Tidemark.stream("right", sources.get(1)).withWatermark("rts", Duration.ofSeconds(2)));
    }
}
