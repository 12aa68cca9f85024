package io.tidemark.tools;

import io.tidemark.QueryDirectory;
import io.tidemark.checkpoint.ReplayReport;
import io.tidemark.engine.ReplayVerification;
import io.tidemark.function.UserFunctions;
import io.tidemark.tools.query.ByteCount;
import io.tidemark.tools.query.Places;
import io.tidemark.tools.query.QueryJournals;
import io.tidemark.tools.query.StateKind;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark verify}: runs a span of a query again and compares. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Runs a query again from a checkpoint, or from the start, and holds what comes out against what its sinks hold: a"
                    + " CRC-32C for each span of rows, and the first row that differs.",
            "Only reads: writes no row, takes no lock, needs no permission to write."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every row came out again as it is stored",
            "1:a journal is damaged or is another one",
            "2:the options make no sense, or the plan has functions that only its own program knows",
            "3:a directory or journal is missing, or does not reach back so far any more",
            "4:the state grew over --state-limit",
            "5:there is no such checkpoint, or it is damaged",
            "6:rows differ"
        },
        footer = {
            "",
            "Examples:",
            "  tidemark verify data/bars",
            "  tidemark verify data/bars --from start --span 1000",
            "  tidemark verify data/bars --from 17 --sink backup/bars"
        })
final class VerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Directory of the query.")
    private Path directory;

    @Option(
            names = "--from",
            paramLabel = "N",
            converter = FromConverter.class,
            description = "Number of a checkpoint, newest (default) or start.")
    private Long from = ReplayVerification.NEWEST;

    @Option(
            names = "--span",
            paramLabel = "ROWS",
            defaultValue = "10000",
            description = "Rows of a sink that share a checksum. Default: ${DEFAULT-VALUE}.")
    private long span;

    @Option(
            names = "--state-limit",
            paramLabel = "BYTES",
            converter = ByteCount.class,
            defaultValue = "2g",
            description = "Address space for the state. Default: ${DEFAULT-VALUE}.")
    private long stateLimit;

    @Mixin
    private Places places;

    @Override
    public Integer call() {
        if (span < 1) {
            throw new ParameterException(spec.commandLine(), "--span needs a number of 1 or more, not " + span + ".");
        }
        PrintWriter out = spec.commandLine().getOut();
        QueryDirectory query = QueryDirectory.open(directory, UserFunctions.NONE);
        try (QueryJournals journals = QueryJournals.of(query, places)) {
            ReplayReport report =
                    query.verify(journals.forReplay(query.sourceNames()), from, span, StateKind.of(query, stateLimit));
            report.lines().forEach(out::println);
            journals.moved().forEach(line -> out.println("  " + line));
            out.flush();
            return report.same() ? ExitCode.OK : ExitCode.DIFFERENT;
        }
    }
}
