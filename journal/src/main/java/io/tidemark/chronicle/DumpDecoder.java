package io.tidemark.chronicle;

import io.tidemark.journal.RowDecoder;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.BinaryWire;
import net.openhft.chronicle.wire.BinaryWireCode;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.WireType;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Shows any document to people: one in binary wire that begins with a name as the text of its fields, one that is a text as it is, another one as hexadecimal
 * digits.
 */
final class DumpDecoder implements DocumentDecoder {
    static final Schema SCHEMA = Schema.parse("form string not null, document string not null");

    private static final int FORM = 0;
    private static final int DOCUMENT = 1;
    private static final int LAST_FIELD_NAME = 0xDF;
    private static final int FIRST_SHORT_TEXT = 0xE0;

    private final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);

    @Override
    public String decode(DocumentContext document, long address, int length, RowBatch rows) {
        RowWriter row = rows.begin();
        byte[] bytes = new byte[length];
        buffer.wrap(address, length);
        buffer.getBytes(0, bytes);
        buffer.wrap(0, 0);
        String text = writtenText(document);
        String wire = text == null ? wire(document) : null;
        text = text == null && wire == null ? printable(bytes) : text;
        row.setString(FORM, wire != null ? "wire" : text != null ? "text" : "bytes");
        row.setString(
                DOCUMENT,
                wire != null ? wire : text != null ? text : HexFormat.of().formatHex(bytes));
        rows.complete();
        return RowDecoder.ROW;
    }

    /** What {@code writeText} wrote: one text that fills the document, or null. */
    private static String writtenText(DocumentContext document) {
        if (!(document.wire() instanceof BinaryWire wire)) {
            return null;
        }
        Bytes<?> bytes = wire.bytes();
        long start = bytes.readPosition();
        try {
            int code = bytes.readRemaining() == 0 ? 0 : bytes.peekUnsignedByte();
            if (code < FIRST_SHORT_TEXT && code != BinaryWireCode.STRING_ANY) {
                return null;
            }
            String text = wire.getValueIn().text();
            return bytes.readRemaining() == 0 ? text : null;
        } catch (RuntimeException e) {
            // Whatever the library throws at bytes that are no text.
            return null;
        } finally {
            bytes.readPosition(start);
        }
    }

    private static String wire(DocumentContext document) {
        if (!(document.wire() instanceof BinaryWire wire)) {
            return null;
        }
        try {
            wire.consumePadding();
            if (!beginsWithName(wire.bytes().peekUnsignedByte())) {
                return null;
            }
            Bytes<?> text = Bytes.allocateElasticOnHeap();
            wire.copyTo(WireType.TEXT.apply(text));
            return text.toString().strip();
        } catch (RuntimeException e) {
            // Whatever the library throws at bytes that are no fields.
            return null;
        }
    }

    private static boolean beginsWithName(int code) {
        return code == BinaryWireCode.EVENT_NAME
                || code == BinaryWireCode.FIELD_NAME_ANY
                || code == BinaryWireCode.TYPE_PREFIX
                || code >= BinaryWireCode.FIELD_NAME0 && code <= LAST_FIELD_NAME;
    }

    private static String printable(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            boolean control = text.chars().anyMatch(c -> Character.isISOControl(c) && "\n\r\t".indexOf(c) < 0);
            return control ? null : text;
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
