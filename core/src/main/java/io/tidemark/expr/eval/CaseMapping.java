package io.tidemark.expr.eval;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.BytesView;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Upper and lower case of UTF-8 text, one code point after the other and independent of locale: what {@code String} gives in
 * the root locale for each code point alone, so that a sharp s becomes SS, and a sigma at the end of a word an ordinary
 * sigma. Bytes that are not UTF-8 stay as they are. Any thread; nothing allocates.
 */
final class CaseMapping {
    static final CaseMapping UPPER = new CaseMapping(true);
    static final CaseMapping LOWER = new CaseMapping(false);

    private static final int INVALID = -1;

    private final boolean upper;
    private final byte[] ascii = new byte[128];
    /** Code points that become several, in order, and what they become. */
    private final int[] special;

    private final byte[][] replacement;

    private CaseMapping(boolean upper) {
        this.upper = upper;
        for (int c = 0; c < ascii.length; c++) {
            ascii[c] = (byte) single(c);
        }
        List<Integer> codePoints = new ArrayList<>();
        List<byte[]> texts = new ArrayList<>();
        for (int c = ascii.length; c < Character.MIN_SUPPLEMENTARY_CODE_POINT; c++) {
            String from = Character.toString(c);
            String to = upper ? from.toUpperCase(Locale.ROOT) : from.toLowerCase(Locale.ROOT);
            if (to.length() > 1) {
                codePoints.add(c);
                texts.add(to.getBytes(StandardCharsets.UTF_8));
            }
        }
        special = codePoints.stream().mapToInt(Integer::intValue).toArray();
        replacement = texts.toArray(byte[][]::new);
    }

    /** Adds the text in this case to {@code result}. */
    void map(BytesView text, TextBuffer result) {
        long at = text.address();
        long end = at + text.length();
        while (at < end) {
            byte c = OffHeap.getByte(at);
            if (c >= 0) {
                result.append(ascii[c]);
                at++;
                continue;
            }
            int length = length(c);
            int codePoint = at + length <= end ? decode(at, length) : INVALID;
            if (codePoint == INVALID) {
                result.append(c);
                at++;
            } else {
                append(codePoint, result);
                at += length;
            }
        }
    }

    private void append(int codePoint, TextBuffer result) {
        int index = Arrays.binarySearch(special, codePoint);
        if (index >= 0) {
            result.append(replacement[index]);
            return;
        }
        int c = single(codePoint);
        if (c < 0x80) {
            result.append((byte) c);
        } else if (c < 0x800) {
            result.append((byte) (0xC0 | c >> 6));
            result.append((byte) (0x80 | c & 0x3F));
        } else {
            if (c < 0x10000) {
                result.append((byte) (0xE0 | c >> 12));
            } else {
                result.append((byte) (0xF0 | c >> 18));
                result.append((byte) (0x80 | c >> 12 & 0x3F));
            }
            result.append((byte) (0x80 | c >> 6 & 0x3F));
            result.append((byte) (0x80 | c & 0x3F));
        }
    }

    private int single(int codePoint) {
        return upper ? Character.toUpperCase(codePoint) : Character.toLowerCase(codePoint);
    }

    /** Bytes of a code point by its first byte; 1 where that cannot begin one. */
    private static int length(byte first) {
        int bits = first & 0xFF;
        return bits < 0xC2 ? 1 : bits < 0xE0 ? 2 : bits < 0xF0 ? 3 : bits < 0xF5 ? 4 : 1;
    }

    private static int decode(long at, int length) {
        if (length == 1) {
            return INVALID;
        }
        int codePoint = OffHeap.getByte(at) & 0xFF >> length + 1;
        for (int i = 1; i < length; i++) {
            byte next = OffHeap.getByte(at + i);
            if ((next & 0xC0) != 0x80) {
                return INVALID;
            }
            codePoint = codePoint << 6 | next & 0x3F;
        }
        boolean overlong = length == 3 && codePoint < 0x800 || length == 4 && codePoint < 0x10000;
        boolean outside = codePoint > Character.MAX_CODE_POINT
                || codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return overlong || outside ? INVALID : codePoint;
    }
}
