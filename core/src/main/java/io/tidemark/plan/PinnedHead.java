package io.tidemark.plan;

import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowView;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;

/**
 * The head of a chain as a static constant: never used itself, but cloned into a hidden class for each query, whose constant is the query's first
 * operator. From a constant on, the JIT compiler sees every node of the chain.
 */
final class PinnedHead implements RowConsumer {
    private static final RowConsumer HEAD = head();

    PinnedHead() {}

    /** A consumer that hands everything to {@code head}, known to the compiler as a constant. */
    static RowConsumer of(RowConsumer head) {
        try (InputStream bytes = PinnedHead.class.getResourceAsStream("PinnedHead.class")) {
            Lookup lookup = MethodHandles.lookup().defineHiddenClassWithClassData(bytes.readAllBytes(), head, true);
            return (RowConsumer) lookup.lookupClass().getDeclaredConstructor().newInstance();
        } catch (IOException e) {
            throw new UncheckedIOException("the class file of the pinned head cannot be read", e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the head of the plan cannot be pinned", e);
        }
    }

    @Override
    public void onRow(RowView row) {
        HEAD.onRow(row);
    }

    @Override
    public void onWatermark(long watermarkNs, RowView cause) {
        HEAD.onWatermark(watermarkNs, cause);
    }

    @Override
    public void onCut(RowView cause) {
        HEAD.onCut(cause);
    }

    private static RowConsumer head() {
        try {
            return MethodHandles.classData(MethodHandles.lookup(), "_", RowConsumer.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a hidden class can read its own data", e);
        }
    }
}
