package io.tidemark.tools.stats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tidemark.chronicle.JournalFile;
import io.tidemark.row.RowKind;
import io.tidemark.row.Schema;
import io.tidemark.tools.text.TimeText;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** The figures of a journal as one JSON object. Spans of time are whole nanoseconds, rates have three digits and no exponent. */
public final class StatisticsJson {
    private static final int RATE_DIGITS = 3;

    private final JournalStatistics figures;
    private final Schema schema;

    /** The figures of a journal with these columns. */
    public StatisticsJson(JournalStatistics figures, Schema schema) {
        this.figures = figures;
        this.schema = schema;
    }

    /** Writes them. */
    public void write(Writer out) throws IOException {
        JsonGenerator json = new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.useDefaultPrettyPrinter();
        json.writeStartObject();
        json.writeNumberField("records", figures.rows + figures.invalid);
        json.writeNumberField("damaged", figures.invalid);
        json.writeNumberField("rowBytes", figures.rowBytes);
        position("firstPosition", figures.firstPosition, json);
        position("lastPosition", figures.lastPosition, json);
        json.writeObjectFieldStart("kinds");
        for (RowKind kind : RowKind.values()) {
            json.writeNumberField(kind.name(), figures.kinds[kind.ordinal()]);
        }
        json.writeEndObject();
        json.writeObjectFieldStart("written");
        span(figures.written, figures.writeSilences, json);
        rate("recordsPerSecond", figures.written.perSecond(), json);
        json.writeNumberField("busiestSecond", figures.busiestSecond);
        json.writeEndObject();
        if (figures.timeColumn >= 0) {
            eventTime(json);
        }
        files(json);
        json.writeEndObject();
        json.flush();
        out.write('\n');
    }

    private void eventTime(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("eventTime");
        json.writeStringField("column", schema.field(figures.timeColumn).name());
        json.writeNumberField("nulls", figures.nullTimes);
        span(figures.eventTime, figures.eventSilences, json);
        json.writeNumberField("behind", figures.disorder.behind());
        json.writeObjectFieldStart("neededDelayNs");
        for (double percentile : Disorder.PERCENTILES) {
            String name =
                    "p" + BigDecimal.valueOf(percentile).stripTrailingZeros().toPlainString();
            json.writeNumberField(name, figures.disorder.delayNs(percentile));
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private void files(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("files");
        for (int i = 0; i < figures.fileRows.length; i++) {
            JournalFile file = figures.files.files().get(i);
            json.writeStartObject();
            json.writeStringField("name", file.name());
            json.writeNumberField("bytes", file.bytes());
            json.writeNumberField("records", file.records());
            json.writeNumberField("lookedAt", figures.fileRows[i]);
            json.writeNumberField("rowBytes", figures.fileBytes[i]);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void span(Span span, Silences silences, JsonGenerator json) throws IOException {
        json.writeNumberField("count", span.count());
        if (!span.isEmpty()) {
            json.writeStringField("from", TimeText.of(span.leastNs()));
            json.writeStringField("to", TimeText.of(span.greatestNs()));
        }
        json.writeArrayFieldStart("silences");
        for (Silences.Silence silence : silences.longest()) {
            json.writeStartObject();
            json.writeNumberField("lengthNs", silence.lengthNs());
            json.writeStringField("until", TimeText.of(silence.endNs()));
            position("position", silence.position(), json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void rate(String name, double value, JsonGenerator json) throws IOException {
        json.writeFieldName(name);
        json.writeNumber(BigDecimal.valueOf(value)
                .setScale(RATE_DIGITS, RoundingMode.HALF_UP)
                .toPlainString());
    }

    private static void position(String name, long position, JsonGenerator json) throws IOException {
        if (position < 0) {
            json.writeNullField(name);
        } else {
            json.writeStringField(name, "0x" + Long.toHexString(position));
        }
    }
}
