package io.tidemark.peers.runner;

import io.tidemark.benchmarks.report.Report;
import io.tidemark.peers.PassResult;
import io.tidemark.peers.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Runs contenders in turn, round by round, and refuses to report anything while a result differs from that of the naive loop. */
final class Comparison {
    private final Workload workload;
    private final List<Contender> contenders;
    private final Launcher launcher;
    private final Map<Contender, List<PassResult>> passes = new LinkedHashMap<>();
    private final Map<Contender, PassResult> references = new LinkedHashMap<>();

    /**
     * A comparison.
     *
     * @param contenders the naive loop among them
     */
    Comparison(Workload workload, List<Contender> contenders, Launcher launcher) {
        this.workload = workload;
        this.contenders = List.copyOf(contenders);
        this.launcher = launcher;
    }

    /** Runs every contender once; each round begins with the next one. */
    void round(int round) throws IOException, InterruptedException {
        for (int turn = 0; turn < contenders.size(); turn++) {
            Contender contender = contenders.get((turn + round) % contenders.size());
            List<PassResult> results = launcher.run(contender, workload, round);
            passes.computeIfAbsent(contender, first -> new ArrayList<>()).addAll(results);
            System.out.printf(
                    Locale.ROOT,
                    "%s round %d: %s ran %d passes over %d events%n",
                    workload,
                    round + 1,
                    contender.label(),
                    results.size(),
                    contender.events());
        }
    }

    /** Compares number and checksum of the rows of every pass with a naive pass over as many events. */
    void check() throws IOException, InterruptedException {
        for (Map.Entry<Contender, List<PassResult>> entry : passes.entrySet()) {
            Contender contender = entry.getKey();
            if (contender.kind() == Kind.FLOOR) {
                continue;
            }
            PassResult reference = reference(contender);
            for (PassResult pass : entry.getValue()) {
                if (!pass.agreesWith(reference)) {
                    throw new IllegalStateException("The rows of " + contender.label()
                            + " are not those of the naive loop: " + pass + ", expected " + reference);
                }
            }
        }
    }

    private PassResult reference(Contender contender) throws IOException, InterruptedException {
        Contender naive = contender.reference();
        PassResult known = references.get(naive);
        if (known == null) {
            List<PassResult> ran = passes.get(naive);
            known = (ran != null ? ran : launcher.run(naive, workload, -1)).get(0);
            references.put(naive, known);
        }
        return known;
    }

    /** Adds what was measured. */
    void addTo(Report report) {
        List<Figures> figures = passes.entrySet().stream()
                .map(entry -> new Figures(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingInt(
                                (Figures figure) -> figure.contender().kind().ordinal())
                        .thenComparingInt(figure -> figure.contender().parallelism()))
                .toList();
        Figures naive = figures.stream()
                .filter(figure -> figure.contender().kind() == Kind.NAIVE)
                .findFirst()
                .orElseThrow();
        figures.forEach(figure -> report.row(row(figure, naive)));
        long most = figures.stream()
                .mapToLong(figure -> figure.contender().events())
                .max()
                .orElseThrow();
        report.note(
                "fewerEvents",
                figures.stream()
                        .filter(figure -> figure.contender().events() < most)
                        .map(figure -> figure.contender().label() + " "
                                + figure.contender().events())
                        .toList());
        noteRival(report, figures);
    }

    private static Map<String, Object> row(Figures figures, Figures naive) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("engine", figures.contender().label());
        row.put("events", figures.contender().events());
        row.put("M ev/s best", figures.best());
        row.put("M ev/s median", figures.median());
        row.put("M ev per CPU s", figures.medianPerCpuSecond());
        row.put("x naive", figures.best() / naive.best());
        row.put("x naive by CPU", figures.medianPerCpuSecond() / naive.medianPerCpuSecond());
        row.put("heap B/ev", figures.bytesPerEvent());
        row.put("GC ms", figures.collectionMillis());
        row.put("rows out", figures.rows());
        return row;
    }

    private static void noteRival(Report report, List<Figures> figures) {
        Optional<Figures> tidemark = figures.stream()
                .filter(figure -> figure.contender().kind() == Kind.TIDEMARK)
                .findFirst();
        Optional<Figures> fastest = figures.stream()
                .filter(figure -> figure.contender().kind().rival())
                .max(Comparator.comparingDouble(Figures::best));
        Optional<Figures> thriftiest = figures.stream()
                .filter(figure -> figure.contender().kind().rival())
                .max(Comparator.comparingDouble(Figures::medianPerCpuSecond));
        if (tidemark.isPresent() && fastest.isPresent()) {
            report.note("bestRival", fastest.get().contender().label());
            report.note(
                    "tidemarkToBestRival", tidemark.get().best() / fastest.get().best());
            report.note("bestRivalByCpu", thriftiest.get().contender().label());
            report.note(
                    "tidemarkToBestRivalByCpu",
                    tidemark.get().medianPerCpuSecond() / thriftiest.get().medianPerCpuSecond());
        }
    }
}
