package io.tidemark.tools;

import io.tidemark.QueryDirectory;
import io.tidemark.engine.RestartStudy;
import io.tidemark.engine.StartStudy;
import io.tidemark.function.UserFunctions;
import io.tidemark.plan.PlanNode;
import io.tidemark.plan.RestartDecision;
import io.tidemark.plan.RestartDecisions;
import io.tidemark.plan.RestartVerdict;
import io.tidemark.plan.StoredPlan;
import io.tidemark.tools.query.Places;
import io.tidemark.tools.query.PlanFile;
import io.tidemark.tools.query.QueryJournals;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark restart-check}: what a start would do. */
@Command(
        name = "restart-check",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Says what a start of a query would do. Without --plan, as it ran last: from which checkpoint it goes on, how much"
                    + " waits in its sources, what is damaged.",
            "With --plan, under another plan: what changed, what becomes of each operator's state, which decisions are open.",
            "Only reads: starts nothing, takes no lock, needs no permission to write."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it would start: SAME or COMPATIBLE, or all that is open was decided",
            "1:a journal is damaged or is another one",
            "2:the options or the plan make no sense, or a plan has functions that only its own program knows",
            "3:a directory or journal is missing",
            "5:it would be refused: INCOMPATIBLE, drained, or no checkpoint can be used",
            "7:it would be refused until somebody decides: NEEDS_DECISION"
        },
        footer = {
            "",
            "Examples:",
            "  tidemark restart-check data/bars",
            "  tidemark restart-check data/bars --plan new-plan.json",
            "  tidemark restart-check data/bars --plan new-plan.json --decide agg.sales=DISCARD"
        })
final class RestartCheckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Directory of the query.")
    private Path directory;

    @Option(
            names = "--plan",
            paramLabel = "FILE",
            description =
                    "The new plan: what StreamWriter.toJson() gives, or the plan alone from StreamFrame.toJson(), which"
                            + " then has settings, sink and cuts of the stored one.")
    private Path plan;

    @Option(
            names = "--decide",
            paramLabel = "UID=DECISION",
            description =
                    "What becomes of the state of an operator, a source, 'settings' or 'sink': KEEP, DRAIN, DISCARD,"
                            + " KEEP_PARKED or REBUILD.")
    private Map<String, RestartDecision> decisions = new LinkedHashMap<>();

    @Option(
            names = "--decide-others",
            paramLabel = "DECISION",
            description = "The same for all that have no decision of their own.")
    private RestartDecision others;

    @Mixin
    private Places places;

    @Override
    public Integer call() throws IOException {
        if (plan == null && (!decisions.isEmpty() || others != null)) {
            throw new ParameterException(
                    spec.commandLine(), "A decision is about another plan: give it with --plan FILE.");
        }
        QueryDirectory query = QueryDirectory.open(directory, UserFunctions.NONE);
        try (QueryJournals journals = QueryJournals.of(query, places)) {
            return plan == null ? asItRan(query, journals) : under(query, journals);
        } finally {
            spec.commandLine().getOut().flush();
        }
    }

    private int asItRan(QueryDirectory query, QueryJournals journals) {
        PrintWriter out = spec.commandLine().getOut();
        var opened =
                journals.forStudy(query.sourceNames(), query.query().places().get("sink"));
        if (query.plan().runs()) {
            out.print(query.restart(opened, query.plan(), RestartDecisions.NONE).text());
        } else {
            out.println("The plan was not compared: " + query.plan().gone() + ".");
        }
        StartStudy study = query.start(opened);
        study.lines().forEach(out::println);
        return study.outcome() == StartStudy.Outcome.STARTS ? ExitCode.OK : ExitCode.RESTART;
    }

    private int under(QueryDirectory query, QueryJournals journals) throws IOException {
        StoredPlan now = PlanFile.read(query, plan);
        List<String> names =
                now.plan().sources().stream().map(PlanNode.Source::name).toList();
        RestartStudy study =
                query.restart(journals.forStudy(names, now.sink()), now, new RestartDecisions(decisions, others));
        spec.commandLine().getOut().print(study.text());
        if (study.startsAsDecided()) {
            return ExitCode.OK;
        }
        return study.verdict() == RestartVerdict.NEEDS_DECISION ? ExitCode.DECISION_NEEDED : ExitCode.RESTART;
    }
}
