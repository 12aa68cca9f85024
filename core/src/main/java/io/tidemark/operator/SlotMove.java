package io.tidemark.operator;

/**
 * A part of a value that goes to another place.
 *
 * @param from offset in the old value
 * @param to offset in the new value
 * @param bytes number of bytes in the old value
 * @param conversion what becomes of it
 */
public record SlotMove(int from, int to, int bytes, Conversion conversion) {
    /** What becomes of a part. */
    public enum Conversion {
        /** It stays as it is. */
        COPY,
        /** 8 bytes become 16, the sign extended: a decimal with more digits. */
        WIDEN,
        /** One byte of flags, with the lowest bit set: what could not be null was taken in. */
        SEEN
    }

    /** A part that stays as it is. */
    public static SlotMove copy(int from, int to, int bytes) {
        return new SlotMove(from, to, bytes, Conversion.COPY);
    }
}
