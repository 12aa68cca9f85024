package io.tidemark.tools.crash;

import io.tidemark.QueryDirectory;
import io.tidemark.engine.ReplayVerification;
import io.tidemark.engine.StoredState;
import io.tidemark.function.UserFunctions;
import io.tidemark.offheap.ChronicleState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The state of a stopped query as lines of text in which nothing depends on where in its pages something lies: scalars, panes with their rows and values, keys of
 * entries, and what is due when. References, which values of entries and payloads of indexes by time hold, are left out. So are the numbers by which records of an
 * index are counted: how often state is looked at again before it is trimmed depends on when there is nothing else to do, and nothing that comes out depends on it.
 */
final class StateText {
    private StateText() {}

    /** Reads the newest checkpoint of a query. */
    static List<String> of(Path query) {
        List<String> lines = new ArrayList<>();
        try (StoredState state = QueryDirectory.open(query, UserFunctions.NONE)
                .state(ReplayVerification.NEWEST, ChronicleState.withLimit(CrashLife.STATE_BYTES))) {
            state.dump(StoredState.Filter.ALL, line -> lines.add(withoutReferences(line)));
        }
        lines.sort(null);
        return lines;
    }

    private static String withoutReferences(String line) {
        int order = line.indexOf(" order ");
        if (order >= 0 && line.contains(" due ")) {
            return line.substring(0, order);
        }
        int key = line.indexOf(" key ");
        int value = line.lastIndexOf(" value ");
        boolean entry = key >= 0 && value > key && !line.substring(0, key).contains(" pane ");
        return entry ? line.substring(0, value) : line;
    }
}
