package io.tidemark.conformance;

import io.tidemark.conformance.Difference.Aspect;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.state.StateBackendFactory;
import io.tidemark.state.heap.HeapState;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How a case did on a backend.
 *
 * @param differences what differed
 */
record Verdict(List<Difference> differences) {
    private static final Map<String, Verdict> KNOWN = new ConcurrentHashMap<>();
    private static final long STATE_BYTES = 8 << 20;

    /** The state backends. */
    enum Backend {
        /** Plain objects. */
        HEAP(HeapState.withLimit(STATE_BYTES)),
        /** Pages in a Chronicle Map. */
        CHRONICLE(ChronicleState.withLimit(STATE_BYTES));

        private final StateBackendFactory factory;

        Backend(StateBackendFactory factory) {
            this.factory = factory;
        }

        /** Opens a backend. */
        StateBackendFactory factory() {
            return factory;
        }
    }

    /** Runs a case, once for each backend however often it is asked. */
    static Verdict of(CaseFile file, Backend backend) {
        return KNOWN.computeIfAbsent(file.id() + " " + backend, key -> run(file, backend));
    }

    /** Runs a case. */
    static Verdict run(CaseFile file, Backend backend) {
        return new Verdict(Comparison.of(file, CaseRun.of(file, backend.factory())));
    }

    /** The kinds of things that differed. */
    Set<Aspect> aspects() {
        Set<Aspect> aspects = new TreeSet<>();
        differences.forEach(difference -> aspects.add(difference.aspect()));
        return aspects;
    }
}
