package io.tidemark.tools;

import io.tidemark.chronicle.JournalFiles;
import io.tidemark.tools.read.JournalWalk;
import io.tidemark.tools.read.OpenedJournal;
import io.tidemark.tools.read.Progress;
import io.tidemark.tools.read.RangeOptions;
import io.tidemark.tools.read.TimeColumn;
import io.tidemark.tools.stats.JournalStatistics;
import io.tidemark.tools.stats.StatisticsJson;
import io.tidemark.tools.stats.StatisticsText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code tidemark stats}: figures about a journal. */
@Command(
        name = "stats",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Reads a journal once and says how many records it has, how fast they were written, how long nothing came, how far event"
                    + " times are out of order, and what each file holds. Checksums are tested.",
            "The disorder of a row is how far its event time lies behind the greatest one before it: the delay of a watermark that"
                    + " would have kept it. Writes nothing."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all records were read",
            "1:the journal holds records that are damaged",
            "2:the options make no sense, or the filter does not fit the journal",
            "3:there is no journal, or it cannot be read"
        },
        footer = {
            "",
            "Examples:",
            "  tidemark stats journals/trades",
            "  tidemark stats journals/trades --date 2024-03-01 --silences 20 --output json"
        })
final class StatsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ParentCommand
    private TidemarkCommand parent;

    @Parameters(paramLabel = "DIR", description = "Directory of the journal.")
    private Path directory;

    @Mixin
    private RangeOptions range;

    @Option(
            names = "--silences",
            paramLabel = "COUNT",
            description = "How many of the longest silences are shown, 3 if not given.")
    private int silences = 3;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            description = "text (default) or json.")
    private Output output = Output.TEXT;

    @Override
    public Integer call() throws IOException {
        if (silences < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--silences needs a number of 0 or more, not " + silences + ".");
        }
        try (OpenedJournal journal = OpenedJournal.open(directory, true)) {
            JournalFiles files = journal.files();
            JournalStatistics figures = new JournalStatistics(files, timeColumn(journal), silences);
            Progress progress = Progress.of(spec.commandLine().getErr(), files.records());
            new JournalWalk(journal.reader(), files, range.test(journal), range.bounds(false), progress).run(figures);
            ResultOutput.to(parent.out(), out -> {
                if (output == Output.JSON) {
                    new StatisticsJson(figures, journal.schema()).write(out);
                } else {
                    new StatisticsText(figures, journal.schema()).write(out);
                }
            });
            return figures.invalid() == 0 ? ExitCode.OK : ExitCode.DATA;
        }
    }

    private int timeColumn(OpenedJournal journal) {
        return range.timeColumn() == null
                ? TimeColumn.only(journal.schema())
                : TimeColumn.of(journal.schema(), range.timeColumn());
    }
}
