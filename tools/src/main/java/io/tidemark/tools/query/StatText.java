package io.tidemark.tools.query;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tidemark.metrics.CounterReading;
import io.tidemark.metrics.CounterUnit;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Counters of a query as text or JSON. */
public final class StatText {
    private static final JsonFactory JSON = new JsonFactory();
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final int WIDTH = 46;

    /** Figures that only make sense where two readings are compared. */
    private static final Set<String> FOR_PROGRAMS = Set.of(
            "publications, odd during one",
            "halves of duty cycles",
            "sum of event times",
            "rows of the cycles that were timed",
            "time of the cycles with timed appends",
            "time of the timed appends",
            "state of life");

    private final CounterReading reading;
    private final boolean all;

    /**
     * Text of a reading.
     *
     * @param all whether counters without a value are shown too
     */
    public StatText(CounterReading reading, boolean all) {
        this.reading = reading;
        this.all = all;
    }

    /** For people. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("query '" + reading.query() + "', " + life());
        lines.add("id " + reading.id() + ", run " + reading.runId() + ", process " + reading.pid() + ", since "
                + Instant.ofEpochMilli(reading.startedAtMs()));
        String place = "";
        for (CounterReading.Counter counter : reading.counters()) {
            if (!all && isDull(counter)) {
                continue;
            }
            String here = counter.scope() + (counter.name().isEmpty() ? "" : " " + counter.name());
            if (!here.equals(place)) {
                lines.add(here);
                place = here;
            }
            lines.add(String.format(Locale.ROOT, "  %-" + WIDTH + "s %s", counter.figure(), value(counter)));
        }
        return lines;
    }

    private String life() {
        if (reading.running()) {
            return "running";
        }
        if (reading.life().equals(CounterReading.DIED)) {
            return "died: its process is gone and it had not ended. These are the last figures that it published.";
        }
        return "ended " + Instant.ofEpochMilli(reading.endedAtMs()) + " as " + reading.life();
    }

    private static boolean isDull(CounterReading.Counter counter) {
        return isNone(counter)
                || FOR_PROGRAMS.contains(counter.figure())
                || counter.value() == 0
                        && !counter.figure().startsWith("rows in")
                        && !counter.figure().equals("backlog");
    }

    private static boolean isNone(CounterReading.Counter counter) {
        return switch (counter.unit()) {
            case TIME_NS -> counter.value() == Long.MIN_VALUE || counter.value() == Long.MAX_VALUE;
            case TIME_MS -> counter.value() == 0;
            default -> counter.value() == -1;
        };
    }

    private static String value(CounterReading.Counter counter) {
        if (isNone(counter)) {
            return "-";
        }
        long value = counter.value();
        return switch (counter.unit()) {
            case TIME_NS ->
                Instant.ofEpochSecond(Math.floorDiv(value, NS_PER_SECOND), Math.floorMod(value, NS_PER_SECOND))
                        .toString();
            case TIME_MS -> Instant.ofEpochMilli(value).toString();
            case MILLI_ROWS_PER_SECOND -> String.format(Locale.ROOT, "%.3f rows/s", value / 1000.0);
            case NUMBER, POSITION, SHIFTED_NS -> Long.toString(value);
            default -> value + " " + counter.unit().text();
        };
    }

    /** One object: the query, then {@code counters} with scope, name, figure, unit and value. */
    public String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            out.writeStartObject();
            out.writeStringField("query", reading.query());
            out.writeStringField("id", reading.id());
            out.writeStringField("runId", reading.runId());
            out.writeNumberField("pid", reading.pid());
            out.writeStringField(
                    "startedAt", Instant.ofEpochMilli(reading.startedAtMs()).toString());
            if (reading.endedAtMs() != 0) {
                out.writeStringField(
                        "endedAt", Instant.ofEpochMilli(reading.endedAtMs()).toString());
            }
            out.writeStringField("state", reading.life());
            out.writeArrayFieldStart("counters");
            for (CounterReading.Counter counter : reading.counters()) {
                if (all || !isNone(counter)) {
                    counter(out, counter);
                }
            }
            out.writeEndArray();
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void counter(JsonGenerator out, CounterReading.Counter counter) throws IOException {
        out.writeStartObject();
        out.writeStringField("scope", counter.scope());
        if (!counter.name().isEmpty()) {
            out.writeStringField("name", counter.name());
        }
        out.writeStringField("figure", counter.figure());
        out.writeStringField("unit", counter.unit().text());
        out.writeFieldName("value");
        if (isNone(counter) && counter.unit() != CounterUnit.POSITION) {
            out.writeNull();
        } else {
            out.writeNumber(counter.value());
        }
        out.writeEndObject();
    }
}
