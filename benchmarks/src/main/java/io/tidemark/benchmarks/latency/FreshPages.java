package io.tidemark.benchmarks.latency;

import io.tidemark.benchmarks.report.Report;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.PageTouch;
import io.tidemark.chronicle.RowAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.AgentRunner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What do fresh pages of a journal cost the thread that appends, with and without somebody who touches them ahead? Both take turns. */
@Command(
        name = "fresh-pages",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Time and page faults of appends, with and without pages touched ahead.")
public final class FreshPages implements Callable<Integer> {
    @Option(names = "--rate", defaultValue = "200000", description = "Rows a second: ${DEFAULT-VALUE}.")
    private long rate;

    @Option(names = "--seconds", defaultValue = "5", description = "Length of a run: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--pairs", defaultValue = "5", description = "Runs of each kind: ${DEFAULT-VALUE}.")
    private int pairs;

    @Option(
            names = "--out",
            defaultValue = "target/bench",
            description = "Directory for the results: ${DEFAULT-VALUE}.")
    private Path out;

    @Override
    public Integer call() throws IOException {
        Files.createDirectories(out);
        Report report = Report.of(
                        "fresh-pages",
                        "bin/bench fresh-pages --rate " + rate + " --seconds " + seconds + " --pairs " + pairs)
                .note("row bytes", 64)
                .note("record bytes", 108);
        run(false, 0);
        for (int pair = 1; pair <= pairs; pair++) {
            report.row(run(pair % 2 == 0, pair));
            report.row(run(pair % 2 != 0, pair));
        }
        report.write(out);
        return 0;
    }

    private Map<String, Object> run(boolean touched, int pair) throws IOException {
        Path directory = Files.createTempDirectory(out, "fresh-pages-");
        try (ChronicleJournal journal = ChronicleJournal.create(directory.resolve("journal"), PacedRows.SCHEMA);
                AgentRunner touching = touched ? PageTouch.of(journal).start() : null;
                RowAppender appender = journal.openAppender()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("pair", pair);
            row.put("touched ahead", touching != null);
            append(appender, row);
            return row;
        } finally {
            delete(directory);
        }
    }

    private void append(RowAppender appender, Map<String, Object> row) throws IOException {
        long rows = (long) (rate * seconds);
        PacedRows made = new PacedRows(rate, 1_000);
        Histogram service = Delays.newHistogram();
        long faults = ThreadTime.faults();
        long startNs = System.nanoTime();
        long totalNs = 0;
        for (long i = 0; i < rows; i++) {
            long dueNs = startNs + (long) (i * (1e9 / rate));
            while (System.nanoTime() < dueNs) {
                Thread.onSpinWait();
            }
            long before = System.nanoTime();
            made.write(i, dueNs, appender.begin());
            appender.commit();
            long tookNs = System.nanoTime() - before;
            service.recordValue(Math.min(Delays.MOST_NS, tookNs));
            totalNs += tookNs;
        }
        row.put("faults", ThreadTime.faults() - faults);
        row.put("mean us", totalNs / 1e3 / rows);
        for (Percentile percentile : Percentile.values()) {
            row.put(percentile.text() + " us", percentile.of(service));
        }
    }

    private static void delete(Path path) throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
