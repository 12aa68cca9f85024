package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ManyPanesTest {
    private static final TableSpec SPEC = new TableSpec("sum", "totals", 8, 8);

    /** One pane in 50 has a row; the others take nothing from the limit. */
    @Test
    void shouldKeepAHundredThousandOpenPanesInOrder() {
        int panes = 100_000;
        long key = OffHeap.allocate(8);
        try (StateBackend backend = ChronicleState.withLimit(panes * 16_832L).open()) {
            StateTable table = backend.openTable(SPEC);
            for (int pane = 0; pane < panes; pane++) {
                StatePane opened = table.openPane(pane * 10L);
                if (pane % 50 == 0) {
                    OffHeap.putLong(opened.acquire(key, 8), pane);
                }
            }
            assertEquals(panes, table.paneCount());
            assertEquals(panes / 50 * 21_040L, table.usedBytes());
            Random random = new Random(1);
            for (int look = 0; look < 200_000; look++) {
                int pane = random.nextInt(panes / 50) * 50;
                assertEquals(pane, OffHeap.getLong(table.openPane(pane * 10L).acquire(key, 8)));
            }
            long expected = 0;
            for (StatePane pane = table.firstPane(); pane != null; pane = table.nextPane(pane.id())) {
                assertEquals(expected, pane.id());
                expected += 10;
            }
            for (int pane = 0; pane < panes; pane++) {
                StatePane first = table.firstOpenPane();
                assertEquals(pane * 10L, first.id());
                first.seal(0, 0, 0);
                if (pane >= 1_000) {
                    Assertions.assertTrue(table.firstPane().free(10));
                }
            }
            assertEquals(1_000, table.paneCount());
            assertNull(table.firstOpenPane());
        }
        OffHeap.free(key);
    }

    @Test
    void shouldOrderPanesLikeATreeMapWhateverTheOrderOfOpening() {
        Random random = new Random(7);
        try (StateBackend backend = ChronicleState.withLimit(4 << 20).open()) {
            StateTable table = backend.openTable(SPEC);
            TreeMap<Long, Boolean> sealed = new TreeMap<>();
            for (int step = 0; step < 60_000; step++) {
                long id = random.nextInt(400) - 200;
                StatePane pane = table.pane(id);
                assertEquals(sealed.containsKey(id), pane != null);
                int choice = random.nextInt(10);
                if (pane == null && choice < 5) {
                    assertEquals(id, table.openPane(id).id());
                    sealed.put(id, false);
                } else if (pane != null && choice < 8) {
                    if (!sealed.get(id)) {
                        pane.seal(0, 0, 0);
                        sealed.put(id, true);
                    } else {
                        Assertions.assertTrue(pane.free(1));
                        sealed.remove(id);
                    }
                }
                assertEquals(sealed.higherKey(id), idOf(table.nextPane(id)));
                if (step % 16 == 0) {
                    assertEquals(sealed.isEmpty() ? null : sealed.firstKey(), idOf(table.firstPane()));
                    assertEquals(
                            sealed.entrySet().stream()
                                    .filter(entry -> !entry.getValue())
                                    .map(Map.Entry::getKey)
                                    .findFirst()
                                    .orElse(null),
                            idOf(table.firstOpenPane()));
                }
                assertEquals(sealed.size(), table.paneCount());
            }
        }
    }

    @Test
    void shouldRefuseMorePanesThanPages() {
        try (StateBackend backend = ChronicleState.withLimit(4 << 20).open()) {
            StateTable table = backend.openTable(SPEC);
            for (int pane = 0; pane < 1_024; pane++) {
                table.openPane(pane);
            }
            TidemarkException error = Assertions.assertThrows(TidemarkException.class, () -> table.openPane(1_024));
            assertEquals(ErrorCode.STATE_LIMIT_EXCEEDED, error.code());
            assertEquals(1_024, table.paneCount());
            assertEquals(5, table.openPane(5).id());
        }
    }

    private static Long idOf(StatePane pane) {
        return pane == null ? null : pane.id();
    }
}
