package io.tidemark.tools.listing;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tidemark.checkpoint.LockState;
import io.tidemark.error.Problem;
import io.tidemark.row.RowView;
import io.tidemark.tools.text.TimeText;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A listing as one JSON object: {@code {"journals":[..],"queries":[..],"problems":[..]}}. */
public final class ListingJson {
    private static final int MILLIS = 3;

    private final long nowNs;

    /** @param nowNs the time from which lags are counted, nanoseconds since 1970 */
    public ListingJson(long nowNs) {
        this.nowNs = nowNs;
    }

    /** Writes it. */
    public void write(Listing listing, Writer out) throws IOException {
        JsonGenerator json = new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.useDefaultPrettyPrinter();
        json.writeStartObject();
        json.writeArrayFieldStart("journals");
        for (JournalEntry journal : listing.journals) {
            write(journal, json);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("queries");
        for (QueryEntry query : listing.queries) {
            write(query, json);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("problems");
        for (Map.Entry<Path, Problem> problem : listing.problems().entrySet()) {
            json.writeStartObject();
            json.writeStringField("directory", problem.getKey().toString());
            json.writeStringField("code", problem.getValue().code().name());
            json.writeStringField("reason", problem.getValue().reason());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        json.flush();
        out.write('\n');
    }

    private void write(JournalEntry journal, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("directory", journal.directory().toString());
        json.writeBooleanField("foreign", journal.foreign());
        json.writeNumberField("rows", journal.files().records());
        json.writeNumberField("files", journal.files().files().size());
        json.writeNumberField("bytes", journal.bytes());
        position("lastPosition", journal.lastPosition(), json);
        if (journal.lastWrittenNs() == RowView.NO_INGEST_TIME) {
            json.writeNullField("lastWritten");
        } else {
            json.writeStringField("lastWritten", TimeText.of(journal.lastWrittenNs()));
        }
        lock("writer", journal.writer(), json);
        readers("readers", journal.readers(), json);
        json.writeEndObject();
    }

    private void write(QueryEntry query, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("directory", query.directory().toString());
        json.writeStringField("name", query.name());
        json.writeStringField("life", query.life());
        if (query.checkpoint() == null) {
            json.writeNullField("checkpoint");
        } else {
            json.writeNumberField("checkpoint", query.checkpoint().number());
            json.writeStringField(
                    "checkpointMadeAt",
                    Instant.ofEpochMilli(query.checkpoint().createdAtMs()).toString());
        }
        lock("engine", query.engine(), json);
        readers("sources", query.sources(), json);
        json.writeObjectFieldStart("writes");
        for (Map.Entry<String, String> place : query.writes().entrySet()) {
            json.writeStringField(place.getKey(), place.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private void readers(String name, List<ReaderEntry> readers, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(name);
        for (ReaderEntry reader : readers) {
            json.writeStartObject();
            json.writeStringField("name", reader.name());
            if (!reader.journal().isEmpty()) {
                json.writeStringField("journal", reader.journal());
            }
            position("position", reader.position(), json);
            if (reader.lag() != null) {
                json.writeNumberField("lagRows", reader.lag().rows());
                double seconds = reader.lag().seconds(nowNs);
                if (Double.isNaN(seconds)) {
                    json.writeNullField("lagSeconds");
                } else {
                    json.writeFieldName("lagSeconds");
                    json.writeNumber(BigDecimal.valueOf(seconds)
                            .setScale(MILLIS, RoundingMode.HALF_UP)
                            .toPlainString());
                }
            }
            json.writeBooleanField("expired", reader.expired());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void lock(String name, LockState lock, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeBooleanField("holding", lock.holding());
        if (lock.pid() < 0) {
            json.writeNullField("pid");
        } else {
            json.writeNumberField("pid", lock.pid());
        }
        json.writeBooleanField("clean", lock.clean());
        json.writeEndObject();
    }

    private static void position(String name, long position, JsonGenerator json) throws IOException {
        if (position < 0) {
            json.writeNullField(name);
        } else {
            json.writeStringField(name, "0x" + Long.toHexString(position));
        }
    }
}
