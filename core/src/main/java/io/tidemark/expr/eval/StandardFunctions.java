package io.tidemark.expr.eval;

import java.util.ArrayList;
import java.util.List;

/** The functions that come with Tidemark, one or a tight family per file. */
final class StandardFunctions {
    private StandardFunctions() {}

    static List<ScalarFunction> all() {
        List<ScalarFunction> all = new ArrayList<>(List.of(
                new Addition(),
                new Subtraction(),
                new Multiplication(),
                new Division(),
                new Remainder(),
                new Negation(),
                new AbsoluteValue(),
                new NullSafeEquality(),
                new Conjunction(),
                new Disjunction(),
                new Not(),
                new NullTest("is_null", true),
                new NullTest("is_not_null", false),
                new If(),
                new Case(),
                new Coalesce(),
                new NullIf(),
                new In(),
                new Between(),
                new AddTime(),
                new WindowTime(),
                new ToTimestamp(),
                new IngestTime(),
                new Concat(),
                new LetterCase("upper", CaseMapping.UPPER),
                new LetterCase("lower", CaseMapping.LOWER),
                new Length()));
        for (Comparison comparison : Comparison.values()) {
            all.add(new ComparisonFunction(comparison));
        }
        return all;
    }
}
