package io.tidemark.tools;

import io.tidemark.tools.read.JournalWalk;
import io.tidemark.tools.read.OpenedJournal;
import io.tidemark.tools.read.Progress;
import io.tidemark.tools.read.RangeOptions;
import io.tidemark.tools.read.WalkBounds;
import io.tidemark.tools.text.RowFormat;
import java.io.IOException;
import java.io.Writer;
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

/** {@code tidemark read}: prints the records of a journal. */
@Command(
        name = "read",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Prints the records of a journal, one line each: index, sequence, ingest time, kind and columns.",
            "Opens the journal read-only: needs no permission to write and never holds up its writer. Checksums are tested.",
            "A Chronicle queue of another program is shown document by document, with the columns form and document.",
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything asked for was printed, or the reader of the output went away",
            "1:the journal holds records that are damaged; they are named on standard error",
            "2:the options make no sense, or the filter does not fit the journal",
            "3:there is no journal, or it cannot be read"
        },
        footer = {
            "",
            "Examples:",
            "  tidemark read journals/trades --limit 10",
            "  tidemark read journals/trades --last 5 --reverse --format json",
            "  tidemark read journals/trades --filter \"price > 800 and note like 'a%%'\"",
            "  tidemark read journals/trades --from-time 07:55 --to-time 08:00 --zone Europe/Berlin",
            "  tidemark read journals/trades --no-index --format csv > trades.csv",
            "  tidemark read journals/trades --from-index 0x4d3e00000007 --follow"
        })
final class ReadCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ParentCommand
    private TidemarkCommand parent;

    @Parameters(paramLabel = "DIR", arity = "0..1", description = "Directory of the journal.")
    private Path directory;

    @Option(
            names = {"-d", "--directory"},
            paramLabel = "DIR",
            description = "Directory of the journal, in place of the argument.")
    private Path directoryOption;

    @Mixin
    private RangeOptions range;

    @Option(
            names = {"-k", "--reverse"},
            description = "The last one first.")
    private boolean reverse;

    @Option(
            names = {"-f", "--follow"},
            description = "At the end wait for more records.")
    private boolean follow;

    @Option(
            names = {"-s", "--no-index"},
            description = "Print the columns alone, without index, sequence, ingest time and kind.")
    private boolean noIndex;

    @Option(
            names = {"-l", "--single-line"},
            description = "One line for each record. That is always so; for those who are used to write it.")
    private boolean singleLine;

    @Option(
            names = {"-w", "--format"},
            paramLabel = "FORMAT",
            description =
                    "text for people (default), csv with a header, or json with one object a line. Decimals are text in json,"
                            + " so that no reader rounds them.")
    private RowFormat.Kind format = RowFormat.Kind.TEXT;

    private int exitCode = ExitCode.OK;

    @Override
    public Integer call() throws IOException {
        WalkBounds bounds = bounds();
        try (OpenedJournal journal = OpenedJournal.open(directory(), true)) {
            ResultOutput.to(parent.out(), out -> print(journal, bounds, out));
        }
        return exitCode;
    }

    private void print(OpenedJournal journal, WalkBounds bounds, Writer out) throws IOException {
        RowFormat rows = format.open(journal.schema(), !noIndex, out, range.zone());
        RowPrinter printer = new RowPrinter(rows, out, spec.commandLine().getErr());
        var files = journal.files();
        JournalWalk walk = new JournalWalk(
                journal.reader(),
                files,
                range.test(journal),
                bounds,
                Progress.of(spec.commandLine().getErr(), files.records()));
        try {
            if (follow) {
                walk.follow(printer);
            } else {
                walk.run(printer);
            }
        } finally {
            exitCode = printer.exitCode();
        }
    }

    private Path directory() {
        if ((directory == null) == (directoryOption == null)) {
            throw usage("Name the directory of the journal, once: 'DIR'.");
        }
        return directory == null ? directoryOption : directory;
    }

    private WalkBounds bounds() {
        if (follow && reverse) {
            throw usage("Use --follow or --reverse, not both.");
        }
        return range.bounds(reverse);
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
