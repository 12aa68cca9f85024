package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.RowDecoder;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.util.Arrays;
import java.util.Map;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.BinaryWire;
import net.openhft.chronicle.wire.BinaryWireCode;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.ReadMarshallable;
import net.openhft.chronicle.wire.ValueIn;
import net.openhft.chronicle.wire.WireIn;

/**
 * Reads fields by name from documents that describe themselves: fields at the top, or fields below an event name, which then is
 * all that stands at the top. Fields that nobody asked for are passed over.
 */
final class WireDecoder implements DocumentDecoder {
    static final String NOT_BINARY = "The document is not in binary wire.";
    static final String NOT_READABLE = "The document cannot be read as fields with values.";
    static final String FIELD_TWICE = "A field stands twice in the document.";

    private final WireField[] fields;
    private final boolean[] seen;
    private final String event;
    private final StringBuilder name = new StringBuilder();
    private final ReadMarshallable nested = this::readFields;
    private RowWriter row;
    private String reason;
    private boolean eventSeen;
    private int depth;
    private int likely;

    /** @param event name of the event to read, or null for every document */
    WireDecoder(Schema schema, Map<String, String> columnsByField, String event) {
        this.fields = columnsByField.entrySet().stream()
                .map(entry -> new WireField(entry.getKey(), schema, schema.index(entry.getValue())))
                .toArray(WireField[]::new);
        this.seen = new boolean[fields.length];
        this.event = event;
        if (Arrays.stream(fields).mapToInt(WireField::column).distinct().count() < fields.length) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "Two fields are read into one column: " + columnsByField + ".",
                    "Give each field a column of its own.");
        }
    }

    @Override
    public String decode(DocumentContext document, long address, int length, RowBatch rows) {
        if (!(document.wire() instanceof BinaryWire wire)) {
            return NOT_BINARY;
        }
        row = rows.begin();
        reason = null;
        eventSeen = event == null;
        depth = 0;
        likely = 0;
        Arrays.fill(seen, false);
        try {
            readFields(wire);
        } catch (RuntimeException e) {
            // Whatever the library throws at bytes that are no fields; the record itself goes to the handler.
            return NOT_READABLE;
        }
        if (!eventSeen) {
            return RowDecoder.SKIP;
        }
        if (reason == null) {
            rows.complete();
        }
        return reason;
    }

    private void readFields(WireIn wire) {
        depth++;
        boolean first = true;
        while (wire.hasMore()) {
            ValueIn value = wire.read(name);
            wire.consumePadding();
            int code = wire.bytes().peekUnsignedByte();
            int field = fieldOf(name);
            if (depth == 1 && event != null) {
                readEvent(value, code);
            } else if (field >= 0) {
                readField(field, value, code);
            } else if (depth == 1 && WireField.isNested(code) && first && isLast(wire.bytes(), code)) {
                readNested(value, code);
            } else {
                value.skipValue();
            }
            first = false;
        }
        depth--;
    }

    private void readEvent(ValueIn value, int code) {
        if (event.contentEquals(name)) {
            eventSeen = true;
            if (WireField.isNested(code)) {
                readNested(value, code);
                return;
            }
        }
        value.skipValue();
    }

    private void readNested(ValueIn value, int code) {
        if (code == BinaryWireCode.TYPE_PREFIX) {
            value.typePrefix(this, (decoder, type) -> {});
        }
        value.marshallable(nested);
    }

    private void readField(int field, ValueIn value, int code) {
        if (seen[field]) {
            reason = FIELD_TWICE;
        }
        if (reason != null) {
            value.skipValue();
            return;
        }
        seen[field] = true;
        reason = fields[field].read(value, code, row);
    }

    /** Whether a nested value, which need not be read yet, reaches to the end of the document. */
    private static boolean isLast(Bytes<?> bytes, int code) {
        long at = bytes.readPosition() + 1;
        int lengthCode = code;
        if (code == BinaryWireCode.TYPE_PREFIX) {
            at = behindTypeName(bytes, at);
            lengthCode = bytes.readUnsignedByte(at++);
        }
        return switch (lengthCode) {
            case BinaryWireCode.BYTES_LENGTH8 -> at + 1 + bytes.readUnsignedByte(at) >= bytes.readLimit();
            case BinaryWireCode.BYTES_LENGTH16 -> at + 2 + bytes.readUnsignedShort(at) >= bytes.readLimit();
            case BinaryWireCode.BYTES_LENGTH32 -> at + 4 + bytes.readUnsignedInt(at) >= bytes.readLimit();
            default -> false;
        };
    }

    /** The name of a type is a length, in groups of 7 bits with the lowest first, and as many bytes. */
    private static long behindTypeName(Bytes<?> bytes, long start) {
        long at = start;
        int length = 0;
        int group;
        int shift = 0;
        do {
            group = bytes.readUnsignedByte(at++);
            length |= (group & 0x7F) << shift;
            shift += 7;
        } while (group > 0x7F && shift < 28);
        return at + length;
    }

    /** Fields mostly come in the order in which they were named, so the search begins behind the last one. */
    private int fieldOf(CharSequence asked) {
        for (int i = 0; i < fields.length; i++) {
            int field = likely + i < fields.length ? likely + i : likely + i - fields.length;
            if (fields[field].name().contentEquals(asked)) {
                likely = field + 1 < fields.length ? field + 1 : 0;
                return field;
            }
        }
        return -1;
    }
}
