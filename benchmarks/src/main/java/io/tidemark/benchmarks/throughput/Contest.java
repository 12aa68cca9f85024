package io.tidemark.benchmarks.throughput;

import io.tidemark.benchmarks.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** All ways to do one workload in one mode, in turn, so many rounds; each round begins with another one. No time is given away before all results agree. */
final class Contest {
    private final Workload workload;
    private final Scale scale;
    private final Mode mode;
    private final boolean touch;
    private final List<Contender> contenders = new ArrayList<>();
    private Contender query;
    private Contender loop;

    /**
     * A contest.
     *
     * @param touch whether pages of journals are put in place ahead by another thread
     */
    Contest(Workload workload, Scale scale, Mode mode, boolean touch) {
        this.workload = workload;
        this.scale = scale;
        this.mode = mode;
        this.touch = touch;
    }

    /** Name of its files. */
    String name() {
        String size = workload == Workload.W3
                ? scale.liveIds() + (scale.scatteredIds() ? "-scattered" : "") + "-ids"
                : scale.keys() + "-keys";
        return ("throughput-" + workload + "-" + size + "-" + mode).toLowerCase(Locale.ROOT);
    }

    /** The options that ask for this contest alone. */
    List<String> arguments(long rows, int pairs, String checkpoints, Path work) {
        List<String> arguments = new ArrayList<>(List.of(
                "--workload=" + workload,
                "--mode=" + mode,
                "--touch=" + (touch ? "on" : "off"),
                "--keys=" + scale.keys(),
                "--live-ids=" + scale.liveIds(),
                "--rows=" + rows,
                "--pairs=" + pairs,
                "--checkpoints=" + checkpoints));
        if (scale.scatteredIds()) {
            arguments.add("--scattered-ids");
        }
        if (work != null) {
            arguments.add("--work=" + work);
        }
        return arguments;
    }

    /**
     * Runs it and adds its figures to a report.
     *
     * @param checkpoints times between checkpoints beside the query without any
     * @param work a directory of its own
     */
    void run(int rounds, List<Duration> checkpoints, Path work, Report report) throws IOException {
        try (Ends ends = ends(work)) {
            Trial trial = new Trial(workload, scale, ends);
            enter(trial, checkpoints);
            for (int round = 0; round < rounds; round++) {
                for (int turn = 0; turn < contenders.size(); turn++) {
                    Contender contender = contenders.get((round + turn) % contenders.size());
                    System.out.printf(
                            Locale.ROOT,
                            "round %d of %d: %s %s %s%n",
                            round + 1,
                            rounds,
                            workload,
                            mode,
                            contender.name());
                    contender.runOnce();
                }
                requireSameResults();
            }
        }
        contenders.forEach(contender -> report.row(figures(contender)));
    }

    private Ends ends(Path work) throws IOException {
        return mode == Mode.ENGINE
                ? new MemoryEnds(workload.rows(scale, false))
                : new JournalEnds(work, workload.rows(scale, true), Trial.results(workload, scale, true), touch);
    }

    private void enter(Trial trial, List<Duration> checkpoints) {
        query = add("query", true, () -> trial.query(null));
        if (mode == Mode.JOURNAL) {
            for (Duration every : checkpoints) {
                add("query, checkpoint every " + text(every), true, () -> trial.query(every));
            }
        }
        loop = add("loop over HashMap", true, trial::loop);
        if (mode == Mode.ENGINE && workload.arrays(scale, new LoopOutput.ToChecksum(new Checksum())) != null) {
            add("loop over arrays", true, trial::arrays);
        }
        add("source only", false, trial::source);
    }

    private Contender add(String name, boolean compared, Contender.Run run) {
        Contender contender = new Contender(name, compared, run);
        contenders.add(contender);
        return contender;
    }

    private static String text(Duration every) {
        return every.toMillis() % 1000 == 0 ? every.toSeconds() + " s" : every.toMillis() + " ms";
    }

    private void requireSameResults() {
        Measured expected = loop.lastRun();
        for (Contender contender : contenders) {
            Measured found = contender.lastRun();
            if (contender.compared()
                    && (found.results() != expected.results() || found.checksum() != expected.checksum())) {
                throw new IllegalStateException(workload + " " + mode + ": '" + contender.name() + "' brought out "
                        + found.results() + " rows with checksum " + found.checksum() + ", '" + loop.name() + "' "
                        + expected.results() + " with " + expected.checksum() + ".");
            }
        }
    }

    private Map<String, Object> figures(Contender contender) {
        double timed = scale.rows() - scale.warmUp();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("workload", workload.name());
        row.put(
                "size",
                workload == Workload.W3
                        ? scale.liveIds() + (scale.scatteredIds() ? " scattered live ids" : " live ids")
                        : scale.keys() + " keys");
        row.put("mode", mode.name().toLowerCase(Locale.ROOT));
        row.put("what", contender.name());
        Spread rate = contender.spread(run -> timed * 1e3 / run.cpuNs());
        row.put("M rows/s", rate.median());
        row.put("least", rate.least());
        row.put("most", rate.most());
        row.put(
                "by process CPU",
                contender.spread(run -> timed * 1e3 / run.processNs()).median());
        row.put(
                "by wall time",
                contender.spread(run -> timed * 1e3 / run.wallNs()).median());
        if (contender.compared() && contender != loop) {
            ratios(row, contender, loop, "loop");
        }
        if (contender != query && contender.name().startsWith(query.name())) {
            ratios(row, contender, query, "no checkpoints");
        }
        row.put("B/row", contender.spread(run -> run.bytes() / timed).median());
        Measured last = contender.lastRun();
        if (contender.compared()) {
            row.put("results", last.results());
        }
        if (last.stateBytes() > 0) {
            row.put("state MB", last.stateBytes() / 1e6);
            if (workload == Workload.W3) {
                row.put("B per live id", last.stateBytes() / (double) scale.idsAtTheEnd());
            }
        }
        return row;
    }

    private static void ratios(Map<String, Object> row, Contender one, Contender other, String name) {
        Spread ratio = one.timesLess(other, Measured::cpuNs);
        row.put("to " + name, ratio.median());
        row.put("to " + name + ", least", ratio.least());
        row.put("to " + name + ", most", ratio.most());
        row.put(
                "to " + name + ", process CPU",
                one.timesLess(other, Measured::processNs).median());
        row.put(
                "to " + name + ", wall time",
                one.timesLess(other, Measured::wallNs).median());
    }
}
