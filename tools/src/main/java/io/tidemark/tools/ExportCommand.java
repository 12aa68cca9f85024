package io.tidemark.tools;

import io.tidemark.chronicle.JournalFiles;
import io.tidemark.tools.read.JournalWalk;
import io.tidemark.tools.read.OpenedJournal;
import io.tidemark.tools.read.Progress;
import io.tidemark.tools.read.RangeOptions;
import io.tidemark.tools.text.RowFormat;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code tidemark export}: rows of a journal as CSV or JSON lines. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Writes the rows of a journal as CSV or JSON lines, in UTF-8, so that 'tidemark import' makes the same rows of them:"
                    + " numbers in full, times by ISO-8601 in UTC, binary in hexadecimal, a null as an empty field and an empty text"
                    + " as \"\".",
            "With --with-record index, sequence, ingest time and kind of each record are written, too. Opens the journal read-only;"
                    + " checksums are tested."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything asked for was written, or the reader of the output went away",
            "1:the journal holds records that are damaged; they are named on standard error and left out",
            "2:the options make no sense, or the filter does not fit the journal",
            "3:there is no journal, it cannot be read, or the file cannot be written"
        },
        footer = {
            "",
            "Examples:",
            "  tidemark export journals/trades --to trades.csv",
            "  tidemark export journals/trades --filter 'price > 800' --format json | gzip > some.jsonl.gz",
            "  tidemark export data/bars-out --with-record --to bars.jsonl"
        })
final class ExportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ParentCommand
    private TidemarkCommand parent;

    @Parameters(paramLabel = "DIR", description = "Directory of the journal.")
    private Path directory;

    @Option(
            names = "--to",
            paramLabel = "FILE",
            description = "Write to this new file, which appears when it is whole. Default: standard output.")
    private Path file;

    @Option(
            names = {"-w", "--format"},
            paramLabel = "FORMAT",
            description = "csv or json. Default: json for files that end in .json, .jsonl or .ndjson, else csv.")
    private RowFormat.Kind format;

    @Option(names = "--with-record", description = "Write index, sequence, ingest time and kind of each record, too.")
    private boolean withRecord;

    @Mixin
    private RangeOptions range;

    private int exitCode = ExitCode.OK;

    @Override
    public Integer call() throws IOException {
        if (format == RowFormat.Kind.TEXT) {
            throw new ParameterException(
                    spec.commandLine(), "Text cannot be imported again. Use csv or json, or 'tidemark read'.");
        }
        try (OpenedJournal journal = OpenedJournal.open(directory, true)) {
            if (file == null) {
                ResultOutput.to(parent.out(), out -> export(journal, out));
            } else {
                toFile(journal);
            }
        }
        return exitCode;
    }

    private void toFile(OpenedJournal journal) throws IOException {
        long[] rows = {0};
        NewFile.write(file, out -> rows[0] = export(journal, out));
        spec.commandLine().getOut().println(rows[0] + " rows of " + directory + " are in " + file);
    }

    private long export(OpenedJournal journal, Writer out) throws IOException {
        RowFormat rows = kind().open(journal.schema(), withRecord, out);
        RowPrinter printer = new RowPrinter(rows, out, spec.commandLine().getErr());
        JournalFiles files = journal.files();
        Progress progress = Progress.of(spec.commandLine().getErr(), files.records());
        try {
            new JournalWalk(journal.reader(), files, range.test(journal), range.bounds(false), progress).run(printer);
        } finally {
            exitCode = printer.exitCode();
        }
        return printer.rows();
    }

    private RowFormat.Kind kind() {
        if (format != null) {
            return format;
        }
        return file != null && isJson(file) ? RowFormat.Kind.JSON : RowFormat.Kind.CSV;
    }

    /** Whether a file has the name of one with JSON lines. */
    static boolean isJson(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".json") || name.endsWith(".jsonl") || name.endsWith(".ndjson");
    }
}
