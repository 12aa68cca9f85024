package io.tidemark.peers.loops;

import io.tidemark.peers.Pass;
import io.tidemark.peers.PeerProcess;
import io.tidemark.peers.Workload;

/** W1 to W3 by primitive arrays, with what an engine cannot know: the keys are 0 to 9 999, and how late events may be. A bound, not a rival. */
final class Dense {
    private Dense() {}

    /** Runs the passes of a process. */
    public static void main(String[] arguments) throws Exception {
        PeerProcess.run(arguments, Dense::run);
    }

    private static void run(Pass pass) {
        Result result = new Result();
        switch (pass.workload()) {
            case W1 -> new DensePanes(result, Workload.WINDOW_MILLIS, 1).run(pass);
            case W2 ->
                new DensePanes(result, Workload.SLIDE_MILLIS, (int) (Workload.WINDOW_MILLIS / Workload.SLIDE_MILLIS))
                        .run(pass);
            case W3 -> new DenseDedup(result).run(pass);
            default -> throw new IllegalArgumentException("dense has no " + pass.workload());
        }
        result.addTo(pass);
    }
}
