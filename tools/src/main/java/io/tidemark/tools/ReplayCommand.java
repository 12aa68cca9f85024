package io.tidemark.tools;

import io.tidemark.QueryDirectory;
import io.tidemark.engine.DropRouter;
import io.tidemark.engine.ReplayVerification;
import io.tidemark.engine.Rerun;
import io.tidemark.engine.StoredJournals;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.function.UserFunctions;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.operator.DropReason;
import io.tidemark.plan.PlanNode;
import io.tidemark.plan.StoredPlan;
import io.tidemark.tools.query.ByteCount;
import io.tidemark.tools.query.PlanFile;
import io.tidemark.tools.query.QueryJournals;
import io.tidemark.tools.query.ReplayPlaces;
import io.tidemark.tools.query.StateKind;
import io.tidemark.tools.read.Progress;
import io.tidemark.tools.replay.NewJournals;
import io.tidemark.tools.replay.Pace;
import io.tidemark.tools.replay.RecordedSource;
import io.tidemark.tools.replay.ReplaySpan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark replay}: runs a query again over recorded journals into another journal. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Runs the stored plan of a query, or another one, over its recorded journals, in the recorded order, into a new journal:"
                    + " from the start, from a checkpoint, or with an empty state from an index or time on.",
            "Nothing of the query itself is written. Compare the result with 'tidemark diff', or with 'tidemark verify --sink'."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the replay came to its end",
            "1:a journal is damaged or is another one",
            "2:the options make no sense, the plan does not fit, or has functions that only its own program knows",
            "3:a directory or journal is missing, does not reach back so far any more, or is not new, or there is no room",
            "4:the state grew over --state-limit",
            "5:there is no such checkpoint, or it is damaged"
        },
        footer = {
            "",
            "Examples:",
            "  tidemark replay data/bars --into replayed/bars",
            "  tidemark replay data/bars --into replayed/bars --from-checkpoint 17 --pace 2x",
            "  tidemark replay data/bars --into other/bars --plan new-plan.json --from-time 2024-03-01T07:00:00Z"
        })
final class ReplayCommand implements Callable<Integer> {
    private static final int BATCH = 256;
    private static final double NANOS_PER_SECOND = 1e9;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "QUERYDIR", description = "Directory of the query.")
    private Path directory;

    @Option(
            names = "--into",
            paramLabel = "DIR",
            required = true,
            description = "New journal that takes the results. It must not exist, or be an empty directory.")
    private Path into;

    @Option(
            names = "--dropped",
            paramLabel = "REASON=DIR",
            description =
                    "New journal that takes the rows dropped for REASON, such as LATE. Default: they are only counted.")
    private Map<DropReason, Path> dropped = new LinkedHashMap<>();

    @Option(
            names = "--from-checkpoint",
            paramLabel = "N",
            converter = FromConverter.class,
            description = "Begin with the state of a checkpoint: its number, newest, or start (default).")
    private Long checkpoint = ReplayVerification.START;

    @Mixin
    private ReplaySpan span;

    @Option(
            names = "--pace",
            paramLabel = "PACE",
            converter = Pace.Converter.class,
            defaultValue = "max",
            description =
                    "max (default); recorded, with the distances of the ingest times; 2x, twice as fast as recorded.")
    private Pace pace;

    @Option(
            names = "--plan",
            paramLabel = "FILE",
            description = "Another plan over the same sources, as toJson() writes it.")
    private Path plan;

    @Option(
            names = "--drain",
            description = "Close all windows at the end. A query that was drained is drained anyway.")
    private boolean drain;

    @Option(
            names = "--state-limit",
            paramLabel = "BYTES",
            converter = ByteCount.class,
            defaultValue = "2g",
            description = "Address space for the state. Default: ${DEFAULT-VALUE}.")
    private long stateLimit;

    @Mixin
    private ReplayPlaces places;

    @Override
    public Integer call() throws IOException {
        if (checkpoint != ReplayVerification.START && (span.begins() || plan != null)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "The state of a checkpoint belongs to its positions and to the stored plan: give --from-checkpoint alone.");
        }
        QueryDirectory query = QueryDirectory.open(directory, UserFunctions.NONE);
        StoredPlan rerun = plan == null ? query.plan() : PlanFile.read(query, plan);
        query.requireRunnable();
        List<String> names =
                rerun.plan().sources().stream().map(PlanNode.Source::name).toList();
        try (QueryJournals journals = QueryJournals.of(query, places)) {
            List<Path> made = new ArrayList<>(dropped.values());
            made.add(into);
            NewJournals.require(made, directory, journals.directories());
            Map<String, JournalSource> sources = journals.sources(names);
            JournalSource order = order(query, journals, names);
            Map<String, JournalSource> recorded = recorded(journals, sources, order != null);
            Map<String, Long> ends = span.ends(sources);
            ends.replaceAll((name, end) -> QueryJournals.before(sources.get(name), Math.max(end, end + 1)));
            Rerun.Settings settings =
                    new Rerun.Settings(checkpoint, span.begins(), ends, drain, pace.waits() ? 1 : BATCH);
            long startedNs = System.nanoTime();
            Rerun.Report report;
            try (NewJournals journalsMade = new NewJournals()) {
                Map<DropReason, JournalSink> drops = new EnumMap<>(DropReason.class);
                dropped.forEach((reason, path) -> drops.put(reason, journalsMade.create(path, DropRouter.SCHEMA)));
                JournalSink out =
                        journalsMade.create(into, rerun.plan().output().schema());
                report = query.rerun(
                        new StoredJournals(recorded, out, order, drops),
                        rerun,
                        settings,
                        StateKind.of(query, stateLimit));
                journalsMade.keep();
            }
            print(query, names, report, System.nanoTime() - startedNs);
            return ExitCode.OK;
        }
    }

    private static JournalSource order(QueryDirectory query, QueryJournals journals, List<String> names) {
        JournalSource order = journals.order();
        if (order != null && !names.equals(query.sourceNames())) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "The recorded order is that of the sources " + query.sourceNames() + ", and the plan reads " + names
                            + ".",
                    "Replay a plan that reads the same sources in the same order.");
        }
        return order;
    }

    private Map<String, JournalSource> recorded(
            QueryJournals journals, Map<String, JournalSource> sources, boolean ordered) {
        Map<String, Long> starts = span.starts(sources);
        RecordedSource.Counter counter =
                new RecordedSource.Counter(Progress.of(spec.commandLine().getErr(), journals.records()));
        Map<String, JournalSource> recorded = new HashMap<>();
        sources.forEach((name, source) -> {
            long from = starts.getOrDefault(name, 0L);
            long start = ordered ? JournalReader.NO_POSITION : QueryJournals.before(source, from);
            recorded.put(name, new RecordedSource(source, start, from, pace, counter));
        });
        return recorded;
    }

    private void print(QueryDirectory query, List<String> names, Rerun.Report report, long tookNs) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(String.format(
                Locale.ROOT,
                "REPLAY of query '%s' from %s: %d records read, %d rows out, in %.1f s, into %s",
                query.query().name(),
                report.checkpoint() > 0
                        ? "checkpoint " + report.checkpoint()
                        : span.begins() ? "the span" : "the start",
                report.records(),
                report.rows(),
                tookNs / NANOS_PER_SECOND,
                into));
        for (int i = 0; i < names.size(); i++) {
            long position = report.positions().get(i);
            out.println("  source " + names.get(i)
                    + (position < 0 ? ": nothing was read" : " up to 0x" + Long.toHexString(position)));
        }
        new TreeMap<>(report.dropped())
                .forEach((reason, rows) ->
                        out.println("  dropped " + reason + ": " + rows + " rows into " + dropped.get(reason)));
        if (report.drained()) {
            out.println("  all windows were closed at the end");
        }
        if (report.checkpoint() > 0) {
            out.println("  its first row is row " + report.firstRow() + " of the query's own output");
        }
        out.flush();
    }
}
