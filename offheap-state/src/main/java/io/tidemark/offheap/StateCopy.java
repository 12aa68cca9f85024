package io.tidemark.offheap;

import io.tidemark.state.StateImage;
import io.tidemark.state.StatePaths;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Copy of a whole backend.
 *
 * @param shapes shapes in the order of opening
 * @param units copy of each
 * @param scalars paths in the order of opening
 * @param values value of each scalar
 */
record StateCopy(List<UnitShape> shapes, List<UnitCopy> units, List<String> scalars, long[] values)
        implements StateImage {
    @Override
    public long sizeBytes() {
        return (long) values.length * Long.BYTES
                + units.stream().mapToLong(UnitCopy::sizeBytes).sum();
    }

    /** Numbers of all pages in the copy. */
    BitSet pageNumbers() {
        BitSet numbers = new BitSet();
        units.forEach(unit -> unit.addPages(numbers));
        return numbers;
    }

    /** Whether so many index blocks are enough to lay every index out anew, with a fifth to spare for uneven hashes. */
    boolean fitsIndexes(long blocks) {
        long planned = units.stream().mapToLong(UnitCopy::plannedBlocks).sum();
        return planned + planned / 5 <= blocks;
    }

    /**
     * The part of it that belongs to some owners, under their new names.
     *
     * @param owners new names by the names here
     * @param open paths, under new names, of the units that are wanted
     */
    StateCopy of(Map<String, String> owners, Set<String> open) {
        List<UnitShape> wantedShapes = new ArrayList<>();
        List<UnitCopy> wantedUnits = new ArrayList<>();
        for (int i = 0; i < shapes.size(); i++) {
            UnitShape shape = shapes.get(i);
            String owner = owners.get(shape.spec().owner());
            if (owner != null && open.contains(shape.spec().of(owner).path())) {
                wantedShapes.add(new UnitShape(shape.kind(), shape.spec().of(owner)));
                wantedUnits.add(units.get(i));
            }
        }
        List<String> paths =
                scalars.stream().map(path -> StatePaths.moved(path, owners)).toList();
        return new StateCopy(wantedShapes, wantedUnits, paths, values);
    }
}
