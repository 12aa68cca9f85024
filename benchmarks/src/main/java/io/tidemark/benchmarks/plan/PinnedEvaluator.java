package io.tidemark.benchmarks.plan;

import io.tidemark.expr.eval.BoolEvaluator;
import io.tidemark.row.RowView;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;

/** An evaluator as a static constant of a hidden class: never used itself, but cloned. */
public final class PinnedEvaluator implements Predicate {
    private static final BoolEvaluator ROOT = root();

    /** For clones. */
    public PinnedEvaluator() {}

    static Predicate of(BoolEvaluator root) throws IOException, ReflectiveOperationException {
        try (InputStream bytes = PinnedEvaluator.class.getResourceAsStream("PinnedEvaluator.class")) {
            Lookup lookup = MethodHandles.lookup().defineHiddenClassWithClassData(bytes.readAllBytes(), root, true);
            return (Predicate) lookup.lookupClass().getDeclaredConstructor().newInstance();
        }
    }

    @Override
    public int test(RowView row) {
        return ROOT.test(row);
    }

    private static BoolEvaluator root() {
        try {
            return MethodHandles.classData(MethodHandles.lookup(), "_", BoolEvaluator.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
