package io.tidemark.checkpoint;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.ExpandableDirectByteBuffer;

/** What a merge knows of each unit: whether there is one, whether it differs from the one in the old base, and its checksum. In native memory, 5 bytes a unit. */
final class UnitTable {
    private static final int ENTRY_BYTES = 5;
    private static final byte PRESENT = 1;
    private static final byte CHANGED = 2;

    private final ExpandableDirectByteBuffer entries = new ExpandableDirectByteBuffer();
    private int units;
    private int present;

    /** Notes a unit of the old base. */
    void old(int unit, int checksum) {
        flag(unit, PRESENT);
        entries.putInt(unit * ENTRY_BYTES, checksum, ByteOrder.LITTLE_ENDIAN);
    }

    /** Notes that a unit was written to. */
    void changed(int unit) {
        flag(unit, (byte) (PRESENT | CHANGED));
    }

    /** One more than the highest unit. */
    int units() {
        return units;
    }

    int present() {
        return present;
    }

    boolean isPresent(int unit) {
        return (flags(unit) & PRESENT) != 0;
    }

    /** Whether the unit has this checksum, so far as that was known; it is kept. */
    boolean confirm(int unit, int checksum) {
        if ((flags(unit) & CHANGED) == 0) {
            return entries.getInt(unit * ENTRY_BYTES, ByteOrder.LITTLE_ENDIAN) == checksum;
        }
        entries.putInt(unit * ENTRY_BYTES, checksum, ByteOrder.LITTLE_ENDIAN);
        return true;
    }

    /** Writes the checksums, then a bit for each unit that is present. */
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

    private byte flags(int unit) {
        return unit < units ? entries.getByte(unit * ENTRY_BYTES + Integer.BYTES) : 0;
    }

    private void flag(int unit, byte flags) {
        present += isPresent(unit) ? 0 : 1;
        entries.putByte(unit * ENTRY_BYTES + Integer.BYTES, (byte) (flags(unit) | flags));
        units = Math.max(units, unit + 1);
    }
}
