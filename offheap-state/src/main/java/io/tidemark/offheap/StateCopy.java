package io.tidemark.offheap;

import io.tidemark.state.StateImage;
import java.util.BitSet;
import java.util.List;

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
}
