package io.tidemark.benchmarks.ab;

import io.tidemark.benchmarks.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Is b faster than a? Two commits, two settings of the JVM or two sets of options are run in turn, and the ratio of a figure is given with its interval. */
@Command(
        name = "ab",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Runs a benchmark in two forms in turn, a b b a a b ..., and gives the ratio b/a of a figure with an interval of 95 %.")
public final class Ab implements Callable<Integer> {
    @Option(names = "--a", defaultValue = "", description = "Commit of a; the tree as it is by default.")
    private String commitA;

    @Option(names = "--b", defaultValue = "", description = "Commit of b; the tree as it is by default.")
    private String commitB;

    @Option(names = "--opts-a", defaultValue = "", description = "JVM options of a, after those of bin/bench.")
    private String optionsA;

    @Option(names = "--opts-b", defaultValue = "", description = "JVM options of b.")
    private String optionsB;

    @Option(names = "--args-a", defaultValue = "", description = "Further arguments of a, parted by blanks.")
    private String argumentsA;

    @Option(names = "--args-b", defaultValue = "", description = "Further arguments of b.")
    private String argumentsB;

    @Option(names = "--rounds", defaultValue = "7", description = "Pairs of runs, ${DEFAULT-VALUE} by default.")
    private int rounds;

    @Option(
            names = "--figure",
            defaultValue = "cpuNsPerRow",
            description = "Column of the report, ${DEFAULT-VALUE} by default.")
    private String figure;

    @Option(
            names = "--where",
            description = "Only rows of the report with this value, as mode=engine; may be repeated.")
    private Map<String, String> where = new LinkedHashMap<>();

    @Option(
            names = "--pattern",
            description = "Takes the figure from what is printed: the first group of this pattern.")
    private Pattern pattern;

    @Option(
            names = "--command",
            description =
                    "What follows is a command of its own, not one of bin/bench; {out} in it is the directory for reports.")
    private boolean command;

    @Option(
            names = "--out",
            defaultValue = "target/bench",
            description = "Directory of the results, ${DEFAULT-VALUE} by default.")
    private Path out;

    @Option(names = "--root", hidden = true, defaultValue = ".")
    private Path root;

    @Parameters(arity = "1..*", description = "The command of bin/bench with its arguments, after --.")
    private List<String> words = new ArrayList<>();

    /** Made by the command line. */
    public Ab() {}

    /** Runs the comparison; the exit code is 0 whatever it says. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Ab())
                .setUnmatchedOptionsArePositionalParams(true)
                .execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (Trees trees = new Trees(root.toAbsolutePath().normalize())) {
            Side a = side("a", trees.of(commitA), optionsA, argumentsA);
            Side b = side("b", trees.of(commitB), optionsB, argumentsB);
            if (!command) {
                // Builds each tree, where that has to be done.
                Shell.run(a.tree(), List.of("bin/bench", "--help"), "");
                Shell.run(b.tree(), List.of("bin/bench", "--help"), "");
            }
            compare(a, b);
        }
        return 0;
    }

    private void compare(Side a, Side b) throws IOException, InterruptedException {
        Figure counted = new Figure(figure, where, pattern);
        double[] ofA = new double[rounds];
        double[] ofB = new double[rounds];
        Report report = Report.of("ab", "bin/ab ... -- " + String.join(" ", words));
        for (int round = 0; round < rounds; round++) {
            boolean aFirst = round % 2 == 0;
            double first = (aFirst ? a : b).run(counted);
            double second = (aFirst ? b : a).run(counted);
            ofA[round] = aFirst ? first : second;
            ofB[round] = aFirst ? second : first;
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("pair", round + 1);
            row.put("a", ofA[round]);
            row.put("b", ofB[round]);
            row.put("ratio", ofB[round] / ofA[round]);
            report.row(row);
            System.out.println(row);
        }
        PairedRatio ratio = PairedRatio.of(ofA, ofB);
        note(report, ratio);
        report.write(out);
        System.out.printf(
                Locale.ROOT,
                "%s: b/a %.3f, 95 %% between %.3f and %.3f, of medians %.3f, %d pairs: %s%n",
                pattern == null ? figure : pattern,
                ratio.ratio(),
                ratio.low(),
                ratio.high(),
                ratio.ratioOfMedians(),
                ratio.pairs(),
                ratio.verdict());
    }

    private void note(Report report, PairedRatio ratio) {
        report.note("figure", pattern == null ? figure + (where.isEmpty() ? "" : " " + where) : pattern.pattern())
                .note("a", described(commitA, optionsA, argumentsA))
                .note("b", described(commitB, optionsB, argumentsB))
                .note("ratio", ratio.ratio())
                .note("low", ratio.low())
                .note("high", ratio.high())
                .note("ratioOfMedians", ratio.ratioOfMedians())
                .note("verdict", ratio.verdict());
    }

    private static String described(String commit, String options, String arguments) {
        return ((commit.isEmpty() ? "this tree" : commit) + " " + options + " " + arguments).trim();
    }

    private Side side(String name, Path tree, String options, String arguments) {
        List<String> all = new ArrayList<>();
        if (!command) {
            all.add("bin/bench");
        }
        all.addAll(words);
        if (!arguments.isBlank()) {
            all.addAll(List.of(arguments.trim().split("\\s+")));
        }
        if (!command) {
            all.addAll(List.of("--out", "{out}"));
        }
        return new Side(name, tree, all, options);
    }
}
