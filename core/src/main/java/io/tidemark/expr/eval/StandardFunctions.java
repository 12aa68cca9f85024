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
                new WindowTime(1),
                new ToTimestamp(),
                new IngestTime(),
                new Concat(),
                new LetterCase("upper", CaseMapping.UPPER),
                new LetterCase("lower", CaseMapping.LOWER),
                new Length(),
                new LeastGreatest("least", -1),
                new LeastGreatest("greatest", 1),
                new Round(),
                new FloorCeil("floor", false),
                new FloorCeil("ceil", true),
                new DateTrunc(),
                new Like(),
                new PartTest("starts_with", PartTest.StartsWith.class),
                new PartTest("ends_with", PartTest.EndsWith.class),
                new PartTest("contains", PartTest.Contains.class),
                new Position("position", 1),
                new Position("instr", 0),
                new Trim("trim", true, true),
                new Trim("ltrim", true, false),
                new Trim("rtrim", false, true),
                new Substring(),
                new Replace(),
                new Pad("lpad", true),
                new Pad("rpad", false),
                new SplitPart()));
        for (Comparison comparison : Comparison.values()) {
            all.add(new ComparisonFunction(comparison));
        }
        return all;
    }
}
