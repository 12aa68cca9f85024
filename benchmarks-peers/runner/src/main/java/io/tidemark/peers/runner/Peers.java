package io.tidemark.peers.runner;

import io.tidemark.benchmarks.report.Report;
import io.tidemark.peers.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The same work on Tidemark, on loops by hand and on other engines, in alternated processes. */
@Command(
        name = "peers",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = {
            "Compares Tidemark with loops by hand and with other engines on the same events.",
            "Each runs in a process of its own, in turn; results are compared before any time is shown.",
            "Engines: tidemark, floor, dense, naive, jet, flink, esper, spark, kafka; those of jet, flink and spark"
                    + " with two threads as jet:2, and with another number of events as kafka@100000."
        })
final class Peers implements Callable<Integer> {
    @Option(
            names = "--workload",
            description =
                    "W1 tumbling 60 s, W2 sliding 60 s every 5 s, W3 dedup in 10 s, W4 inner and W4L left outer join in 30 s.")
    private List<Workload> workloads = List.of(Workload.values());

    @Option(names = "--rows", description = "Events that are measured in a pass; slow engines get fewer.")
    private long rows = 5_120_000;

    @Option(names = "--engines", split = ",", description = "What is compared, in the order of the first round.")
    private List<String> engines = List.of(
            "tidemark", "floor", "naive", "dense", "jet", "jet:2", "flink", "flink:2", "esper", "spark", "kafka");

    @Option(names = "--rounds", description = "Processes of each, with two measured passes a process.")
    private int rounds = 3;

    @Option(names = "--heap", description = "Heap of each process, fixed and touched at its start.")
    private String heap = "4g";

    @Option(names = "--gc", description = "Flag of the garbage collector.")
    private String collector = "-XX:+UseParallelGC";

    @Option(names = "--out", description = "Directory for the reports and for the output of the processes.")
    private Path out = Path.of("target", "peers");

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    /** Runs the command. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Peers())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<String> flags = List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+AlwaysPreTouch", collector);
        Launcher launcher = new Launcher(Path.of(System.getProperty("tidemark.root")), out.resolve("logs"), flags);
        for (Workload workload : workloads) {
            Comparison comparison = new Comparison(workload, contenders(workload), launcher);
            for (int round = 0; round < rounds; round++) {
                comparison.round(round);
                comparison.check();
                report(workload, comparison, flags, round + 1);
            }
        }
        return 0;
    }

    /** After each round, so that a run that is stopped leaves what it has. */
    private void report(Workload workload, Comparison comparison, List<String> flags, int roundsDone)
            throws IOException {
        String name = "peers-" + workload.name().toLowerCase(Locale.ROOT);
        Report report = Report.of(name, command(workload)).note("flags", flags).note("roundsDone", roundsDone);
        comparison.addTo(report);
        report.write(out);
    }

    private List<Contender> contenders(Workload workload) {
        List<Contender> contenders = new ArrayList<>();
        for (String word : engines) {
            Contender contender = contender(word, workload);
            if (!contender.kind().runs(workload)) {
                System.out.println(contender.label() + " has no " + workload + ".");
            } else if (!contenders.contains(contender)) {
                contenders.add(contender);
            }
        }
        if (contenders.stream().noneMatch(contender -> contender.kind() == Kind.NAIVE)) {
            contenders.add(contender("naive", workload));
        }
        return contenders;
    }

    private Contender contender(String word, Workload workload) {
        try {
            return Contender.parse(word, workload, rows);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private String command(Workload workload) {
        return "bin/peers --workload " + workload + " --rows " + rows + " --engines " + String.join(",", engines)
                + " --rounds " + rounds + " --heap " + heap + " --gc " + collector;
    }
}
