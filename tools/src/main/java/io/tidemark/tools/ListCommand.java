package io.tidemark.tools;

import io.tidemark.error.Problem;
import io.tidemark.tools.listing.Listing;
import io.tidemark.tools.listing.ListingJson;
import io.tidemark.tools.listing.ListingText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code tidemark list}: journals and queries below directories. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Lists the journals and queries below directories: rows, files, which process writes a journal or runs a query, and where"
                    + " registered readers and the sources of queries stand.",
            "A lag is the number of rows behind a position, and for how long the first of them has waited. Positions of a query are"
                    + " those of its newest checkpoint.",
            "Takes no lock and writes nothing."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything was listed",
            "1:the data of something is damaged; it is named on standard error, and the others are listed",
            "2:the options make no sense",
            "3:a directory is not there, or something cannot be read"
        },
        footer = {"", "Examples:", "  tidemark list data", "  tidemark list journals data/bars --output json"})
final class ListCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @ParentCommand
    private TidemarkCommand parent;

    @Parameters(paramLabel = "DIR", arity = "1..*", description = "Directories to look below.")
    private List<Path> directories = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            description = "text (default) or json.")
    private Output output = Output.TEXT;

    @Override
    public Integer call() throws IOException {
        long nowMs = System.currentTimeMillis();
        long nowNs = TimeUnit.MILLISECONDS.toNanos(nowMs);
        Listing listing = Listing.of(directories, nowMs);
        ResultOutput.to(parent.out(), out -> {
            if (output == Output.JSON) {
                new ListingJson(nowNs).write(listing, out);
            } else {
                new ListingText(nowNs).write(listing, out);
            }
        });
        PrintWriter err = spec.commandLine().getErr();
        int exitCode = ExitCode.OK;
        for (Problem problem : listing.problems().values()) {
            ErrorText.print(problem, err);
            exitCode = Math.max(exitCode, ExitCode.of(problem.code().category()));
        }
        return exitCode;
    }
}
