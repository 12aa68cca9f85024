package io.tidemark.tools;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.engine.DropRouter;
import io.tidemark.engine.OrderJournal;
import io.tidemark.expr.Aggregate;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.RecordHandler;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.operator.DropReason;
import io.tidemark.row.LongColumn;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.row.TextColumn;
import java.nio.file.Path;
import java.time.Duration;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;

/**
 * A query over two journals in files, with an order journal, a journal of late rows and state off-heap. It runs in phases of 100 seconds of event time with a
 * row of each source every 5 seconds, and each phase fills files of its own: in phase p windows of 10 seconds from 100 p on.
 */
final class StoredSales {
    static final Schema SALES = Schema.parse("ts timestamp, symbol string, price long");
    /** Rows of each source in a phase. */
    static final int ROWS = 20;

    private static final long SECOND_NS = 1_000_000_000L;
    private static final LongColumn TIME = SALES.longColumn("ts");
    private static final TextColumn SYMBOL = SALES.textColumn("symbol");
    private static final LongColumn PRICE = SALES.longColumn("price");

    final Path home;
    private final Path late;
    private final SetTimeProvider clock = new SetTimeProvider(1_700_000_000_000_000_000L);

    StoredSales(Path home) {
        this(home, home.resolve("late"));
    }

    /** The query in one place and its journal of late rows in another. */
    StoredSales(Path home, Path late) {
        this.home = home;
        this.late = late;
    }

    Path query() {
        return home.resolve("query");
    }

    Path journal(String name) {
        return home.resolve(name);
    }

    /** Runs some phases, each of which ends with an orderly stop and so with a checkpoint. */
    void run(int firstPhase, int phases) {
        for (int phase = firstPhase; phase < firstPhase + phases; phase++) {
            append(phase, ROWS);
            runOver();
            clock.advanceMillis(1_000);
        }
    }

    /** Appends the first rows of a phase to both sources, and in phase 1 one to the left that is late. */
    void append(int phase, int rows) {
        append("left", "A", phase, rows);
        append("right", "B", phase, rows);
    }

    private void append(String journal, String symbol, int phase, int rows) {
        try (ChronicleJournal opened = create(journal, SALES);
                RowAppender appender = opened.openAppender()) {
            for (int i = 0; i < rows; i++) {
                append(appender, phase * 100 + i * 5, symbol);
            }
            if (phase == 1 && journal.equals("left")) {
                append(appender, 3, symbol);
            }
        }
    }

    private static void append(RowAppender appender, int second, String symbol) {
        RowWriter row = appender.begin();
        TIME.set(row, second * SECOND_NS);
        SYMBOL.set(row, symbol);
        PRICE.set(row, second);
        appender.commit();
    }

    /** Runs the query over what is there and stops it. */
    void runOver() {
        try (ChronicleJournal left = create("left", SALES);
                ChronicleJournal right = create("right", SALES);
                ChronicleJournal out =
                        create("out", frame(left, right, 10, count()).schema());
                ChronicleJournal order = create("order", OrderJournal.schema());
                ChronicleJournal late = create(this.late.toString(), DropRouter.SCHEMA);
                QueryInvoker query = writer(frame(left, right, 10, count()), out, order, late)
                        .invoker()) {
            query.processAllAvailable();
        }
    }

    private StreamWriter writer(
            StreamFrame frame, ChronicleJournal out, ChronicleJournal order, ChronicleJournal late) {
        return frame.writeStream()
                .queryName("sales")
                .directory(query())
                .checkpoints(CheckpointSettings.onDemand())
                .state(ChronicleState.withLimit(16 << 20))
                .order(order)
                .dropped(DropReason.LATE, late)
                .to(out);
    }

    /** The plan with windows of some seconds, and an aggregate called {@code sales}, as JSON. */
    String plan(int windowSeconds, Aggregate aggregate) {
        try (ChronicleJournal left = ChronicleJournal.openReadOnly(journal("left"));
                ChronicleJournal right = ChronicleJournal.openReadOnly(journal("right"))) {
            return frame(left, right, windowSeconds, aggregate).toJson();
        }
    }

    private static StreamFrame frame(
            ChronicleJournal left, ChronicleJournal right, int windowSeconds, Aggregate aggregate) {
        return Tidemark.stream("left", left)
                .withWatermark("ts", Duration.ZERO)
                .union(Tidemark.stream("right", right).withWatermark("ts", Duration.ZERO))
                .groupBy(window("ts", Duration.ofSeconds(windowSeconds)), "symbol")
                .agg(aggregate.as("sales"), sum("price").as("turnover"))
                .uid("agg.sales");
    }

    /** A copy of the output in which the turnover of one row is another one. */
    void copyOutput(String to, long changed) {
        copyOutput(to, changed, Integer.MAX_VALUE);
    }

    /** The same with the first rows alone. */
    void copyOutput(String to, long changed, int rows) {
        try (ChronicleJournal out = ChronicleJournal.openReadOnly(journal("out"));
                ChronicleJournal copy = create(to, out.schema());
                JournalReader reader = out.openReader();
                JournalWriter writer = copy.openWriter(out.schema());
                RowWriter row = new RowWriter()) {
            reader.poll(
                    new RecordHandler() {
                        @Override
                        public void onRow(RowView stored) {
                            RowView copied = reader.sequence() == changed ? changed(row, stored) : stored;
                            copied.origin(reader.cause(), stored.ingestTimeNs(), RowKind.INSERT);
                            writer.append(copied, reader.sequence(), reader.causeSource());
                        }

                        @Override
                        public void onInvalid(RowView record, String reason) {
                            throw new AssertionError(reason);
                        }
                    },
                    rows);
        }
    }

    private static RowView changed(RowWriter row, RowView stored) {
        Schema schema = stored.schema();
        row.start(schema);
        for (int column = 0; column < schema.size(); column++) {
            String name = schema.field(column).name();
            if (name.equals("symbol")) {
                schema.textColumn(name).set(row, stored.getString(column));
            } else {
                row.setLong(column, stored.getLong(column) + (name.equals("turnover") ? 1 : 0));
            }
        }
        return row.finish();
    }

    private ChronicleJournal create(String name, Schema schema) {
        return ChronicleJournal.at(journal(name))
                .rollCycle(TestRollCycles.TEST4_SECONDLY)
                .rollTime(clock)
                .blockSizeBytes(64 << 10)
                .create(schema);
    }
}
