package io.tidemark.accumulator;

import io.tidemark.expr.eval.TextBuffer;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.RowWriter;

/**
 * Writes values, given as text, as an array of JSON (RFC 8259). Integers, decimals, truth values and finite doubles stand as they are, all else as
 * strings: times in ISO-8601, and NaN and the infinities by their names, for which JSON has no numbers.
 */
final class JsonArray {
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    private final TextBuffer buffer = new TextBuffer();
    private final BytesView view = new BytesView();
    private final boolean quoted;
    private final boolean doubles;

    /** An array of values of a type. */
    JsonArray(DataType type) {
        this.doubles = type.equals(DataType.DOUBLE);
        this.quoted = type.isVariableLength() || type.equals(DataType.TIMESTAMP);
    }

    /** Begins an array. */
    void begin() {
        buffer.clear();
        buffer.append((byte) '[');
    }

    /** Adds a value. */
    void add(long address, int length) {
        if (buffer.length() > 1) {
            buffer.append((byte) ',');
        }
        if (quoted || doubles && !isFinite(address, length)) {
            addString(address, length);
        } else {
            OffHeap.copy(address, buffer.reserve(length), length);
            buffer.advance(length);
        }
    }

    /** Ends the array and stores it in a column. */
    void end(RowWriter out, int column) {
        buffer.append((byte) ']');
        out.setBytes(column, buffer.view(view));
    }

    private void addString(long address, int length) {
        buffer.append((byte) '"');
        for (long at = address; at < address + length; at++) {
            byte next = OffHeap.getByte(at);
            if (next == '"' || next == '\\') {
                buffer.append((byte) '\\');
                buffer.append(next);
            } else if (next >= 0 && next < ' ') {
                addControl(next);
            } else {
                buffer.append(next);
            }
        }
        buffer.append((byte) '"');
    }

    private void addControl(byte control) {
        buffer.append((byte) '\\');
        switch (control) {
            case '\n' -> buffer.append((byte) 'n');
            case '\r' -> buffer.append((byte) 'r');
            case '\t' -> buffer.append((byte) 't');
            default -> {
                buffer.append((byte) 'u');
                buffer.append((byte) '0');
                buffer.append((byte) '0');
                buffer.append(HEX[control >> 4]);
                buffer.append(HEX[control & 15]);
            }
        }
    }

    /** Whether the text of a double begins like a number. */
    private static boolean isFinite(long address, int length) {
        byte first = OffHeap.getByte(address);
        byte digit = first == '-' && length > 1 ? OffHeap.getByte(address + 1) : first;
        return digit >= '0' && digit <= '9';
    }
}
