package io.tidemark.benchmarks.throughput;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** One way to do the work, and all its runs. */
final class Contender {
    private final String name;
    private final boolean compared;
    private final Run run;
    private final List<Measured> runs = new ArrayList<>();

    /** Does the work once. */
    @FunctionalInterface
    interface Run {
        /** Does it. */
        Measured run() throws IOException;
    }

    /**
     * A contender without runs.
     *
     * @param compared whether its results must be those of the others
     */
    Contender(String name, boolean compared, Run run) {
        this.name = name;
        this.compared = compared;
        this.run = run;
    }

    String name() {
        return name;
    }

    boolean compared() {
        return compared;
    }

    /** Runs once more. */
    Measured runOnce() throws IOException {
        Measured measured = run.run();
        runs.add(measured);
        return measured;
    }

    Measured lastRun() {
        return runs.get(runs.size() - 1);
    }

    /** A figure of each run, in order of size. */
    Spread spread(ToDoubleFunction<Measured> figure) {
        return Spread.of(runs.stream().mapToDouble(figure).toArray());
    }

    /** How many times less than another this took, run beside run. */
    Spread timesLess(Contender other, ToDoubleFunction<Measured> cost) {
        double[] ratios = new double[runs.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = cost.applyAsDouble(other.runs.get(i)) / cost.applyAsDouble(runs.get(i));
        }
        return Spread.of(ratios);
    }
}
