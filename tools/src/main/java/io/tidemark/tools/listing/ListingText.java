package io.tidemark.tools.listing;

import io.tidemark.checkpoint.LockState;
import io.tidemark.row.RowView;
import io.tidemark.tools.text.TimeText;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;

/** A listing for people. */
public final class ListingText {
    private final long nowNs;

    /** @param nowNs the time from which lags are counted, nanoseconds since 1970 */
    public ListingText(long nowNs) {
        this.nowNs = nowNs;
    }

    /** Writes it. */
    public void write(Listing listing, Writer out) throws IOException {
        for (JournalEntry journal : listing.journals) {
            write(journal, out);
        }
        for (QueryEntry query : listing.queries) {
            write(query, out);
        }
        if (listing.journals.isEmpty() && listing.queries.isEmpty()) {
            out.write("no journals and no queries\n");
        }
    }

    private void write(JournalEntry journal, Writer out) throws IOException {
        out.write((journal.foreign() ? "queue " : "journal ") + journal.directory() + "  "
                + journal.files().records() + (journal.foreign() ? " documents, " : " rows, ")
                + journal.files().files().size() + " files, " + journal.bytes() + " bytes"
                + (journal.lastPosition() < 0 ? "" : "  last " + index(journal.lastPosition()))
                + (journal.lastWrittenNs() == RowView.NO_INGEST_TIME
                        ? ""
                        : "  written " + TimeText.of(journal.lastWrittenNs()))
                + "\n");
        if (!journal.foreign()) {
            out.write("  writer  " + holder(journal.writer()) + "\n");
        }
        for (ReaderEntry reader : journal.readers()) {
            out.write(
                    "  reader  " + reader.name() + "  " + where(reader) + (reader.expired() ? "  EXPIRED" : "") + "\n");
        }
    }

    private void write(QueryEntry query, Writer out) throws IOException {
        out.write("query " + query.directory() + "  '" + query.name() + "', "
                + query.life().toLowerCase(Locale.ROOT)
                + (query.checkpoint() == null
                        ? "  no checkpoint"
                        : "  checkpoint " + query.checkpoint().number() + " of "
                                + Instant.ofEpochMilli(query.checkpoint().createdAtMs()))
                + "\n");
        out.write("  engine  " + holder(query.engine()) + "\n");
        for (ReaderEntry source : query.sources()) {
            out.write("  source  " + source.name() + " in " + source.journal() + "  " + where(source) + "\n");
        }
        for (Map.Entry<String, String> journal : query.writes().entrySet()) {
            out.write("  writes  " + journal.getKey() + " to " + journal.getValue() + "\n");
        }
    }

    private String where(ReaderEntry reader) {
        String at = reader.position() < 0 ? "has read nothing" : "at " + index(reader.position());
        Lag lag = reader.lag();
        if (lag == null) {
            return at + "  the journal is not there";
        }
        double seconds = lag.seconds(nowNs);
        return at + "  lag " + lag.rows() + " rows"
                + (Double.isNaN(seconds) ? "" : String.format(Locale.ROOT, ", %.3f s", seconds));
    }

    private static String holder(LockState lock) {
        if (lock.holding()) {
            return "held by process " + lock.pid();
        }
        return lock.pid() < 0
                ? "nobody, never was"
                : "nobody; process " + lock.pid() + (lock.clean() ? " ended cleanly" : " ended without closing");
    }

    private static String index(long position) {
        return "0x" + Long.toHexString(position);
    }
}
