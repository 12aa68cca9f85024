package io.tidemark.expr.eval;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.BytesView;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A pattern of {@code like}, taken apart: a byte to be matched, any code point, or any text at each step. Any thread. */
final class LikePattern {
    private static final int ONE = -1;
    private static final int ANY = -2;

    private final int[] steps;

    private LikePattern(int[] steps) {
        this.steps = steps;
    }

    /** The pattern, or null if the escape character stands before anything but %, _ and itself. */
    static LikePattern of(String pattern, int escape) {
        int[] codePoints = pattern.codePoints().toArray();
        int[] steps = new int[4 * codePoints.length];
        int count = 0;
        for (int i = 0; i < codePoints.length; i++) {
            int c = codePoints[i];
            boolean literal = c == escape;
            if (literal) {
                i++;
                if (i == codePoints.length || codePoints[i] != '%' && codePoints[i] != '_' && codePoints[i] != escape) {
                    return null;
                }
                c = codePoints[i];
            }
            if (!literal && (c == '%' || c == '_')) {
                steps[count++] = c == '%' ? ANY : ONE;
                continue;
            }
            for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
                steps[count++] = b & 0xFF;
            }
        }
        return new LikePattern(Arrays.copyOf(steps, count));
    }

    /** Whether the whole text fits. After a mismatch the last % takes one code point more. */
    boolean matches(BytesView text) {
        long at = text.address();
        long end = at + text.length();
        int step = 0;
        int anyStep = -1;
        long anyAt = 0;
        while (at < end) {
            int wanted = step < steps.length ? steps[step] : Integer.MIN_VALUE;
            if (wanted == ANY) {
                anyStep = step++;
                anyAt = at;
            } else if (wanted == ONE) {
                at = Utf8.next(at, end);
                step++;
            } else if (wanted == (OffHeap.getByte(at) & 0xFF)) {
                at++;
                step++;
            } else if (anyStep >= 0) {
                anyAt = Utf8.next(anyAt, end);
                at = anyAt;
                step = anyStep + 1;
            } else {
                return false;
            }
        }
        while (step < steps.length && steps[step] == ANY) {
            step++;
        }
        return step == steps.length;
    }
}
