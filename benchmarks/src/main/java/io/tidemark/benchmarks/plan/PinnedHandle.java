package io.tidemark.benchmarks.plan;

import io.tidemark.row.RowView;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;

/** A method handle as a static constant of a hidden class: never used itself, but cloned. */
public final class PinnedHandle implements Predicate {
    private static final MethodHandle ROOT = root();

    /** For clones. */
    public PinnedHandle() {}

    static Predicate of(MethodHandle root) throws IOException, ReflectiveOperationException {
        try (InputStream bytes = PinnedHandle.class.getResourceAsStream("PinnedHandle.class")) {
            Lookup lookup = MethodHandles.lookup().defineHiddenClassWithClassData(bytes.readAllBytes(), root, true);
            return (Predicate) lookup.lookupClass().getDeclaredConstructor().newInstance();
        }
    }

    @Override
    public int test(RowView row) {
        try {
            return (boolean) ROOT.invokeExact(row) ? 1 : 0;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static MethodHandle root() {
        try {
            return MethodHandles.classData(MethodHandles.lookup(), "_", MethodHandle.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
