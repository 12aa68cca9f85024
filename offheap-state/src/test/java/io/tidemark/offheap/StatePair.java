package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StateBackendFactory;
import io.tidemark.state.StateImage;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The same state twice: in the backend under test and in the reference. Every call compares what both answer. */
final class StatePair implements AutoCloseable {
    private final StateBackendFactory factory;
    private final List<TableSpec> specs;
    private final StateBackend expected;
    private final List<StateTable> expectedTables = new ArrayList<>();
    private final ScalarState expectedScalar;
    private StateBackend actual;
    private List<StateTable> actualTables;
    private ScalarState actualScalar;
    private Texts texts = new Texts();
    private final List<Set<Long>> freeing = new ArrayList<>();

    /** Both references of each text by table and pane. */
    private static final class Texts {
        private final Map<String, List<long[]>> references = new HashMap<>();

        List<long[]> of(int table, long pane) {
            return references.computeIfAbsent(table + ":" + pane, missing -> new ArrayList<>());
        }

        void drop(int table, long pane) {
            references.remove(table + ":" + pane);
        }

        Texts copy() {
            Texts copy = new Texts();
            references.forEach((path, list) -> copy.references.put(path, new ArrayList<>(list)));
            return copy;
        }
    }

    /** A moment to go back to. */
    record Moment(StateImage expected, StateImage actual, Texts texts, List<Set<Long>> freeing) {}

    StatePair(StateBackendFactory reference, StateBackendFactory factory, List<TableSpec> specs) {
        this.factory = factory;
        this.specs = specs;
        expected = reference.open();
        for (TableSpec spec : specs) {
            expectedTables.add(expected.openTable(spec));
            freeing.add(new HashSet<>());
        }
        expectedScalar = expected.openScalar("pair", "scalar", 7);
        openActual(factory.open());
    }

    private void openActual(StateBackend backend) {
        actual = backend;
        actualTables = new ArrayList<>();
        for (TableSpec spec : specs) {
            actualTables.add(actual.openTable(spec));
        }
        actualScalar = actual.openScalar("pair", "scalar", 7);
    }

    boolean isOpen(int table, long pane) {
        StatePane found = expectedTables.get(table).pane(pane);
        return found == null || !found.sealed();
    }

    boolean isReadable(int table, long pane) {
        return expectedTables.get(table).pane(pane) != null
                && !freeing.get(table).contains(pane);
    }

    /** Acquires a row, compares its value and then adds to one of its words. */
    void acquire(int table, long pane, long key, int keyBytes, int word, long delta) {
        StatePane left = expectedTables.get(table).openPane(pane);
        StatePane right = actualTables.get(table).openPane(pane);
        long expectedRow = left.acquire(key, keyBytes);
        long actualRow = right.acquire(key, keyBytes);
        assertEquals(left.created(), right.created(), "created");
        int valueBytes = specs.get(table).valueBytes();
        assertSame(expectedRow, actualRow, valueBytes);
        if (valueBytes > 0) {
            long offset = (word & Integer.MAX_VALUE) % (valueBytes / 8) * 8L;
            OffHeap.putLong(expectedRow + offset, OffHeap.getLong(expectedRow + offset) + delta);
            OffHeap.putLong(actualRow + offset, OffHeap.getLong(actualRow + offset) + delta);
        }
        assertEquals(left.rowCount(), right.rowCount());
    }

    void find(int table, long pane, long key, int keyBytes) {
        StatePane left = expectedTables.get(table).pane(pane);
        StatePane right = actualTables.get(table).pane(pane);
        assertEquals(left == null, right == null, "pane");
        if (left != null) {
            long expectedRow = left.find(key, keyBytes);
            long actualRow = right.find(key, keyBytes);
            assertEquals(expectedRow == StatePane.NO_ROW, actualRow == StatePane.NO_ROW, "row");
            if (expectedRow != StatePane.NO_ROW) {
                assertSame(expectedRow, actualRow, specs.get(table).valueBytes());
            }
        }
    }

    void addText(int table, long pane, int length, byte fill) {
        StatePane left = expectedTables.get(table).openPane(pane);
        StatePane right = actualTables.get(table).openPane(pane);
        long[] references = {left.allocateBytes(length), right.allocateBytes(length), length};
        assertSame(left.bytes(references[0]), right.bytes(references[1]), length);
        if (length > 0) {
            OffHeap.putByte(left.bytesForUpdate(references[0], length), fill);
            OffHeap.putByte(right.bytesForUpdate(references[1], length), fill);
        }
        texts.of(table, pane).add(references);
    }

    void seal(int table, long pane, long cause) {
        expectedTables.get(table).pane(pane).seal(0, cause, cause + 1);
        actualTables.get(table).pane(pane).seal(0, cause, cause + 1);
    }

    /** Frees a piece of a sealed pane; the reference follows once the last piece is gone. */
    void free(int table, long pane, int pages) {
        freeing.get(table).add(pane);
        if (actualTables.get(table).pane(pane).free(pages)) {
            StatePane left = expectedTables.get(table).pane(pane);
            while (!left.free(1_000)) {
                assertEquals(pane, left.id());
            }
            freeing.get(table).remove(pane);
            texts.drop(table, pane);
        }
    }

    void scalar(long value) {
        assertEquals(expectedScalar.get(), actualScalar.get());
        expectedScalar.set(value);
        actualScalar.set(value);
    }

    Moment copy() {
        List<Set<Long>> copies = new ArrayList<>();
        freeing.forEach(panes -> copies.add(new HashSet<>(panes)));
        return new Moment(expected.copy(), actual.copy(), texts.copy(), copies);
    }

    /** Goes back, in place or in a backend that is opened anew. */
    void restore(Moment moment, boolean fresh) {
        expected.restore(moment.expected());
        if (fresh) {
            actual.close();
            openActual(factory.open());
        }
        actual.restore(moment.actual());
        goBack(moment);
    }

    /** A moment to go back to with {@link #attach}: the backend under test is not copied. */
    Moment mark() {
        List<Set<Long>> copies = new ArrayList<>();
        freeing.forEach(panes -> copies.add(new HashSet<>(panes)));
        return new Moment(expected.copy(), null, texts.copy(), copies);
    }

    /** Goes back in a new backend, in which it opens its tables; the state may be loaded before or after. */
    void attach(Moment moment, StateBackend backend) {
        openActual(backend);
        goBackWith(moment);
    }

    /** Goes back where the backend under test was put back already. */
    void goBackWith(Moment moment) {
        expected.restore(moment.expected());
        goBack(moment);
    }

    private void goBack(Moment moment) {
        texts = moment.texts().copy();
        for (int table = 0; table < freeing.size(); table++) {
            freeing.get(table).clear();
            freeing.get(table).addAll(moment.freeing().get(table));
        }
    }

    /** Compares everything. */
    void compare() {
        assertEquals(expectedScalar.get(), actualScalar.get());
        for (int table = 0; table < specs.size(); table++) {
            StateTable left = expectedTables.get(table);
            StateTable right = actualTables.get(table);
            assertEquals(left.paneCount(), right.paneCount());
            assertEquals(left.rowCount(), right.rowCount());
            assertEquals(idOf(left.firstOpenPane()), idOf(right.firstOpenPane()));
            StatePane leftPane = left.firstPane();
            StatePane rightPane = right.firstPane();
            while (leftPane != null) {
                comparePane(table, leftPane, rightPane);
                leftPane = left.nextPane(leftPane.id());
                rightPane = right.nextPane(rightPane.id());
            }
            assertEquals(null, rightPane);
        }
    }

    private static Long idOf(StatePane pane) {
        return pane == null ? null : pane.id();
    }

    private void comparePane(int table, StatePane left, StatePane right) {
        assertEquals(left.id(), right.id());
        assertEquals(left.sealed(), right.sealed());
        assertEquals(left.rowCount(), right.rowCount());
        assertEquals(left.causePosition(), right.causePosition());
        assertEquals(left.causeIngestTimeNs(), right.causeIngestTimeNs());
        if (freeing.get(table).contains(left.id())) {
            return;
        }
        long leftCursor = left.next(0);
        long rightCursor = right.next(0);
        while (leftCursor != 0) {
            assertEquals(left.keyBytesAt(leftCursor), right.keyBytesAt(rightCursor));
            assertSame(left.keyAt(leftCursor), right.keyAt(rightCursor), left.keyBytesAt(leftCursor));
            assertSame(
                    left.valueAt(leftCursor),
                    right.valueAt(rightCursor),
                    specs.get(table).valueBytes());
            assertEquals(
                    right.valueAt(rightCursor), right.find(right.keyAt(rightCursor), right.keyBytesAt(rightCursor)));
            leftCursor = left.next(leftCursor);
            rightCursor = right.next(rightCursor);
        }
        assertEquals(0, rightCursor);
        for (long[] references : texts.of(table, left.id())) {
            assertSame(left.bytes(references[0]), right.bytes(references[1]), references[2]);
        }
    }

    private static void assertSame(long left, long right, long bytes) {
        if (!OffHeap.equal(left, right, bytes)) {
            byte[] expectedBytes = new byte[(int) bytes];
            byte[] actualBytes = new byte[(int) bytes];
            OffHeap.copyOut(left, expectedBytes, 0, expectedBytes.length);
            OffHeap.copyOut(right, actualBytes, 0, actualBytes.length);
            assertArrayEquals(expectedBytes, actualBytes);
        }
    }

    StateBackend actual() {
        return actual;
    }

    @Override
    public void close() {
        expected.close();
        actual.close();
    }
}
