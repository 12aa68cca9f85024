package io.tidemark.checkpoint;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.ExpandableDirectByteBuffer;

/** Which units a merge found, and the checksum of each. In native memory, 5 bytes a unit. One thread. */
final class UnitTable {
    private static final int ENTRY_BYTES = 5;

    private final ExpandableDirectByteBuffer entries = new ExpandableDirectByteBuffer();
    private int units;
    private int present;

    /** Notes that there is such a unit. */
    void add(int unit) {
        if (!isPresent(unit)) {
            present++;
            entries.putByte(unit * ENTRY_BYTES + Integer.BYTES, (byte) 1);
            units = Math.max(units, unit + 1);
        }
    }

    /** One more than the highest unit. */
    int units() {
        return units;
    }

    int present() {
        return present;
    }

    boolean isPresent(int unit) {
        return unit < units && entries.getByte(unit * ENTRY_BYTES + Integer.BYTES) != 0;
    }

    void checksum(int unit, int checksum) {
        entries.putInt(unit * ENTRY_BYTES, checksum, ByteOrder.LITTLE_ENDIAN);
    }

    /** Writes the checksums, 0 for an absent unit, then a bit for each unit that is present. */
    void encode(ByteBuffer target) {
        for (int unit = 0; unit < units; unit++) {
            target.putInt(isPresent(unit) ? entries.getInt(unit * ENTRY_BYTES, ByteOrder.LITTLE_ENDIAN) : 0);
        }
        for (int first = 0; first < units; first += Byte.SIZE) {
            int bits = 0;
            for (int unit = first; unit < Math.min(units, first + Byte.SIZE); unit++) {
                bits |= isPresent(unit) ? 1 << (unit - first) : 0;
            }
            target.put((byte) bits);
        }
    }
}
