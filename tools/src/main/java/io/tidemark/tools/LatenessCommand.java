package io.tidemark.tools;

import io.tidemark.metrics.lateness.LatenessReport;
import io.tidemark.metrics.lateness.LatenessSettings;
import io.tidemark.time.TimeSettings;
import io.tidemark.tools.lateness.JournalStudy;
import io.tidemark.tools.query.Span;
import io.tidemark.tools.read.OpenedJournal;
import io.tidemark.tools.read.Progress;
import io.tidemark.tools.read.RangeOptions;
import io.tidemark.tools.read.WalkBounds;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code tidemark lateness}: what delays of the watermark lose and cost on recorded rows. */
@Command(
        name = "lateness",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Reads journals once and says which delay of the watermark keeps which share of their rows, what is lost with it, and what it costs in"
                    + " state and in time until a result. Needs no query and keeps no rows. Writes nothing.",
            "With several journals, the inputs of one query, rows are taken in the order in which they were written, and the watermark goes"
                    + " by the input that is furthest behind."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all records were read",
            "1:a journal holds records that are damaged",
            "2:the options make no sense, or do not fit a journal",
            "3:there is no journal, or it cannot be read"
        },
        footer = {
            "",
            "Examples:",
            "  tidemark lateness journals/trades --window 1m --now 5s",
            "  tidemark lateness journals/trades --window 5m --slide 1m --delay 10s,30s --value amount --json",
            "  tidemark lateness journals/orders journals/fills --time-column ts --targets 0.995"
        })
final class LatenessCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ParentCommand
    private TidemarkCommand parent;

    @Parameters(paramLabel = "JOURNAL", arity = "1..*", description = "Directories of journals.")
    private List<Path> directories;

    @Option(
            names = "--window",
            paramLabel = "SPAN",
            converter = Span.class,
            description =
                    "Size of the windows of the query, such as 1m. Without it a row is late by its own time, as in joins and"
                            + " deduplication.")
    private Duration window;

    @Option(
            names = "--slide",
            paramLabel = "SPAN",
            converter = Span.class,
            description = "Distance of the starts of neighbouring windows. Default: their size.")
    private Duration slide;

    @Option(
            names = "--offset",
            paramLabel = "SPAN",
            converter = Span.class,
            description = "By how much the windows are shifted. Default: 0s.")
    private Duration offset = Duration.ZERO;

    @Option(
            names = "--now",
            paramLabel = "SPAN",
            converter = Span.class,
            description = "Delay of the query as it is; half of it is shown too, and extra state is that beyond it.")
    private Duration now;

    @Option(
            names = "--delay",
            paramLabel = "SPAN",
            split = ",",
            converter = Span.class,
            description = "Further delays to show, such as 10s,30s.")
    private List<Duration> delays = List.of();

    @Option(
            names = "--targets",
            paramLabel = "SHARE",
            split = ",",
            description = "Shares of rows that are to be in time. Default: 0.99,0.995,0.999.")
    private List<BigDecimal> targets = LatenessSettings.DEFAULT.targets();

    @Option(
            names = "--value",
            paramLabel = "COLUMN",
            description = "Column of numbers: rows are weighted by its absolute value too.")
    private String value;

    @Option(
            names = "--keys",
            paramLabel = "COUNT",
            description = "Groups in each window, for the size of state. Default: 1.")
    private long keys = LatenessSettings.DEFAULT.keys();

    @Option(names = "--group-bytes", paramLabel = "BYTES", description = "Bytes of a group. Default: 64.")
    private long groupBytes = LatenessSettings.DEFAULT.groupBytes();

    @Option(
            names = "--spark-time",
            description =
                    "By the rules of Apache Spark: a row exactly at the watermark is late, and watermarks are whole milliseconds.")
    private boolean sparkTime;

    @Option(names = "--json", description = "One JSON object; spans are whole nanoseconds.")
    private boolean json;

    @Mixin
    private RangeOptions range;

    @Override
    public Integer call() throws IOException {
        if (window == null && (slide != null || !offset.isZero())) {
            throw new ParameterException(spec.commandLine(), "--slide and --offset need --window.");
        }
        if (!range.bounds(false).equals(WalkBounds.ALL)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Rows can be chosen by --filter, by pattern and by time; what came before a row decides whether it is late, so not by"
                            + " index or number.");
        }
        JournalStudy study = new JournalStudy(settings(), value != null);
        List<OpenedJournal> journals = new ArrayList<>();
        try {
            long records = 0;
            for (Path directory : directories) {
                OpenedJournal journal = OpenedJournal.open(directory, true);
                journals.add(journal);
                records += journal.files().records();
                study.add(journal, range::test, range.timeColumn(), value);
            }
            LatenessReport report = study.run(Progress.of(spec.commandLine().getErr(), records));
            ResultOutput.to(parent.out(), out -> {
                if (json) {
                    report.writeJson(out);
                } else {
                    report.writeText(out);
                }
            });
            if (study.damaged() > 0) {
                spec.commandLine().getErr().println("tidemark: " + study.damaged() + " damaged records were left out.");
                return ExitCode.DATA;
            }
            return ExitCode.OK;
        } finally {
            journals.forEach(OpenedJournal::close);
        }
    }

    private LatenessSettings settings() {
        LatenessSettings settings = LatenessSettings.DEFAULT
                .time(sparkTime ? TimeSettings.SPARK : TimeSettings.NATIVE)
                .delays(delays)
                .targets(targets)
                .state(keys, groupBytes);
        if (window != null) {
            settings = settings.window(window, slide == null ? window : slide, offset);
        }
        return now == null ? settings : settings.now(now);
    }
}
