package io.tidemark.tools;

import io.tidemark.QueryDirectory;
import io.tidemark.checkpoint.CheckpointCheck;
import io.tidemark.checkpoint.CheckpointStore;
import io.tidemark.checkpoint.Manifest;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.function.UserFunctions;
import io.tidemark.tools.query.CheckpointText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark checkpoint}: the checkpoints of a query. */
@Command(
        name = "checkpoint",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = CommandLine.HelpCommand.class,
        description = {
            "Lists the checkpoints of a query, or says what one of them consists of. Every file is read to its end and tested.",
            "Only reads: takes no lock, needs no permission to write."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all files are whole",
            "1:a file is damaged; it is named",
            "3:there is no such directory",
            "5:there is no such checkpoint"
        },
        footer = {
            "",
            "Examples:",
            "  tidemark checkpoint list data/bars",
            "  tidemark checkpoint inspect data/bars --checkpoint 17"
        })
final class CheckpointCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Name a command: list or inspect.");
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description =
                    "Lists the checkpoints, newest first: number, time, files, positions, last row of the output.")
    int list(@Parameters(paramLabel = "DIR", description = "Directory of the query.") Path directory) {
        PrintWriter out = spec.commandLine().getOut();
        QueryDirectory query = QueryDirectory.open(directory, UserFunctions.NONE);
        CheckpointStore store = query.checkpoints();
        List<String> damagedManifests = store.faults();
        boolean whole = damagedManifests.isEmpty();
        out.println("query '" + query.query().name() + "', "
                + query.query().life().name().toLowerCase(Locale.ROOT));
        for (Manifest manifest : store.manifests()) {
            CheckpointCheck check = store.check(manifest);
            if (check.use() != CheckpointCheck.Use.WHOLE && wasReplaced(query, manifest)) {
                out.println("checkpoint " + manifest.number() + "  was replaced by newer ones meanwhile");
                continue;
            }
            whole &= check.use() == CheckpointCheck.Use.WHOLE;
            new CheckpointText(query).brief(check).forEach(out::println);
        }
        damagedManifests.forEach(out::println);
        if (store.isEmpty()) {
            out.println("no checkpoints");
        }
        out.flush();
        return whole ? ExitCode.OK : ExitCode.DATA;
    }

    @Command(
            name = "inspect",
            mixinStandardHelpOptions = true,
            description = "Says what a checkpoint consists of: positions, counters, files.")
    int inspect(
            @Parameters(paramLabel = "DIR", description = "Directory of the query.") Path directory,
            @Option(
                            names = "--checkpoint",
                            paramLabel = "N",
                            description = "Its number. Default: the newest one with a manifest that can be read.")
                    Long number) {
        PrintWriter out = spec.commandLine().getOut();
        QueryDirectory query = QueryDirectory.open(directory, UserFunctions.NONE);
        CheckpointStore store = query.checkpoints();
        Manifest manifest = store.manifests().stream()
                .filter(one -> number == null || one.number() == number)
                .findFirst()
                .orElseThrow(() -> missing(store, number));
        CheckpointCheck check = store.check(manifest);
        new CheckpointText(query).full(check).forEach(out::println);
        out.flush();
        return check.use() == CheckpointCheck.Use.WHOLE ? ExitCode.OK : ExitCode.DATA;
    }

    /** A query that runs deletes its old checkpoints, which is no damage. */
    private static boolean wasReplaced(QueryDirectory query, Manifest manifest) {
        return query.checkpoints().manifests().stream().noneMatch(one -> one.number() == manifest.number());
    }

    private static TidemarkException missing(CheckpointStore store, Long number) {
        List<Long> numbers = store.manifests().stream().map(Manifest::number).toList();
        return new TidemarkException(
                ErrorCode.CHECKPOINT_DAMAGED,
                "There is no checkpoint " + (number == null ? "that can be read" : number) + ". "
                        + String.join(" ", store.faults()),
                numbers.isEmpty() ? "Let the query make one first." : "Take one of " + numbers + ".");
    }
}
