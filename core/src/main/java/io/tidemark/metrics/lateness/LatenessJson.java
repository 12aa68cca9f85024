package io.tidemark.metrics.lateness;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** A report as one JSON object. Spans of time and times are whole nanoseconds; shares go from 0 to 1; no number has an exponent. */
final class LatenessJson {
    private static final int SHARE_DIGITS = 9;
    private static final int RATE_DIGITS = 3;
    private static final int VALUE_DIGITS = 8;

    private final LatenessReport report;

    LatenessJson(LatenessReport report) {
        this.report = report;
    }

    void write(Writer out) throws IOException {
        JsonGenerator json = new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.useDefaultPrettyPrinter();
        json.writeStartObject();
        LatenessSettings.Window window = report.settings().window();
        if (window != null) {
            json.writeObjectFieldStart("window");
            json.writeNumberField("sizeNs", window.sizeNs());
            json.writeNumberField("slideNs", window.slideNs());
            json.writeNumberField("offsetNs", window.offsetNs());
            json.writeEndObject();
        }
        json.writeNumberField("keys", report.settings().keys());
        json.writeNumberField("groupBytes", report.settings().groupBytes());
        number("confidence", LatenessSettings.CONFIDENCE, RATE_DIGITS, json);
        json.writeFieldName("total");
        source(report.total(), json);
        json.writeArrayFieldStart("sources");
        for (SourceLateness source : report.sources()) {
            source(source, json);
        }
        json.writeEndArray();
        json.writeStringField("worst", report.worst());
        json.writeEndObject();
        json.flush();
        out.write('\n');
    }

    private void source(SourceLateness source, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", source.name());
        json.writeNumberField("rows", source.rows());
        json.writeNumberField("nullTimes", source.nullTimes());
        json.writeNumberField("outsideWindows", source.outsideWindows());
        if (source.rows() > 0) {
            json.writeNumberField("firstNs", source.firstNs());
            json.writeNumberField("lastNs", source.lastNs());
        }
        json.writeNumberField("rowsBehind", source.rowsBehind());
        json.writeNumberField("disorderMostNs", source.disorderMostNs());
        if (report.weighted()) {
            number("value", source.value(), VALUE_DIGITS, json);
        }
        json.writeArrayFieldStart("delays");
        for (DelayEffect effect : source.effects()) {
            effect(effect, json);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void effect(DelayEffect effect, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("for", effect.name());
        json.writeNumberField("delayNs", effect.delayNs());
        json.writeNumberField("rowsLost", effect.rowsLost());
        number("completeness", effect.completeness(), SHARE_DIGITS, json);
        number("completenessAtLeast", effect.completenessAtLeast(), SHARE_DIGITS, json);
        number("rowsLostPerDay", effect.rowsLostPerDay(), RATE_DIGITS, json);
        if (report.weighted()) {
            number("valueLost", effect.valueLost(), VALUE_DIGITS, json);
            number("valueShareLost", effect.valueShareLost(), SHARE_DIGITS, json);
        }
        json.writeNumberField("groups", effect.groups());
        json.writeNumberField("extraGroups", effect.extraGroups());
        json.writeNumberField("extraBytes", effect.extraBytes());
        json.writeNumberField("meanResultNs", effect.meanResultNs());
        json.writeNumberField("worstResultNs", effect.worstResultNs());
        json.writeEndObject();
    }

    private static void number(String name, double value, int digits, JsonGenerator json) throws IOException {
        json.writeFieldName(name);
        json.writeNumber(BigDecimal.valueOf(value)
                .setScale(digits, name.startsWith("completeness") ? RoundingMode.DOWN : RoundingMode.HALF_EVEN)
                .toPlainString());
    }
}
