package io.tidemark.operator;

import io.tidemark.state.StateRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * How the state of an operator gets from the layout of one plan into that of another. Tables, entries, indexes and scalars are known by their names;
 * scalars stay as they are, what is new starts empty, and what is gone is dropped. Immutable.
 */
public final class StateMigration {
    private static final StateMigration AS_IT_IS = new StateMigration("", Map.of(), Map.of(), Map.of(), Map.of());

    private final String refusal;
    private final Map<String, ValueMove> values;
    private final Map<String, String> cursors;
    private final Map<String, String> references;
    private final Map<String, Integer> blocks;

    private StateMigration(
            String refusal,
            Map<String, ValueMove> values,
            Map<String, String> cursors,
            Map<String, String> references,
            Map<String, Integer> blocks) {
        this.refusal = refusal;
        this.values = Map.copyOf(values);
        this.cursors = Map.copyOf(cursors);
        this.references = Map.copyOf(references);
        this.blocks = Map.copyOf(blocks);
    }

    /** The layout is the same. */
    public static StateMigration asItIs() {
        return AS_IT_IS;
    }

    /** The state cannot be moved. */
    public static StateMigration refused(String reason) {
        return new StateMigration(Objects.requireNonNull(reason, "reason"), Map.of(), Map.of(), Map.of(), Map.of());
    }

    /** The values of a table of rows or entries are moved so. */
    public StateMigration values(String table, ValueMove move) {
        return new StateMigration(refusal, with(values, table, move), cursors, references, blocks);
    }

    /** A scalar is the cursor of the rows that came out of the first sealed pane of a table, -1 when all of them did. */
    public StateMigration cursor(String table, String scalar) {
        return new StateMigration(refusal, values, with(cursors, table, scalar), references, blocks);
    }

    /** The payloads of an index are references of entries. */
    public StateMigration references(String index, String entries) {
        return new StateMigration(refusal, values, cursors, with(references, index, entries), blocks);
    }

    /** The value of an entry names a block, or none, at this offset; the block names nothing itself. */
    public StateMigration block(String entries, int offset) {
        return new StateMigration(refusal, values, cursors, references, with(blocks, entries, offset));
    }

    /** Why the state cannot be moved, or empty. */
    public String refusal() {
        return refusal;
    }

    /**
     * Whether nothing is said of how tables are moved: apart from scalars their bytes have to be taken over as they are, references included, which only
     * a backend can do.
     */
    public boolean isAsItIs() {
        return refusal.isEmpty() && values.isEmpty();
    }

    /**
     * Moves the state of the operator. Both registries are those of backends in which the operator was created, by the old plan and by the new one; the
     * new state is empty. Whatever was due by then has come out: {@link Operator#work} returns 0. Afterwards the operator is told by
     * {@link Operator#restored}.
     *
     * @throws io.tidemark.error.TidemarkException {@code RESTART_INCOMPATIBLE} when the state holds what cannot be moved
     */
    public void run(StateRegistry from, StateRegistry to) {
        if (!refusal.isEmpty()) {
            throw new IllegalStateException(refusal);
        }
        new StateMove(values, cursors, references, blocks, from, to).run();
    }

    private static <T> Map<String, T> with(Map<String, T> map, String key, T value) {
        Map<String, T> more = new HashMap<>(map);
        more.put(key, value);
        return more;
    }
}
