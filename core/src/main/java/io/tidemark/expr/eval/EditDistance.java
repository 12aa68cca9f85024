package io.tidemark.expr.eval;

import java.util.Locale;

/** Number of letters to insert, remove or replace to make one name of another; capitals do not count. */
final class EditDistance {
    private EditDistance() {}

    static int between(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j - 1], row[j]));
            }
        }
        return row[b.length()];
    }
}
