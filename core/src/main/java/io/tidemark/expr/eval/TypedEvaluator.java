package io.tidemark.expr.eval;

import io.tidemark.row.DataType;

/**
 * A compiled expression.
 *
 * @param evaluator a {@link BoolEvaluator}, {@link LongEvaluator} (int, long, timestamp), {@link DoubleEvaluator},
 *     {@link DecimalEvaluator} or {@link BytesEvaluator} (string, binary), as the type says
 * @param type type of the value
 * @param nullable whether the value can be null
 */
public record TypedEvaluator(Evaluator evaluator, DataType type, boolean nullable) {
    /** The evaluator as a truth value. */
    public BoolEvaluator asBool() {
        return (BoolEvaluator) evaluator;
    }

    /** The evaluator as int, long or timestamp. */
    public LongEvaluator asLong() {
        return (LongEvaluator) evaluator;
    }

    /** The evaluator as a double. */
    public DoubleEvaluator asDouble() {
        return (DoubleEvaluator) evaluator;
    }

    /** The evaluator as a decimal. */
    public DecimalEvaluator asDecimal() {
        return (DecimalEvaluator) evaluator;
    }

    /** The evaluator as text or bytes. */
    public BytesEvaluator asBytes() {
        return (BytesEvaluator) evaluator;
    }
}
