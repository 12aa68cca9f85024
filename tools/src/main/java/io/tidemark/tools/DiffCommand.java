package io.tidemark.tools;

import io.tidemark.error.ErrorCode;
import io.tidemark.tools.diff.JournalDiff;
import io.tidemark.tools.query.ByteCount;
import io.tidemark.tools.read.OpenedJournal;
import io.tidemark.tools.read.Progress;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code tidemark diff}: compares two journals. */
@Command(
        name = "diff",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Compares the rows of two journals, their kinds and the columns that both have: how many are the same, different or in one"
                    + " alone, which columns differ, and the first difference with both rows. Times of writing are not compared.",
            "Rows belong together by their sequence, by --key, by their order, or by what they hold. Opens both journals read-only;"
                    + " checksums are tested."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no row differs, and both journals have the same columns, but for what is ignored",
            "1:a journal holds records that are damaged; they are named on standard error and not compared",
            "2:the options make no sense, or do not fit the journals",
            "3:there is no journal, it cannot be read, or the report cannot be written",
            "4:the rows of one key need more than --memory",
            "6:rows or columns differ"
        },
        footer = {
            "",
            "Examples:",
            "  tidemark diff data/bars-out replayed/bars-out",
            "  tidemark diff data/bars-out new/bars-out --key window_start,symbol --report differences.csv",
            "  tidemark diff a b --by set --ignore note --filter \"symbol = 'BTCUSD'\""
        })
final class DiffCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ParentCommand
    private TidemarkCommand parent;

    @Parameters(index = "0", paramLabel = "A", description = "Directory of the first journal.")
    private Path first;

    @Parameters(index = "1", paramLabel = "B", description = "Directory of the second journal.")
    private Path second;

    @Option(
            names = {"-k", "--key"},
            paramLabel = "COLUMN",
            split = ",",
            description =
                    "Rows with the same values here belong together; of several the first to the first, and so on."
                            + " Several with commas.")
    private List<String> key = List.of();

    @Option(
            names = "--by",
            paramLabel = "WAY",
            description =
                    "Which rows belong together without a key: sequence, those with the same number of the record (default);"
                            + " order, the n-th of both; set, those with the same values wherever they are.")
    private JournalDiff.By by;

    @Option(
            names = "--ignore",
            paramLabel = "COLUMN",
            split = ",",
            description = "Columns that are not compared. Several with commas.")
    private List<String> ignored = List.of();

    @Option(names = "--filter", paramLabel = "EXPR", description = "Compare only rows for which this is true.")
    private String filter;

    @Option(
            names = "--skip-a",
            paramLabel = "COUNT",
            description = "Pass over so many rows of A first, where B is about its end; with --by order, set or --key.")
    private long skipA;

    @Option(names = "--skip-b", paramLabel = "COUNT", description = "Pass over so many rows of B first.")
    private long skipB;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Write every difference as a line of CSV to this new file, which appears when it is whole.")
    private Path report;

    @Option(
            names = "--memory",
            paramLabel = "BYTES",
            converter = ByteCount.class,
            defaultValue = "128m",
            description =
                    "With --key and --by set: memory for rows that differ or wait for their other one. Where it is not enough,"
                            + " the journals are read several times, each time for a part of the keys. Default: ${DEFAULT-VALUE}.")
    private long memory;

    @Option(
            names = "--show-keys",
            paramLabel = "COUNT",
            defaultValue = "10",
            description = "So many keys with the most differences are shown. Default: ${DEFAULT-VALUE}.")
    private int shownKeys;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            description = "text (default) or json.")
    private Output output = Output.TEXT;

    @Override
    public Integer call() throws IOException {
        if (!key.isEmpty() && by != null) {
            throw new ParameterException(spec.commandLine(), "Give either --key or --by.");
        } else if (skipA < 0 || skipB < 0) {
            throw new ParameterException(spec.commandLine(), "--skip-a and --skip-b need numbers of 0 or more.");
        } else if (shownKeys < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--show-keys needs a number of 0 or more, not " + shownKeys + ".");
        }
        JournalDiff.Settings settings = new JournalDiff.Settings(
                key, ignored, by == null ? JournalDiff.By.SEQUENCE : by, filter, memory, shownKeys, skipA, skipB);
        try (OpenedJournal a = OpenedJournal.open(first, true);
                OpenedJournal b = OpenedJournal.open(second, true)) {
            JournalDiff diff = new JournalDiff(a, b, settings);
            if (report == null) {
                run(diff, null, a);
            } else {
                NewFile.write(report, out -> run(diff, out, a));
            }
            ResultOutput.to(parent.out(), out -> {
                if (output == Output.JSON) {
                    diff.writeJson(out);
                } else {
                    diff.writeText(out);
                }
            });
            return diff.damaged() > 0 ? ExitCode.DATA : diff.equal() ? ExitCode.OK : ExitCode.DIFFERENT;
        }
    }

    private void run(JournalDiff diff, Writer out, OpenedJournal a) throws IOException {
        Progress progress = Progress.of(spec.commandLine().getErr(), a.files().records());
        diff.run(
                out,
                progress,
                fault -> spec.commandLine().getErr().println("tidemark: " + ErrorCode.RECORD_CORRUPT + ": " + fault));
    }
}
