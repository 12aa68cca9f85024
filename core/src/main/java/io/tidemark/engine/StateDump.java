package io.tidemark.engine;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import io.tidemark.state.EntryTable;
import io.tidemark.state.KeyLog;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateRegistry;
import io.tidemark.state.StateTable;
import io.tidemark.state.StateUnit;
import io.tidemark.state.TimeIndex;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Writes the state of operators as text: a line for each table, pane, row, entry, scalar and record of an index by time. Keys are written as rows, values
 * as bytes in hex. It takes the records of indexes by time out as it writes them, so the state must be a copy that nobody else uses.
 */
final class StateDump {
    private static final HexFormat HEX = HexFormat.of();

    private final Consumer<String> lines;
    private final Predicate<String> keys;
    private final boolean withTimes;
    private long remaining;
    private long withheld;
    private final RowView key = new RowView();
    private Schema keySchema;

    /**
     * A dump.
     *
     * @param lines takes the lines
     * @param keys tells by its text whether a row with a key is written
     * @param withTimes whether records of indexes by time are written
     * @param limit greatest number of rows, entries and records of indexes by time
     */
    StateDump(Consumer<String> lines, Predicate<String> keys, boolean withTimes, long limit) {
        this.lines = lines;
        this.keys = keys;
        this.withTimes = withTimes;
        this.remaining = limit;
    }

    /** Rows, entries and records that were to be written and were not because of the limit. */
    long withheld() {
        return withheld;
    }

    /** Writes the state of one operator. */
    void write(StateRegistry state) {
        keySchema = state.keys();
        state.scalars().forEach((name, scalar) -> lines.accept(state.owner() + "/" + name + " scalar " + scalar.get()));
        for (StateUnit unit : state.units()) {
            if (unit instanceof StateTable table) {
                table(table);
            } else if (unit instanceof EntryTable entries) {
                entries(entries);
            } else if (unit instanceof KeyLog log) {
                log(log);
            } else if (unit instanceof TimeIndex times) {
                times(state.owner(), times);
            }
        }
    }

    private void table(StateTable table) {
        String path = table.spec().path();
        lines.accept(path + " table " + table.paneCount() + " panes " + table.rowCount() + " rows");
        for (StatePane pane = table.firstPane(); pane != null; pane = table.nextPane(pane.id())) {
            lines.accept(path + " pane " + pane.id() + " " + pane.rowCount() + " rows"
                    + (pane.sealed() ? " sealed by position " + pane.causePosition() : ""));
            for (long cursor = pane.next(0); cursor != 0; cursor = pane.next(cursor)) {
                row(
                        path + " pane " + pane.id(),
                        pane.keyAt(cursor),
                        pane.keyBytesAt(cursor),
                        pane.valueAt(cursor),
                        table.spec().valueBytes());
            }
        }
    }

    private void entries(EntryTable entries) {
        String path = entries.spec().path();
        lines.accept(path + " entries " + entries.rowCount() + " entries " + entries.blockCount() + " blocks");
        for (long entry = entries.next(0); entry != 0; entry = entries.next(entry)) {
            row(
                    path,
                    entries.key(entry),
                    entries.keyBytes(entry),
                    entries.value(entry),
                    entries.spec().valueBytes());
        }
    }

    private void log(KeyLog log) {
        String path = log.spec().path();
        lines.accept(path + " log " + log.rowCount() + " rows");
        for (long row = log.next(0); row != 0; row = log.next(row)) {
            row(
                    path + " due " + log.dueNs(row),
                    log.key(row),
                    log.keyBytes(row),
                    log.value(row),
                    log.spec().valueBytes());
        }
    }

    private void times(String owner, TimeIndex times) {
        lines.accept(owner + " times " + times.size() + " records");
        while (withTimes && times.firstDueNs() != TimeIndex.EMPTY) {
            if (hasRoom()) {
                lines.accept(owner + " due " + times.firstDueNs() + " order " + times.firstOrder() + " payload "
                        + Long.toHexString(times.firstPayload()));
            }
            times.removeFirst();
        }
    }

    private void row(String path, long keyAddress, int keyBytes, long valueAddress, int valueBytes) {
        String text = keyText(keyAddress, keyBytes);
        if (keys.test(text) && hasRoom()) {
            lines.accept(path + " key " + text + " value " + hex(valueAddress, valueBytes));
        }
    }

    private boolean hasRoom() {
        if (remaining == 0) {
            withheld++;
            return false;
        }
        remaining--;
        return true;
    }

    private String keyText(long address, int bytes) {
        if (keySchema == null) {
            return hex(address, bytes);
        }
        int nullBits = keySchema.nullWords() * Long.BYTES;
        if (bytes == keySchema.fixedBytes() - nullBits) {
            return withNullBits(address, bytes, nullBits);
        }
        return bytes < keySchema.fixedBytes()
                ? hex(address, bytes)
                : key.wrap(keySchema, address, bytes).toString();
    }

    /** A key of columns that are never null may stand without its null bits. */
    private String withNullBits(long address, int bytes, int nullBits) {
        long whole = OffHeap.allocate(nullBits + bytes);
        try {
            OffHeap.copy(address, whole + nullBits, bytes);
            return key.wrap(keySchema, whole, nullBits + bytes).toString();
        } finally {
            key.unwrap();
            OffHeap.free(whole);
        }
    }

    private static String hex(long address, int bytes) {
        byte[] copy = new byte[bytes];
        OffHeap.copyOut(address, copy, 0, bytes);
        return HEX.formatHex(copy);
    }
}
