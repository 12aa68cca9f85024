package io.tidemark.engine;

import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;

/**
 * The entry of a source as a static constant: never used itself, but cloned into a hidden class for each source of a query, whose constant is the entry of
 * that source. From a constant on, the JIT compiler sees every node of the chain.
 */
final class PinnedRows implements RecordHandler {
    private static final RecordHandler ENTRY = entry();

    PinnedRows() {}

    /** A handler that hands everything to {@code entry}, known to the compiler as a constant. */
    static RecordHandler of(RecordHandler entry) {
        try (InputStream bytes = PinnedRows.class.getResourceAsStream("PinnedRows.class")) {
            Lookup lookup = MethodHandles.lookup().defineHiddenClassWithClassData(bytes.readAllBytes(), entry, true);
            return (RecordHandler) lookup.lookupClass().getDeclaredConstructor().newInstance();
        } catch (IOException e) {
            throw new UncheckedIOException("the class file of the pinned entry cannot be read", e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the entry of the plan cannot be pinned", e);
        }
    }

    @Override
    public void onRow(RowView row) {
        ENTRY.onRow(row);
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        ENTRY.onInvalid(record, reason);
    }

    private static RecordHandler entry() {
        try {
            return MethodHandles.classData(MethodHandles.lookup(), "_", RecordHandler.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a hidden class can read its own data", e);
        }
    }
}
