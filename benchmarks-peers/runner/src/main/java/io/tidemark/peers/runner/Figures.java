package io.tidemark.peers.runner;

import io.tidemark.peers.PassResult;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * All measured passes of a contender in all rounds.
 *
 * @param contender what ran
 * @param passes at least one
 */
record Figures(Contender contender, List<PassResult> passes) {
    /** Million events a second in the best pass. */
    double best() {
        return passes.stream().mapToDouble(PassResult::millionsPerSecond).max().orElseThrow();
    }

    /** Million events a second in the median pass. */
    double median() {
        return median(PassResult::millionsPerSecond);
    }

    /** Million events per second of processor time in the median pass. */
    double medianPerCpuSecond() {
        return median(PassResult::millionsPerCpuSecond);
    }

    /** Heap bytes an event in the median pass. */
    double bytesPerEvent() {
        return median(PassResult::bytesPerEvent);
    }

    /** Milliseconds of garbage collection in the median pass. */
    double collectionMillis() {
        return median(PassResult::collectionMillis);
    }

    /** Rows that came out of a pass. */
    long rows() {
        return passes.get(0).rows();
    }

    /** The lower of the two in the middle where their number is even. */
    private double median(ToDoubleFunction<PassResult> figure) {
        double[] sorted = passes.stream().mapToDouble(figure).sorted().toArray();
        return sorted[(sorted.length - 1) / 2];
    }
}
