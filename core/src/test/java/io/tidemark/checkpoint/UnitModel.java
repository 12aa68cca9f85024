package io.tidemark.checkpoint;

import io.tidemark.state.MetaReader;
import io.tidemark.state.MetaWriter;
import io.tidemark.state.SnapshotStage;
import io.tidemark.state.StateSnapshots;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;

/** State as a map of unit images and a text; only what loading needs of the interface. */
final class UnitModel implements StateSnapshots {
    static final int UNIT_BYTES = 512;
    static final String FORMAT = "model of " + UNIT_BYTES;

    final Map<Integer, byte[]> units = new TreeMap<>();
    String rest = "";
    boolean hasRest = true;

    UnitModel copy() {
        UnitModel copy = new UnitModel();
        units.forEach((unit, image) -> copy.units.put(unit, image.clone()));
        copy.rest = rest;
        copy.hasRest = hasRest;
        return copy;
    }

    byte[] unit(int unit) {
        return units.computeIfAbsent(unit, key -> new byte[UNIT_BYTES]);
    }

    /** What differs from another state, as a text, or empty. */
    String difference(UnitModel other) {
        if (!units.keySet().equals(other.units.keySet())) {
            return "units " + units.keySet() + " and " + other.units.keySet();
        }
        for (int unit : units.keySet()) {
            int at = Arrays.mismatch(units.get(unit), other.units.get(unit));
            if (at >= 0) {
                return "byte " + at + " of unit " + unit;
            }
        }
        return rest.equals(other.rest) ? "" : "rest " + rest + " and " + other.rest;
    }

    @Override
    public int unitBytes() {
        return UNIT_BYTES;
    }

    @Override
    public String format() {
        return FORMAT;
    }

    @Override
    public void load(int unit, int offset, long address, int bytes) {
        new UnsafeBuffer(address, bytes).getBytes(0, unit(unit), offset, bytes);
    }

    @Override
    public void loaded(MetaReader reader) {
        rest = hasRest ? reader.getText() : "";
    }

    @Override
    public void track() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean nextIsFull() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean ready() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void start(SnapshotStage stage, MetaWriter writer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int sweep(int budget) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean complete() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean overflowed() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void published() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void abandon() {
        throw new UnsupportedOperationException();
    }
}
