package io.tidemark.state.heap;

import io.tidemark.state.EntryTable;
import io.tidemark.state.KeyLog;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StateErrors;
import io.tidemark.state.StateImage;
import io.tidemark.state.StatePaths;
import io.tidemark.state.StateSnapshots;
import io.tidemark.state.StateTable;
import io.tidemark.state.StateUsage;
import io.tidemark.state.TableSpec;
import io.tidemark.state.TimeIndex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** State of one query in ordinary collections. */
final class HeapBackend implements StateBackend {
    private final HeapMemory memory;
    private final Map<String, HeapUnit> units = new LinkedHashMap<>();
    private final Map<String, ScalarState> scalars = new LinkedHashMap<>();
    private final List<Long> scalarAddresses = new ArrayList<>();
    private final HeapSnapshots snapshots = new HeapSnapshots(this);

    HeapBackend(long limitBytes) {
        memory = new HeapMemory(limitBytes);
    }

    @Override
    public StateTable openTable(TableSpec spec) {
        return add(spec, new HeapTable(spec, memory));
    }

    @Override
    public EntryTable openEntries(TableSpec spec) {
        if (spec.rowBytes(0) > EntryTable.MAX_BYTES) {
            throw StateErrors.rowTooLarge(spec.owner(), spec.name(), spec.rowBytes(0), EntryTable.MAX_BYTES);
        }
        return add(spec, new HeapEntries(spec, memory));
    }

    @Override
    public KeyLog openKeyLog(TableSpec spec) {
        if (spec.rowBytes(0) + Long.BYTES > KeyLog.MAX_BYTES) {
            throw StateErrors.rowTooLarge(spec.owner(), spec.name(), spec.rowBytes(0) + Long.BYTES, KeyLog.MAX_BYTES);
        }
        return add(spec, new HeapLog(spec, memory));
    }

    @Override
    public TimeIndex openTimeIndex(String owner, String name) {
        TableSpec spec = new TableSpec(owner, name, 0, 0);
        return add(spec, new HeapTimes(spec, memory));
    }

    private <T extends HeapUnit> T add(TableSpec spec, T unit) {
        if (units.putIfAbsent(spec.path(), unit) != null) {
            throw StateErrors.openedTwice(spec.owner(), spec.name());
        }
        return unit;
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
    public HeapImage copy() {
        Map<HeapShape, HeapUnitImage> images = new LinkedHashMap<>();
        units.values().forEach(unit -> images.put(unit.shape(), unit.copy()));
        Map<String, Long> values = new LinkedHashMap<>();
        scalars.forEach((path, scalar) -> values.put(path, scalar.get()));
        return new HeapImage(images, values);
    }

    @Override
    public void restore(StateImage image) {
        if (!(image instanceof HeapImage copy)) {
            throw StateErrors.imageMismatch("The image was made by another kind of backend.");
        }
        List<HeapShape> open = units.values().stream().map(HeapUnit::shape).toList();
        if (!List.copyOf(copy.units().keySet()).equals(open)) {
            throw StateErrors.imageMismatch(
                    "The image holds tables " + copy.units().keySet() + ", open are " + open + ".");
        }
        if (!List.copyOf(copy.scalars().keySet()).equals(List.copyOf(scalars.keySet()))) {
            throw StateErrors.imageMismatch(
                    "The image holds scalars " + copy.scalars().keySet() + ", open are " + scalars.keySet() + ".");
        }
        if (copy.charge() > limitBytes()) {
            throw HeapMemory.limitExceeded("", "all state", copy.charge(), limitBytes());
        }
        snapshots.reset();
        units.values().forEach(HeapUnit::discard);
        copy.units().forEach((shape, unit) -> units.get(shape.spec().path()).restore(unit));
        copy.scalars().forEach((path, value) -> scalars.get(path).set(value));
    }

    @Override
    public void adopt(StateImage image, Map<String, String> owners) {
        if (!(image instanceof HeapImage copy)) {
            throw StateErrors.imageMismatch("The image was made by another kind of backend.");
        }
        if (copy.charge() > limitBytes()) {
            throw HeapMemory.limitExceeded("", "all state", copy.charge(), limitBytes());
        }
        copy.units().forEach((shape, unit) -> {
            String owner = owners.get(shape.spec().owner());
            HeapUnit here =
                    owner == null ? null : units.get(shape.spec().of(owner).path());
            if (here != null) {
                requireShape(new HeapShape(shape.kind(), shape.spec().of(owner)), here.shape());
                here.restore(unit);
            }
        });
        copy.scalars().forEach((path, value) -> {
            ScalarState here = scalars.get(StatePaths.moved(path, owners));
            if (here != null) {
                here.set(value);
            }
        });
    }

    private static void requireShape(HeapShape before, HeapShape now) {
        if (!before.equals(now)) {
            throw StateErrors.imageMismatch("The image holds " + before + ", open is " + now + ".");
        }
    }

    @Override
    public StateSnapshots snapshots() {
        return snapshots;
    }

    @Override
    public void close() {
        units.values().forEach(HeapUnit::discard);
        for (long address : scalarAddresses) {
            memory.free(address, Long.BYTES);
        }
        scalarAddresses.clear();
    }
}
