package io.tidemark.tools;

import io.tidemark.QueryDirectory;
import io.tidemark.chronicle.JournalRetention;
import io.tidemark.chronicle.RetentionPlan;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.function.UserFunctions;
import io.tidemark.tools.query.ByteCount;
import io.tidemark.tools.query.QueryNeeds;
import io.tidemark.tools.query.Span;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark retain}: deletes old files of journals that nobody needs. */
@Command(
        name = "retain",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Deletes the oldest files of journals: those that are too old or too much, and that neither a registered reader nor a"
                    + " query needs. Says of every file why it goes or stays.",
            "A query needs its journals from its oldest checkpoint on. Name every query that uses a journal, also those that do"
                    + " not run now; other readers register with 'tidemark readers'."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything that may go is gone, or would go",
            "2:the options make no sense, such as a query and a journal that have nothing to do with each other",
            "3:a journal or directory is missing, or a file could not be deleted"
        },
        footer = {
            "",
            "Examples:",
            "  tidemark retain journals/trades --query data/bars --keep-age P7D --dry-run",
            "  tidemark retain journals/trades journals/bars --query data/bars --keep-bytes 500g"
        })
final class RetainCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "JOURNAL", arity = "1..*", description = "Directories of the journals.")
    private List<Path> journals;

    @Option(
            names = "--keep-age",
            paramLabel = "SPAN",
            converter = Span.class,
            description = "Files go whose roll cycle ended longer ago, such as 7d, 12h or P7D.")
    private Duration keepAge;

    @Option(
            names = "--keep-bytes",
            paramLabel = "BYTES",
            converter = ByteCount.class,
            description = "Files go as long as they and those after them have more bytes together, such as 500g.")
    private Long keepBytes;

    @Option(
            names = "--query",
            paramLabel = "DIR",
            description = "Directory of a query that uses the journals. May be given several times.")
    private List<Path> queries = new ArrayList<>();

    @Option(names = "--dry-run", description = "Only say what would be done.")
    private boolean dryRun;

    @Override
    public Integer call() {
        if (keepAge != null && keepAge.isNegative()) {
            throw new ParameterException(spec.commandLine(), "--keep-age cannot be negative.");
        }
        List<QueryNeeds> needs = queries.stream()
                .map(directory -> QueryNeeds.of(QueryDirectory.open(directory, UserFunctions.NONE)))
                .toList();
        List<JournalRetention> retentions =
                journals.stream().map(JournalRetention::of).toList();
        requireConnected(needs);
        boolean done = true;
        for (int i = 0; i < journals.size(); i++) {
            done &= retain(journals.get(i), retentions.get(i), needs);
        }
        spec.commandLine().getOut().flush();
        return done ? ExitCode.OK : ExitCode.ENVIRONMENT;
    }

    /** Whether all that was to go is gone. */
    private boolean retain(Path journal, JournalRetention retention, List<QueryNeeds> queriesNeeds) {
        PrintWriter out = spec.commandLine().getOut();
        List<JournalRetention.Need> needs = new ArrayList<>();
        queriesNeeds.forEach(query -> needs.addAll(query.of(journal)));
        RetentionPlan plan = retention.plan(keepBytes == null ? Long.MAX_VALUE : keepBytes, keepAge, needs);
        out.println(journal + ": " + plan.going().size() + " of " + plan.files().size() + " files, " + plan.goingBytes()
                + " bytes" + (dryRun ? " would go" : " to go"));
        for (QueryNeeds query : queriesNeeds) {
            if (query.of(journal).isEmpty()) {
                out.println("  query '" + query.name() + "' "
                        + (query.uses(journal) ? "was drained and needs nothing of it." : "does not use it."));
            }
        }
        needs.forEach(need -> out.println("  needed by " + need.who() + " from "
                + (need.position() < 0 ? "the start" : "position 0x" + Long.toHexString(need.position())) + " on"));
        retention.apply(plan, dryRun).forEach(line -> out.println("  " + line));
        return dryRun || plan.going().stream().noneMatch(entry -> Files.exists(entry.file()));
    }

    /** A name that was written from another directory must not make a journal look unneeded. */
    private void requireConnected(List<QueryNeeds> needs) {
        for (QueryNeeds query : needs) {
            if (journals.stream().noneMatch(query::uses)) {
                throw unconnected("Query '" + query.name() + "' uses none of the journals " + journals + ".");
            }
        }
        for (Path journal : journals) {
            if (!needs.isEmpty() && needs.stream().noneMatch(query -> query.uses(journal))) {
                throw unconnected("Journal '" + journal + "' is used by none of the queries that are given.");
            }
        }
    }

    private static TidemarkException unconnected(String what) {
        return new TidemarkException(
                ErrorCode.SETTING_INVALID,
                what,
                "Start the command in the directory in which the query was started, since names of journals without a leading /"
                        + " count from there; or treat the journal by a command of its own.");
    }
}
