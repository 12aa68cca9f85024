package io.tidemark.state.heap;

import io.tidemark.state.ScalarState;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StateErrors;
import io.tidemark.state.StateImage;
import io.tidemark.state.StateTable;
import io.tidemark.state.StateUsage;
import io.tidemark.state.TableSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tables and scalars of one query in ordinary collections. */
final class HeapBackend implements StateBackend {
    private final HeapMemory memory;
    private final Map<String, HeapTable> tables = new LinkedHashMap<>();
    private final Map<String, ScalarState> scalars = new LinkedHashMap<>();
    private final List<Long> scalarAddresses = new ArrayList<>();

    HeapBackend(long limitBytes) {
        memory = new HeapMemory(limitBytes);
    }

    @Override
    public StateTable openTable(TableSpec spec) {
        if (tables.containsKey(spec.path())) {
            throw StateErrors.openedTwice(spec.owner(), spec.name());
        }
        HeapTable table = new HeapTable(spec, memory);
        tables.put(spec.path(), table);
        return table;
    }

    @Override
    public ScalarState openScalar(String owner, String name, long initial) {
        String path = owner + "/" + name;
        if (scalars.containsKey(path)) {
            throw StateErrors.openedTwice(owner, name);
        }
        long address = memory.allocate(owner, name, Long.BYTES);
        scalarAddresses.add(address);
        ScalarState scalar = new ScalarState(address);
        scalar.set(initial);
        scalars.put(path, scalar);
        return scalar;
    }

    @Override
    public long usedBytes() {
        return memory.usedBytes();
    }

    @Override
    public long limitBytes() {
        return memory.limitBytes();
    }

    @Override
    public StateUsage usage() {
        return new StateUsage(usedBytes(), limitBytes(), 0, 0, 0);
    }

    @Override
    public StateImage copy() {
        Map<TableSpec, List<HeapPaneImage>> panes = new LinkedHashMap<>();
        tables.values().forEach(table -> panes.put(table.spec(), table.copy()));
        Map<String, Long> values = new LinkedHashMap<>();
        scalars.forEach((path, scalar) -> values.put(path, scalar.get()));
        return new HeapImage(panes, values);
    }

    @Override
    public void restore(StateImage image) {
        if (!(image instanceof HeapImage copy)) {
            throw StateErrors.imageMismatch("The image was made by another kind of backend.");
        }
        List<TableSpec> open = tables.values().stream().map(HeapTable::spec).toList();
        if (!List.copyOf(copy.tables().keySet()).equals(open)) {
            throw StateErrors.imageMismatch(
                    "The image holds tables " + copy.tables().keySet() + ", open are " + open + ".");
        }
        if (!List.copyOf(copy.scalars().keySet()).equals(List.copyOf(scalars.keySet()))) {
            throw StateErrors.imageMismatch(
                    "The image holds scalars " + copy.scalars().keySet() + ", open are " + scalars.keySet() + ".");
        }
        if (copy.charge() > limitBytes()) {
            throw HeapMemory.limitExceeded("", "all tables", copy.charge(), limitBytes());
        }
        tables.values().forEach(HeapTable::discard);
        copy.tables().forEach((spec, panes) -> tables.get(spec.path()).restore(panes));
        copy.scalars().forEach((path, value) -> scalars.get(path).set(value));
    }

    @Override
    public void close() {
        tables.values().forEach(HeapTable::discard);
        for (long address : scalarAddresses) {
            memory.free(address, Long.BYTES);
        }
        scalarAddresses.clear();
    }
}
