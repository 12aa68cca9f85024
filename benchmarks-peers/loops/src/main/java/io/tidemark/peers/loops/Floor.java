package io.tidemark.peers.loops;

import io.tidemark.peers.Event;
import io.tidemark.peers.Pass;
import io.tidemark.peers.PeerProcess;

/** Makes each event and adds up its fields: what the events alone cost. */
final class Floor {
    private Floor() {}

    /** Runs the passes of a process. */
    public static void main(String[] arguments) throws Exception {
        PeerProcess.run(arguments, Floor::run);
    }

    private static void run(Pass pass) {
        Event event = new Event();
        long sum = 0;
        double amounts = 0;
        for (long i = 0; i < pass.events(); i++) {
            pass.make(i, event);
            sum += event.id + event.key + event.timeMillis;
            amounts += event.amount;
        }
        pass.add(1, sum + (long) amounts);
    }
}
