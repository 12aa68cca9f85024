package io.tidemark.expr.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.expr.Expression;
import io.tidemark.expr.text.ExpressionText;
import org.junit.jupiter.api.Test;

/** Random expressions over all types and functions are read from their texts as they were. */
class ExpressionTextRoundTripTest {
    private static final int SEEDS = 20_000;

    @Test
    void shouldReadWhatWasWritten() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Expression expression = new RandomExpressions(seed).any(4);
            String text = ExpressionText.print(expression);
            assertEquals(expression, ExpressionText.parse(text), "seed " + seed + ": " + text);
        }
    }
}
