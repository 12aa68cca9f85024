package io.tidemark.peers.runner;

import io.tidemark.peers.PeerProcess;
import io.tidemark.peers.Workload;
import java.util.Locale;

/**
 * One line of the table.
 *
 * @param kind what runs
 * @param parallelism number of its sources and threads, where this can be chosen
 * @param events number of events that are measured in a pass
 */
record Contender(Kind kind, int parallelism, long events) {
    private static final int MOST_PARALLELISM = 2;

    /**
     * From a word of the command line: {@code name}, {@code name:threads}, {@code name@events} or {@code name:threads@events}.
     *
     * @param wanted number of events where the word has none
     */
    static Contender parse(String word, Workload workload, long wanted) {
        int at = word.indexOf('@');
        String name = at < 0 ? word : word.substring(0, at);
        int colon = name.indexOf(':');
        Kind kind = Kind.named(colon < 0 ? name : name.substring(0, colon));
        int parallelism = colon < 0 ? 1 : Integer.parseInt(name.substring(colon + 1));
        if (parallelism < 1 || parallelism > (kind.parallel() ? MOST_PARALLELISM : 1)) {
            throw new IllegalArgumentException("'" + word + "': not with " + parallelism + " threads.");
        }
        long events = at < 0 ? kind.events(workload, wanted) : Long.parseLong(word.substring(at + 1));
        return new Contender(kind, parallelism, rounded(events));
    }

    /** The loop whose result this one's has to equal. */
    Contender reference() {
        return new Contender(Kind.NAIVE, 1, events);
    }

    private static long rounded(long events) {
        long multiple = PeerProcess.EVENTS_MULTIPLE;
        if (events < multiple) {
            throw new IllegalArgumentException("At least " + multiple + " events are needed.");
        }
        return events / multiple * multiple;
    }

    String label() {
        String name = kind.name().toLowerCase(Locale.ROOT);
        return parallelism == 1 ? name : name + ":" + parallelism;
    }
}
