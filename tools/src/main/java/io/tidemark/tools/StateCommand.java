package io.tidemark.tools;

import io.tidemark.QueryDirectory;
import io.tidemark.engine.ReplayVerification;
import io.tidemark.engine.StoredState;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.function.UserFunctions;
import io.tidemark.tools.query.ByteCount;
import io.tidemark.tools.query.StateKind;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark state}: writes out the state in a checkpoint. */
@Command(
        name = "state",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Writes out the state in a checkpoint of a query: tables, panes, rows, entries, times, scalars.",
            "Keys are written as rows, values as bytes in hex. Only reads: takes no lock, needs no permission to write."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the state was written out",
            "2:the options make no sense, or the plan has functions that only its own program knows",
            "3:there is no such directory",
            "4:the state is larger than --state-limit",
            "5:there is no such checkpoint, or it is damaged"
        },
        footer = {
            "",
            "Examples:",
            "  tidemark state data/bars",
            "  tidemark state data/bars --operator agg.sales --key symbol=BTCUSD",
            "  tidemark state data/bars --checkpoint 17 --limit 20"
        })
final class StateCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Directory of the query.")
    private Path directory;

    @Option(
            names = "--checkpoint",
            paramLabel = "N",
            converter = FromConverter.class,
            description = "Number of the checkpoint. Default: the newest one that is whole.")
    private Long checkpoint = ReplayVerification.NEWEST;

    @Option(names = "--operator", paramLabel = "UID", description = "Only the state of this operator.")
    private String operator = "";

    @Option(
            names = "--key",
            paramLabel = "TEXT",
            description = "Only rows whose key, as it is written, contains this text.")
    private String key = "";

    @Option(names = "--limit", paramLabel = "COUNT", description = "At most so many rows, entries and times.")
    private long limit = Long.MAX_VALUE;

    @Option(
            names = "--state-limit",
            paramLabel = "BYTES",
            converter = ByteCount.class,
            defaultValue = "2g",
            description = "Address space for the state. Default: ${DEFAULT-VALUE}.")
    private long stateLimit;

    @Override
    public Integer call() {
        if (limit < 0 || checkpoint == ReplayVerification.START) {
            throw new ParameterException(
                    spec.commandLine(), "Give a checkpoint that there is, and a limit of 0 or more.");
        }
        PrintWriter out = spec.commandLine().getOut();
        QueryDirectory query = QueryDirectory.open(directory, UserFunctions.NONE);
        try (StoredState state = query.state(checkpoint, StateKind.of(query, stateLimit))) {
            requireOperator(state);
            state.faults().forEach(fault -> spec.commandLine().getErr().println("tidemark: " + fault));
            out.println("checkpoint " + state.manifest().number() + " of query '"
                    + query.query().name() + "', made at "
                    + Instant.ofEpochMilli(state.manifest().createdAtMs()));
            long withheld = state.dump(new StoredState.Filter(operator, key, limit), out::println);
            if (withheld > 0) {
                out.println(withheld + " more are not shown.");
            }
        }
        out.flush();
        return ExitCode.OK;
    }

    private void requireOperator(StoredState state) {
        if (!operator.isEmpty() && !state.operators().contains(operator)) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "The query has no operator '" + operator + "'.",
                    "It has these: " + String.join(", ", state.operators()) + ".");
        }
    }
}
