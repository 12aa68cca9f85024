package io.tidemark.tools;

import io.tidemark.chronicle.JournalRetention;
import io.tidemark.chronicle.RegisteredReader;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import io.tidemark.tools.query.Span;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark readers}: the registered readers of a journal. */
@Command(
        name = "readers",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        subcommands = CommandLine.HelpCommand.class,
        description = {
            "Lists the readers for which 'tidemark retain' keeps the files of a journal: name, position, when it called last, until"
                    + " when files are kept for it. Registers and releases them, too.",
            "Queries need not register: 'tidemark retain --query' reads their checkpoints."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "2:the options make no sense, or there is no such reader to release",
            "3:there is no such journal, or it cannot be read or written"
        },
        footer = {
            "",
            "Examples:",
            "  tidemark readers journals/trades",
            "  tidemark readers register journals/trades nightly-report --position 0x4d3e00000007 --expiry P3D",
            "  tidemark readers release journals/trades nightly-report"
        })
final class ReadersCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "JOURNAL", arity = "0..1", description = "Directory of the journal.")
    private Path journal;

    @Override
    public Integer call() {
        if (journal == null) {
            throw new ParameterException(spec.commandLine(), "Name the journal.");
        }
        PrintWriter out = spec.commandLine().getOut();
        List<RegisteredReader> readers = JournalRetention.of(journal).readers();
        long now = System.currentTimeMillis();
        for (RegisteredReader reader : readers) {
            long until = reader.updatedMs() + reader.expiresAfterMs();
            out.println(reader.name() + "  "
                    + (reader.position() < 0 ? "has read nothing" : "at 0x" + Long.toHexString(reader.position()))
                    + "  called " + Instant.ofEpochMilli(reader.updatedMs()) + ", "
                    + Duration.ofSeconds((now - reader.updatedMs()) / 1000) + " ago  "
                    + (reader.isExpired(now) ? "EXPIRED at " : "kept for until ") + Instant.ofEpochMilli(until));
        }
        if (readers.isEmpty()) {
            out.println("no readers");
        }
        out.flush();
        return ExitCode.OK;
    }

    @Command(
            name = "register",
            mixinStandardHelpOptions = true,
            description = "Registers a reader, or notes how far it has come.")
    int register(
            @Parameters(paramLabel = "JOURNAL", description = "Directory of the journal.") Path directory,
            @Parameters(paramLabel = "NAME", description = "Name of the reader.") String name,
            @Option(
                            names = "--position",
                            paramLabel = "INDEX",
                            converter = IndexConverter.class,
                            description = "Of the last record that it is done with. Default: none, all files are kept.")
                    Long position,
            @Option(
                            names = "--expiry",
                            paramLabel = "SPAN",
                            converter = Span.class,
                            required = true,
                            description = "For how long files are kept when it does not call again, such as 7d.")
                    Duration expiry) {
        JournalRetention.of(directory).register(name, position == null ? JournalReader.NO_POSITION : position, expiry);
        return ExitCode.OK;
    }

    @Command(
            name = "release",
            mixinStandardHelpOptions = true,
            description = "Forgets a reader that needs the journal no more.")
    int release(
            @Parameters(paramLabel = "JOURNAL", description = "Directory of the journal.") Path directory,
            @Parameters(paramLabel = "NAME", description = "Name of the reader.") String name) {
        JournalRetention retention = JournalRetention.of(directory);
        if (retention.readers().stream().noneMatch(reader -> reader.name().equals(name))) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "Journal '" + directory + "' has no reader '" + name + "'.",
                    "See its readers: tidemark readers " + directory + ".");
        }
        retention.release(name);
        return ExitCode.OK;
    }
}
