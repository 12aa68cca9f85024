package io.tidemark.benchmarks.heap;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.lit;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;

import com.sun.management.ThreadMXBean;
import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.benchmarks.report.Report;
import io.tidemark.benchmarks.scaling.RowPlan;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.offheap.ChronicleState;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How many bytes does a row leave on the heap from journal to journal, and what are they? */
@Command(
        name = "heap",
        mixinStandardHelpOptions = true,
        description = "Bytes on the heap per row from journal to journal, by class and place. Start it with"
                + " BENCH_MORE_OPTS=-XX:-UseTLAB, else the places are a sample.")
public final class Heap implements Callable<Integer> {
    private static final long KEYS = 10_000;
    private static final long STEP_NS = 1_000_000;
    private static final int WARM_UP = 4;

    /** What is done between the journals. */
    enum Work {
        /** Each row comes out. */
        PROJECTION,
        /** Windows of ten seconds. */
        WINDOW
    }

    @Option(
            names = "--rows",
            defaultValue = "4000000",
            description = "Rows, of which the first quarter is warm-up; ${DEFAULT-VALUE} by default.")
    private long rows;

    @Option(
            names = "--work",
            defaultValue = "PROJECTION",
            description = "${COMPLETION-CANDIDATES}; the first by default.")
    private Work work;

    @Option(
            names = "--out",
            defaultValue = "target/bench",
            description = "Directory of the results, ${DEFAULT-VALUE} by default.")
    private Path out;

    /** Made by the command line. */
    public Heap() {}

    @Override
    public Integer call() throws IOException {
        Path directory = Files.createTempDirectory("tidemark-heap");
        try (ChronicleJournal from = ChronicleJournal.create(directory.resolve("in"), RowPlan.SCHEMA)) {
            fill(from);
            StreamFrame frame = frame(from);
            try (ChronicleJournal to = ChronicleJournal.create(directory.resolve("out"), frame.schema());
                    QueryInvoker query = frame.writeStream()
                            .queryName("heap")
                            .state(ChronicleState.withLimit(512L << 20))
                            .to(to)
                            .invoker()) {
                measure(query);
            }
        } finally {
            delete(directory);
        }
        return 0;
    }

    private void measure(QueryInvoker query) throws IOException {
        while (query.progress().rowsRead() < rows / WARM_UP) {
            query.invoke();
        }
        long measured = rows - query.progress().rowsRead();
        HeapBlame blame = new HeapBlame();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        blame.start();
        long before = threads.getCurrentThreadAllocatedBytes();
        query.processAllAvailable();
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        List<HeapBlame.Place> places = blame.stop(Thread.currentThread(), QueryInvoker.class);
        Report report = Report.of("heap", "bin/bench heap --work " + work + " --rows " + rows)
                .note("rows", measured)
                .note("bytes", bytes)
                .note(
                        "bytesByPlace",
                        places.stream().mapToLong(HeapBlame.Place::bytes).sum())
                .note("bytesPerRow", bytes / (double) measured);
        for (HeapBlame.Place place : places) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("class", place.type());
            row.put("where", place.where());
            row.put("objects", place.objects());
            row.put("bytes", place.bytes());
            row.put("bytesPerRow", place.bytes() / (double) measured);
            report.row(row);
        }
        report.write(out);
        System.out.println(bytes + " bytes for " + measured + " rows, " + bytes / (double) measured + " a row");
    }

    private StreamFrame frame(ChronicleJournal from) {
        StreamFrame rowsIn = Tidemark.stream("in", from).withWatermark("ts", Duration.ofSeconds(5));
        return switch (work) {
            case PROJECTION ->
                rowsIn.select(col("ts"), col("k"), col("v").times(lit(2L)).as("twice"));
            case WINDOW ->
                rowsIn.groupBy(window("ts", Duration.ofSeconds(10)), "k")
                        .agg(count().as("n"), sum("v").as("total"), max("v").as("high"));
        };
    }

    private void fill(ChronicleJournal journal) {
        RowPlan plan = new RowPlan(KEYS, STEP_NS);
        try (RowAppender appender = journal.openAppender()) {
            for (long place = 0; place < rows; place++) {
                plan.write(place, appender.begin());
                appender.commit();
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
