package io.tidemark.tools.lives;

import io.tidemark.QueryInvoker;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.engine.OrderJournal;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.heap.HeapState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.rollcycles.LargeRollCycles;

/** A query in files, for a Java machine of its own: {@code EngineMain TASK INPUTS OUTPUTS}. It prints what it did. */
final class EngineMain implements AutoCloseable {
    private static final LivesQuery QUERY = LivesQuery.UPDATE_WHEN_IDLE;
    private static final long FLOOR = 8L << 20;
    private static final long SECOND = 1_000_000_000L;
    private static final int CYCLES = 4_000;
    private static final int ROWS_PER_CYCLE = 200;

    private final Path outputs;
    private final ChronicleJournal source;
    private final ChronicleJournal output;
    private final ChronicleJournal order;
    private long appended;

    EngineMain(Path inputs, Path outputs) {

        this.outputs = outputs;
        source = ChronicleJournal.create(inputs.resolve("left"), LivesQuery.LEFT);
        output = at("out").create(outputSchema(source));
        order = at("order").create(OrderJournal.schema());
    }

    private ChronicleJournal.Builder at(String name) {
        return ChronicleJournal.at(outputs.resolve(name))
                .blockSizeBytes(1 << 20)
                .minFreeBytes(FLOOR);
    }

    private static Schema outputSchema(JournalSource source) {
        try (MemoryJournal out = MemoryJournal.output("out")) {
            return QUERY.over(List.of(source)).to(out).build().plan().output().schema();
        }
    }

    public static void main(String[] args) throws IOException {
        try (EngineMain engine = new EngineMain(Path.of(args[1]), Path.of(args[2]))) {
            switch (args[0]) {
                case "open" -> engine.start().close();
                case "halt-in-append" -> engine.haltInAppend();
                case "go-on" -> engine.goOn();
                case "fill-and-wait" -> engine.fillAndWait(false);
                case "fill-and-halt" -> engine.fillAndWait(true);
                case "start-when-full" -> engine.startWhenFull();
                default -> throw new IllegalArgumentException(args[0]);
            }
        } catch (TidemarkException e) {
            System.out.println("refused: " + e.getMessage());
        }
    }

    QueryInvoker start() {
        return QUERY.over(List.of(source))
                .directory(outputs.resolve("query"))
                .state(ChronicleState.withLimit(16 << 20))
                .checkpoints(CheckpointSettings.onDemand())
                .order(order)
                .to(output)
                .invoker();
    }

    /** Appends rows of several windows and keys. */
    void append(RowAppender appender, int rows) {
        for (int i = 0; i < rows; i++) {
            long time = (1_000 + appended / 100) * SECOND;
            RowWriter row = appender.begin();
            row.setLong(0, time);
            row.setString(1, "a key that makes rows of the output long, number " + appended % 41);
            row.setLong(2, appended);
            appender.commit(time);
            appended++;
        }
    }

    private void haltInAppend() {
        try (RowAppender appender = source.openAppender();
                QueryInvoker query = start()) {
            append(appender, 500);
            query.processAllAvailable();
            query.checkpoint();
            append(appender, 500);
            query.processAllAvailable();
            System.out.println("pid " + ProcessHandle.current().pid());
            SingleChronicleQueueBuilder builder = SingleChronicleQueueBuilder.binary(output.directory())
                    .rollCycle(LargeRollCycles.LARGE_DAILY)
                    .blockSize(1 << 20);
            try (var queue = builder.build();
                    var begun = queue.createAppender()) {
                begun.writingDocument().wire().bytes().writeLong(0x1234_5678_9ABC_DEF0L);
                Runtime.getRuntime().halt(9);
            }
        }
    }

    private void goOn() {
        try (RowAppender appender = source.openAppender();
                QueryInvoker query = start()) {
            System.out.println("pid " + ProcessHandle.current().pid());
            append(appender, 500);
            query.processAllAvailable();
            require(query.recovery().replayed().rows() >= 500, query.recovery().toString());
            query.drain();
        }
        compare();
    }

    /** A disk that gets full under the query, and is full altogether while it waits. */
    private void fillAndWait(boolean halt) throws IOException {
        try (RowAppender appender = source.openAppender();
                QueryInvoker query = start()) {
            append(appender, 2_000);
            query.processAllAvailable();
            long checkpoint = query.checkpoint();
            ballast(FLOOR - (1 << 20));
            for (int cycle = 0; cycle < CYCLES && query.waitsFor() == null; cycle++) {
                append(appender, ROWS_PER_CYCLE);
                query.processAllAvailable();
            }
            require(query.waitsFor() != null, "the query does not wait");
            System.out.println("waits for " + query.waitsFor());
            ballast(0);
            long read = query.progress().rowsRead();
            append(appender, ROWS_PER_CYCLE);
            query.processAllAvailable();
            require(query.progress().rowsRead() == read, "rows were read");
            try {
                query.checkpoint();
                throw new AssertionError("a checkpoint was made on a full disk");
            } catch (TidemarkException e) {
                System.out.println("no checkpoint: " + e.getMessage());
            }
            if (halt) {
                Runtime.getRuntime().halt(9);
            }
            Files.delete(ballastFile());
            query.processAllAvailable();
            require(query.waitsFor() == null && query.progress().rowsRead() > read, "it does not go on");
            require(query.checkpoint() > checkpoint, "no checkpoint was made up for");
            query.drain();
        }
        compare();
    }

    private void startWhenFull() throws IOException {
        try (QueryInvoker query = start()) {
            query.processAllAvailable();
            System.out.println("started, and waits for " + query.waitsFor());
        } catch (TidemarkException e) {
            System.out.println("refused when full: " + e.getMessage());
        }
        Files.delete(ballastFile());
        try (QueryInvoker query = start()) {
            query.processAllAvailable();
            require(query.waitsFor() == null, "waits");
            query.drain();
        }
        compare();
    }

    private Path ballastFile() {
        return outputs.resolve("ballast");
    }

    /** Fills the file system up to so many free bytes. */
    private void ballast(long free) throws IOException {
        byte[] block = new byte[64 << 10];
        try (var out = Files.newOutputStream(ballastFile(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (outputs.toFile().getUsableSpace() > free) {
                out.write(block);
            }
        } catch (IOException e) {
            require(free == 0, e.toString());
        }
    }

    /** What came out is what a run that nothing disturbed gives, from the same input in the same order. */
    void compare() {
        List<String> rows = LivesJournals.rows(output);
        try (MemoryJournal again = MemoryJournal.output("out");
                MemoryJournal recorded = LivesJournals.copyOrder(order)) {
            try (QueryInvoker undisturbed = QUERY.over(List.of(source))
                    .state(HeapState.withLimit(64 << 20))
                    .order(recorded)
                    .to(again)
                    .invoker()) {
                undisturbed.processAllAvailable();
                undisturbed.drain();
            }
            List<String> expected = new ArrayList<>(LivesJournals.rows(again));
            require(expected.equals(rows), rows.size() + " rows and not the " + expected.size() + " expected");
        }
        System.out.println("equal " + (rows.size() > 100));
    }

    ChronicleJournal source() {
        return source;
    }

    ChronicleJournal output() {
        return output;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    @Override
    public void close() {
        source.close();
        output.close();
        order.close();
    }
}
