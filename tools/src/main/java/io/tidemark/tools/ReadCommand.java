package io.tidemark.tools;

import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.ChronicleReader;
import io.tidemark.error.ErrorCode;
import io.tidemark.journal.InvalidRecord;
import io.tidemark.row.RowView;
import io.tidemark.tools.text.RowFormat;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
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
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything asked for was printed, or the reader of the output went away",
            "1:the journal holds records that are damaged; they are named on standard error",
            "2:the options make no sense",
            "3:there is no journal, or it cannot be read"
        },
        footer = {
            "",
            "Examples:",
            "  tidemark read journals/trades --max 10",
            "  tidemark read journals/trades --last 5 --format json",
            "  tidemark read journals/trades --no-index --format csv > trades.csv",
            "  tidemark read journals/trades --from-index 0x4d3e00000007 --follow"
        })
final class ReadCommand implements Callable<Integer> {
    private static final int BUFFER_CHARS = 1 << 16;

    @Spec
    private CommandSpec spec;

    @ParentCommand
    private TidemarkCommand parent;

    @Parameters(paramLabel = "DIR", description = "Directory of the journal.")
    private Path directory;

    @Option(
            names = {"-n", "--from-index"},
            paramLabel = "INDEX",
            converter = IndexConverter.class,
            description = "Start with the first record at this index or after it. Decimal, or hexadecimal with 0x.")
    private Long fromIndex;

    @Option(
            names = {"-x", "--max"},
            paramLabel = "COUNT",
            description = "Print at most so many records.")
    private Long max;

    @Option(
            names = {"-m", "--last"},
            paramLabel = "COUNT",
            description = "Start so many records before the end.")
    private Long last;

    @Option(
            names = {"-f", "--follow"},
            description = "At the end wait for more records.")
    private boolean follow;

    @Option(
            names = {"-s", "--no-index"},
            description = "Print the columns alone, without index, sequence, ingest time and kind.")
    private boolean noIndex;

    @Option(
            names = {"-w", "--format"},
            paramLabel = "FORMAT",
            description =
                    "text for people (default), csv with a header, or json with one object a line. Decimals are text in json,"
                            + " so that no reader rounds them.")
    private RowFormat.Kind format = RowFormat.Kind.TEXT;

    private long invalidRecords;

    @Override
    public Integer call() throws IOException {
        requireCount("--max", max);
        requireCount("--last", last);
        if (fromIndex != null && last != null) {
            throw new ParameterException(spec.commandLine(), "Use --from-index or --last, not both.");
        }
        Writer out = new BufferedWriter(new OutputStreamWriter(parent.out(), StandardCharsets.UTF_8), BUFFER_CHARS);
        try (ChronicleJournal journal = ChronicleJournal.openReadOnly(directory);
                ChronicleReader reader = journal.openVerifyingReader()) {
            RowFormat rows = format.open(journal.schema(), !noIndex, out);
            print(new JournalPrint(reader, rows, out, this::reportInvalid));
        } catch (IOException e) {
            if (!isBrokenPipe(e)) {
                throw e;
            }
        }
        return invalidRecords == 0 ? ExitCode.OK : ExitCode.DATA;
    }

    private void print(JournalPrint journal) throws IOException {
        if (max != null) {
            journal.limit(max);
        }
        if (fromIndex != null) {
            journal.from(fromIndex);
        }
        if (last != null) {
            journal.last(last);
        }
        if (follow) {
            journal.follow();
        } else {
            journal.toEnd();
        }
    }

    private void reportInvalid(RowView record, String reason) {
        invalidRecords++;
        PrintWriter err = spec.commandLine().getErr();
        err.println("tidemark: " + ErrorCode.RECORD_CORRUPT + ": Record 0x" + Long.toHexString(record.position()) + ": "
                + InvalidRecord.sentence(reason));
    }

    private void requireCount(String option, Long count) {
        if (count != null && count < 0) {
            throw new ParameterException(
                    spec.commandLine(), option + " needs a number of 0 or more, not " + count + ".");
        }
    }

    /** Whoever read the output has seen enough. */
    private static boolean isBrokenPipe(IOException e) {
        return e.getMessage() != null && e.getMessage().toLowerCase(Locale.ROOT).contains("pipe");
    }
}
