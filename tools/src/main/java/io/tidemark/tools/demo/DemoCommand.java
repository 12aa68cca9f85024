package io.tidemark.tools.demo;

import io.tidemark.StreamingQuery;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.tools.JournalTarget;
import io.tidemark.tools.SampleData;
import io.tidemark.tools.csv.CsvImport;
import io.tidemark.tools.csv.ImportReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tidemark demo}: real trades through the engine, end to end. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Imports 100 000 real BTC/USD trades of 2013 into a journal, makes bars of one minute from them with state off-heap,"
                    + " and shows the first, the last and the busiest bar.",
            "The journals stay, so that 'tidemark read' can look into them."
        },
        footer = {"", "Examples:", "  tidemark demo", "  tidemark demo --into /tmp/bars --delay 10"})
public final class DemoCommand implements Callable<Integer> {
    private static final String DEFAULT_DIRECTORY = "tidemark-demo";
    private static final Duration BETWEEN_LINES = Duration.ofMillis(100);

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--into",
            paramLabel = "DIR",
            description =
                    "New directory for the journals. Default: " + DEFAULT_DIRECTORY + " here, or the next free name.")
    private Path directory;

    @Option(
            names = "--delay",
            paramLabel = "SECONDS",
            description = "Delay of the watermark. Default: ${DEFAULT-VALUE}.",
            defaultValue = "10")
    private long delaySeconds;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Path home = home();
        Path tradesDirectory = home.resolve("trades");
        Path barsDirectory = home.resolve("bars");
        out.println("1. Import of " + SampleData.BTCUSD_TRADES.fileName() + " into " + tradesDirectory);
        out.println("  " + importTrades(tradesDirectory));
        out.println("2. Bars of one minute, watermark delay " + delaySeconds + " s");
        try (ChronicleJournal trades = ChronicleJournal.open(tradesDirectory);
                ChronicleJournal bars = ChronicleJournal.create(
                        barsDirectory,
                        BarsDemo.bars(trades, Duration.ofSeconds(delaySeconds)).schema())) {
            run(trades, bars, home.resolve("query"), out);
            show(Highlights.of(bars), out);
        }
        String command = "tidemark read ";
        out.println("The journals stay. To look into them:");
        out.println("  " + command + tradesDirectory + " --max 5");
        out.println("  " + command + barsDirectory + " --last 3 --format json");
        return 0;
    }

    private void run(ChronicleJournal trades, ChronicleJournal bars, Path queryDirectory, PrintWriter out) {
        try (StreamingQuery query = BarsDemo.query(trades, bars, Duration.ofSeconds(delaySeconds), queryDirectory)
                .start()) {
            ProgressLine line = new ProgressLine();
            Thread drain = new Thread(query::drain, "demo-drain");
            drain.setUncaughtExceptionHandler((thread, failure) -> {
                // The same failure comes out of awaitTermination below.
            });
            drain.start();
            while (!query.awaitTermination(BETWEEN_LINES)) {
                out.println(line.of(query.progress()));
                out.flush();
            }
            out.println(line.of(query.progress()));
        }
    }

    private static void show(Highlights found, PrintWriter out) {
        out.println("3. " + found.bars() + " bars of " + found.trades() + " trades");
        out.println("  " + Highlights.header());
        found.first().forEach(bar -> out.println("  " + bar));
        out.println("  ...");
        found.last().forEach(bar -> out.println("  " + bar));
        out.println("  busiest");
        out.println("  " + found.busiest());
    }

    private static ImportReport importTrades(Path into) throws IOException {
        SampleData data = SampleData.BTCUSD_TRADES;
        try (JournalTarget target = new JournalTarget(() -> ChronicleJournal.create(into, data.schema()));
                InputStream in = data.open()) {
            return new CsvImport(data.settings(), target).run(in, data.fileName());
        }
    }

    private Path home() throws IOException {
        if (directory != null) {
            if (!isFree(directory)) {
                throw new TidemarkException(
                        ErrorCode.JOURNAL_INVALID,
                        directory + " exists and is not empty.",
                        "Name a new directory, or leave --into out.");
            }
            return directory;
        }
        Path home = Path.of(DEFAULT_DIRECTORY);
        for (int number = 2; !isFree(home); number++) {
            home = Path.of(DEFAULT_DIRECTORY + "-" + number);
        }
        return home;
    }

    private static boolean isFree(Path path) throws IOException {
        if (!Files.exists(path)) {
            return true;
        }
        if (!Files.isDirectory(path)) {
            return false;
        }
        try (Stream<Path> entries = Files.list(path)) {
            return entries.findAny().isEmpty();
        }
    }
}
