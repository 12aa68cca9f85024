package io.tidemark.peers.loops;

import io.tidemark.peers.Event;
import io.tidemark.peers.Pass;
import io.tidemark.peers.PeerProcess;

/** Each workload by the boxed maps of {@code java.util} and a watermark that is moved by hand. */
final class Naive {
    private Naive() {}

    /** Runs the passes of a process. */
    public static void main(String[] arguments) throws Exception {
        PeerProcess.run(arguments, Naive::run);
    }

    private static void run(Pass pass) {
        Result result = new Result();
        Loop loop = switch (pass.workload()) {
            case W1 -> new NaiveTumbling(result);
            case W2 -> new NaiveSliding(result);
            case W3 -> new NaiveDedup(result);
            case W4, W4L -> new NaiveJoin(result, pass.workload().outer());
        };
        loop.run(pass);
        result.addTo(pass);
    }

    /** One workload. */
    abstract static class Loop {
        private long watermark = Long.MIN_VALUE;

        private void run(Pass pass) {
            long delay = pass.workload().delayMillis();
            Event event = new Event();
            for (long i = 0; i < pass.events(); i++) {
                pass.make(i, event);
                onEvent(event, watermark);
                if (event.timeMillis - delay > watermark) {
                    watermark = event.timeMillis - delay;
                    onWatermark(watermark);
                }
            }
            onWatermark(Long.MAX_VALUE);
        }

        abstract void onEvent(Event event, long before);

        /** Every event before this time is in; {@code Long.MAX_VALUE} at the end. */
        abstract void onWatermark(long newWatermark);
    }
}
