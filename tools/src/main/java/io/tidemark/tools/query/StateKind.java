package io.tidemark.tools.query;

import io.tidemark.QueryDirectory;
import io.tidemark.checkpoint.Manifest;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StateBackendFactory;
import io.tidemark.state.heap.HeapState;
import java.util.List;

/** Which kind of state a query has: its checkpoints say so. */
public final class StateKind {
    private StateKind() {}

    /**
     * A backend of the kind in which the newest checkpoint holds its state; off-heap where there is none.
     *
     * @param limitBytes limit of the state
     */
    public static StateBackendFactory of(QueryDirectory query, long limitBytes) {
        List<Manifest> manifests = query.checkpoints().manifests();
        StateBackendFactory heap = HeapState.withLimit(limitBytes);
        if (!manifests.isEmpty() && format(heap).equals(manifests.get(0).stateFormat())) {
            return heap;
        }
        return ChronicleState.withLimit(limitBytes);
    }

    private static String format(StateBackendFactory state) {
        try (StateBackend backend = state.open()) {
            return backend.snapshots().format();
        }
    }
}
