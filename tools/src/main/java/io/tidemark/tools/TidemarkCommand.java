package io.tidemark.tools;

import io.tidemark.tools.demo.DemoCommand;
import java.io.OutputStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code tidemark}, which only has subcommands. */
@Command(
        name = "tidemark",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            ImportCommand.class,
            ReadCommand.class,
            ListCommand.class,
            StatsCommand.class,
            LatenessCommand.class,
            ExportCommand.class,
            DiffCommand.class,
            CheckpointCommand.class,
            StateCommand.class,
            VerifyCommand.class,
            RestartCheckCommand.class,
            ReplayCommand.class,
            DoctorCommand.class,
            RetainCommand.class,
            ReadersCommand.class,
            StatCommand.class,
            CommandLine.HelpCommand.class
        },
        description = "Works with the journals and queries of Tidemark, an event-time stream engine.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything was done",
            "1:data was refused: rejected rows, a damaged record, a file that does not fit",
            "2:the command or the query as written cannot run",
            "3:a file, directory or JVM setting is missing, in use or damaged",
            "4:a declared limit was reached",
            "5:a stored query and the one that is started do not fit together",
            "6:rows differ: a replay brought out others than are stored, or two journals differ",
            "7:a changed plan needs decisions before it can go on",
            "70:an error in Tidemark itself"
        },
        footer = {
            "",
            "Examples:",
            "  tidemark demo",
            "  tidemark import trades.csv --into journals/trades \\",
            "      --schema 'ts timestamp, price decimal(18,8)' --time-format ts=epoch_s",
            "  tidemark read journals/trades --last 5",
            "  tidemark checkpoint list data/bars",
            "  tidemark verify data/bars --from start",
            "  tidemark retain journals/trades --keep-age P7D --query data/bars --dry-run",
            "  tidemark help import"
        })
final class TidemarkCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--stacktrace",
            scope = ScopeType.INHERIT,
            description = "Print where an error comes from, for a report.")
    private boolean stackTrace;

    private final OutputStream out;

    /** A command whose results go to this stream. */
    TidemarkCommand(OutputStream out) {
        this.out = out;
    }

    /** Takes what a subcommand has to print, in UTF-8; an error of writing is not hidden. */
    OutputStream out() {
        return out;
    }

    boolean stackTrace() {
        return stackTrace;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Name a command, such as import, read or checkpoint.");
    }
}
