package io.tidemark.tools;

import io.tidemark.metrics.CounterReading;
import io.tidemark.tools.query.StatText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark stat}: the counters of a query, from outside. */
@Command(
        name = "stat",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Shows the counters of a query that runs in another process, or that has ended or died there.",
            "Only reads one file of its directory: takes no lock, needs no permission to write, costs the query nothing."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:shown",
            "2:the command as written cannot run",
            "3:there are no counters: no query was started in the directory"
        },
        footer = {
            "",
            "Examples:",
            "  tidemark stat data/bars",
            "  tidemark stat data/bars --watch",
            "  tidemark stat data/bars --format json --all"
        })
final class StatCommand implements Callable<Integer> {
    private static final String CLEAR = "\u001b[H\u001b[2J";

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Directory of the query.")
    private Path directory;

    @Option(names = "--format", paramLabel = "FORMAT", description = "text or json. Default: ${DEFAULT-VALUE}.")
    private String format = "text";

    @Option(names = "--all", description = "Show counters that are 0 too, and those that only make sense to programs.")
    private boolean all;

    @Option(
            names = "--watch",
            arity = "0..1",
            fallbackValue = "1",
            paramLabel = "SECONDS",
            description =
                    "Show them anew every so many seconds, until the query has ended. Default: ${FALLBACK-VALUE}.")
    private Double watchSeconds;

    @Override
    public Integer call() throws InterruptedException {
        if (!format.equals("text") && !format.equals("json")) {
            throw new ParameterException(spec.commandLine(), "The format is text or json, not '" + format + "'.");
        }
        if (watchSeconds != null && !(watchSeconds >= 0.05 && watchSeconds <= 86_400)) {
            throw new ParameterException(spec.commandLine(), "Watch every 0.05 to 86400 seconds.");
        }
        PrintWriter out = spec.commandLine().getOut();
        boolean screen = watchSeconds != null && format.equals("text") && System.console() != null;
        while (true) {
            CounterReading reading = CounterReading.read(directory);
            if (screen) {
                out.print(CLEAR);
            }
            StatText text = new StatText(reading, all);
            if (format.equals("json")) {
                out.println(text.json());
            } else {
                text.lines().forEach(out::println);
            }
            out.flush();
            if (watchSeconds == null || !reading.running()) {
                return ExitCode.OK;
            }
            Thread.sleep((long) (watchSeconds * 1000));
        }
    }
}
