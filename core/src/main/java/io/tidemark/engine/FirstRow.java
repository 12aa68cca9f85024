package io.tidemark.engine;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import java.util.Map;

/** Looks at the first row of a source. */
final class FirstRow implements RecordHandler {
    private String identity;

    private FirstRow() {}

    /** Position and checksum of the first row, or null when there is none. */
    static String of(JournalSource source) {
        FirstRow first = new FirstRow();
        try (JournalReader reader = source.openReader()) {
            while (first.identity == null && reader.poll(first, 1) > 0) {
                // Records that cannot be decoded come before it.
            }
        }
        return first.identity;
    }

    /**
     * Refuses to read sources from their start that do not reach back to it any more: other rows would come out.
     *
     * @param firstRows first rows of the sources as they were, by name
     * @param wayOut what to do instead
     * @throws TidemarkException {@code SOURCE_RETENTION_GAP}
     */
    static void require(QuerySpec spec, Map<String, String> firstRows, String wayOut) {
        for (int i = 0; i < spec.sources().size(); i++) {
            String name = spec.plan().sources().get(i).name();
            String first = firstRows.get(name);
            if (first != null && !first.equals(of(spec.sources().get(i)))) {
                throw new TidemarkException(
                        ErrorCode.SOURCE_RETENTION_GAP,
                        "Source '" + name + "' does not begin with the row any more that query '" + spec.name()
                                + "' read first.",
                        wayOut);
            }
        }
    }

    /** Position in what {@link #of} gave. */
    static long position(String identity) {
        return Long.parseUnsignedLong(identity.substring(0, identity.indexOf('/')), 16);
    }

    @Override
    public void onRow(RowView row) {
        if (identity == null) {
            identity = QueryHome.identity(row);
        }
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        // Not a row.
    }
}
