package io.tidemark.operator;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import io.tidemark.state.BytesStore;
import io.tidemark.state.EntryBytes;
import io.tidemark.state.EntryTable;
import io.tidemark.state.KeyLog;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateRegistry;
import io.tidemark.state.StateTable;
import io.tidemark.state.StateUnit;
import io.tidemark.state.TableSpec;
import io.tidemark.state.TimeIndex;
import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.Long2LongHashMap;

/** One run of a {@link StateMigration}: panes in the order of their ids, rows in the order in which they came, entries, indexes, scalars. */
final class StateMove {
    private static final long ALL_OUT = -1;

    private final Map<String, ValueMove> values;
    private final Map<String, String> cursors;
    private final Map<String, String> references;
    private final Map<String, Integer> blocks;
    private final StateRegistry from;
    private final StateRegistry to;
    private final Map<String, Long2LongHashMap> moved = new HashMap<>();

    StateMove(
            Map<String, ValueMove> values,
            Map<String, String> cursors,
            Map<String, String> references,
            Map<String, Integer> blocks,
            StateRegistry from,
            StateRegistry to) {
        this.values = values;
        this.cursors = cursors;
        this.references = references;
        this.blocks = blocks;
        this.from = from;
        this.to = to;
    }

    void run() {
        to.scalars().forEach((name, scalar) -> {
            ScalarState before = from.scalars().get(name);
            if (before != null) {
                scalar.set(before.get());
            }
        });
        to.named().forEach((name, unit) -> move(name, from.named().get(name), unit));
        // Records of an index lead to entries, which have new references now.
        to.named().forEach((name, unit) -> {
            if (unit instanceof TimeIndex index && from.named().get(name) instanceof TimeIndex before) {
                moveTimes(name, before, index);
            }
        });
    }

    private void move(String name, StateUnit before, StateUnit now) {
        if (now instanceof StateTable table && before instanceof StateTable old) {
            checkKeys(name, old.spec(), table.spec());
            movePanes(old, table, move(name, old, table.spec()));
        } else if (now instanceof EntryTable entries && before instanceof EntryTable old) {
            checkKeys(name, old.spec(), entries.spec());
            moveEntries(name, old, entries, move(name, old, entries.spec()));
        } else if (now instanceof KeyLog log && before instanceof KeyLog old) {
            checkKeys(name, old.spec(), log.spec());
            moveLog(old, log, move(name, old, log.spec()));
        } else if (before != null && before.getClass() != now.getClass() && before.rowCount() > 0) {
            throw refused(name, "it is of another kind now");
        }
    }

    /** Values of which nothing is said may name what is elsewhere then. */
    private ValueMove move(String name, StateUnit before, TableSpec now) {
        ValueMove move = values.get(name);
        if (move == null && now.valueBytes() > 0 && before.rowCount() > 0) {
            throw refused(now.path(), "its values may refer to other state");
        }
        return move == null ? ValueMove.asItIs(now.valueBytes()) : move;
    }

    private static void checkKeys(String name, TableSpec before, TableSpec now) {
        if (before.keyBytes() != now.keyBytes()) {
            throw refused(now.path(), "its keys had " + before.keyBytes() + " bytes and have " + now.keyBytes());
        }
    }

    private void movePanes(StateTable before, StateTable now, ValueMove move) {
        ScalarState cursor = to.scalars().get(cursors.getOrDefault(now.spec().name(), ""));
        for (StatePane pane = before.firstPane(); pane != null; pane = before.nextPane(pane.id())) {
            if (!pane.sealed()) {
                movePane(pane, now.openPane(pane.id()), move, 0);
            } else if (cursor != null) {
                moveSealed(pane, now, move, cursor, pane == before.firstPane());
            }
        }
    }

    /** A sealed pane whose rows are all out only waits to be freed. */
    private static void moveSealed(StatePane pane, StateTable now, ValueMove move, ScalarState cursor, boolean first) {
        if (first && cursor.get() == ALL_OUT) {
            cursor.set(0);
            return;
        }
        StatePane target = now.openPane(pane.id());
        long at = movePane(pane, target, move, first ? cursor.get() : 0);
        if (first) {
            cursor.set(at);
        }
        target.seal(pane.causeSource(), pane.causePosition(), pane.causeIngestTimeNs());
    }

    /** Moves the rows; gives back the cursor that a cursor became. */
    private static long movePane(StatePane pane, StatePane target, ValueMove move, long cursor) {
        long became = 0;
        long last = 0;
        for (long at = pane.next(0); at != 0; at = pane.next(at)) {
            long value = target.acquire(pane.keyAt(at), pane.keyBytesAt(at));
            move.move(pane.valueAt(at), pane, value, target);
            last = target.next(last);
            became = at == cursor ? last : became;
        }
        return became;
    }

    private void moveEntries(String name, EntryTable before, EntryTable now, ValueMove move) {
        Integer block = blocks.get(name);
        if (before.blockCount() > 0 && block == null) {
            throw refused(now.spec().path(), "its entries refer to " + before.blockCount() + " blocks");
        }
        Long2LongHashMap places = new Long2LongHashMap(EntryTable.NONE);
        BytesStore oldBytes = new EntryBytes(before);
        BytesStore newBytes = new EntryBytes(now);
        for (long at = before.next(0); at != 0; at = before.next(at)) {
            long entry = now.acquire(before.key(at), before.keyBytes(at));
            move.move(before.value(at), oldBytes, now.valueForUpdate(entry), newBytes);
            if (block != null) {
                moveBlock(before, OffHeap.getLong(before.value(at) + block), now, entry, block);
            }
            places.put(at, entry);
        }
        moved.put(name, places);
    }

    private static void moveLog(KeyLog before, KeyLog now, ValueMove move) {
        for (long at = before.next(0); at != KeyLog.NONE; at = before.next(at)) {
            now.find(before.key(at), before.keyBytes(at));
            long row = now.append(before.key(at), before.keyBytes(at), before.dueNs(at));
            move.move(before.value(at), null, now.value(row), null);
        }
    }

    private static void moveBlock(EntryTable before, long old, EntryTable now, long entry, int offset) {
        if (old == EntryTable.NONE) {
            return;
        }
        int bytes = before.blockBytes(old);
        long block = now.allocate(bytes);
        OffHeap.copy(before.block(old), now.blockForUpdate(block, 0, bytes), bytes);
        OffHeap.putLong(now.valueForUpdate(entry) + offset, block);
    }

    private void moveTimes(String name, TimeIndex before, TimeIndex now) {
        Long2LongHashMap places = moved.get(references.getOrDefault(name, ""));
        if (places == null && before.size() > 0) {
            throw refused(name, "its records may refer to other state");
        }
        // Taking the records out is the only way to see them; the old state goes anyway.
        while (before.size() > 0) {
            now.add(before.firstDueNs(), places.get(before.firstPayload()));
            before.removeFirst();
        }
    }

    private static TidemarkException refused(String path, String reason) {
        return new TidemarkException(
                ErrorCode.RESTART_INCOMPATIBLE,
                "The table " + path + " cannot be moved into the new plan: " + reason + ".",
                "Rebuild the query from its journals, or drain it before the change.");
    }
}
