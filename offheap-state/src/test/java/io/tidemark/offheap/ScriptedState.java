package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.EntryTable;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import io.tidemark.state.TimeIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One state of every kind in a backend of pages, and random work on it that writes down all answers. */
final class ScriptedState {
    private static final int KEYS = 700;

    private final ChronicleBackend backend;
    private final StateTable table;
    private final EntryTable entries;
    private final TimeIndex times;
    private final ScalarState scalar;
    private final List<Long> blocks = new ArrayList<>();
    private final List<String> answers = new ArrayList<>();
    private final long key = OffHeap.allocate(64);

    ScriptedState(ChronicleBackend backend) {
        this.backend = backend;
        table = backend.openTable(new TableSpec("a", "rows", 40, TableSpec.VARIABLE));
        scalar = backend.openScalar("a", "scalar", 1);
        entries = backend.openEntries(new TableSpec("a", "entries", 24, 16));
        times = backend.openTimeIndex("b", "times");
    }

    ChronicleBackend backend() {
        return backend;
    }

    /** Takes over which blocks another one holds. */
    void holdBlocksOf(ScriptedState other) {
        blocks.addAll(other.blocks);
    }

    /** Answers since the last call. */
    List<String> answers() {
        List<String> all = List.copyOf(answers);
        answers.clear();
        return all;
    }

    void run(Random random, int operations) {
        for (int operation = 0; operation < operations; operation++) {
            switch (random.nextInt(5)) {
                case 0, 1 -> changeRows(random);
                case 2 -> changeEntries(random);
                case 3 -> changeBlocks(random);
                default -> changeTimes(random);
            }
        }
        tell();
    }

    private int key(int number, int bytes) {
        for (int offset = 0; offset < bytes; offset += 8) {
            OffHeap.putLong(key + offset, number);
        }
        return bytes;
    }

    private void changeRows(Random random) {
        long id = random.nextInt(6);
        StatePane pane = table.openPane(id);
        if (pane.sealed()) {
            answers.add("free " + id + " " + pane.free(1 + random.nextInt(2)));
        } else if (random.nextInt(100) == 0) {
            pane.seal(random.nextInt(3), random.nextLong(), random.nextLong());
        } else if (random.nextInt(20) == 0) {
            long text = pane.allocateBytes(random.nextInt(500));
            OffHeap.putByte(pane.bytesForUpdate(text, 1), (byte) random.nextInt());
        } else {
            int number = random.nextInt(KEYS);
            long row = pane.acquire(key, key(number, 8 + number % 4 * 8));
            int at = random.nextInt(5) * 8;
            OffHeap.putLong(row + at, OffHeap.getLong(row + at) + random.nextInt());
            answers.add("row " + pane.created() + " " + OffHeap.getLong(row + at));
        }
    }

    private void changeEntries(Random random) {
        int keyBytes = key(random.nextInt(KEYS), 16);
        if (random.nextInt(5) < 3) {
            long value = entries.valueForUpdate(entries.acquire(key, keyBytes));
            OffHeap.putLong(value, OffHeap.getLong(value) + random.nextInt());
            answers.add("entry " + entries.created() + " " + OffHeap.getLong(value));
        } else if (entries.find(key, keyBytes) != EntryTable.NONE) {
            entries.remove(entries.find(key, keyBytes));
        }
        scalar.set(scalar.get() * 31 + random.nextInt());
    }

    private void changeBlocks(Random random) {
        if (blocks.isEmpty() || random.nextInt(100) < 52) {
            long block = entries.allocate(8 + random.nextInt(900));
            OffHeap.putLong(entries.blockForUpdate(block, 0, 8), random.nextLong());
            blocks.add(block);
        } else {
            int at = random.nextInt(blocks.size());
            long block = blocks.set(at, blocks.get(blocks.size() - 1));
            blocks.remove(blocks.size() - 1);
            answers.add("block " + OffHeap.getLong(entries.block(block)) + " " + entries.blockBytes(block));
            entries.free(block);
        }
    }

    private void changeTimes(Random random) {
        if (times.size() == 0 || random.nextInt(100) < 55) {
            times.add(random.nextInt(100_000), random.nextLong());
        } else {
            answers.add("due " + times.firstDueNs() + " " + times.firstOrder() + " " + times.firstPayload());
            times.removeFirst();
        }
    }

    /** Writes down everything there is, in the order of storage. */
    private void tell() {
        answers.add("scalar " + scalar.get() + ", panes " + table.paneCount() + ", first open "
                + (table.firstOpenPane() == null
                        ? "none"
                        : table.firstOpenPane().id()));
        for (StatePane pane = table.firstPane(); pane != null; pane = table.nextPane(pane.id())) {
            answers.add("pane " + pane.id() + " " + pane.rowCount() + " " + pane.sealed() + " " + pane.causeSource()
                    + " " + pane.causePosition() + " " + pane.causeIngestTimeNs());
            for (long at = pane.sealed() ? 0 : pane.next(0); at != 0; at = pane.next(at)) {
                answers.add(OffHeap.getLong(pane.keyAt(at)) + ": " + OffHeap.getLong(pane.valueAt(at) + 8));
            }
        }
        for (long at = entries.next(0); at != 0; at = entries.next(at)) {
            answers.add(OffHeap.getLong(entries.key(at)) + " = " + OffHeap.getLong(entries.value(at)));
        }
        answers.add("blocks " + entries.blockCount() + ", times " + times.size());
    }

    void close() {
        backend.close();
        OffHeap.free(key);
    }
}
