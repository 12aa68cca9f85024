package io.tidemark.testkit;

import io.tidemark.StreamWriter;
import io.tidemark.engine.QuerySpec;
import io.tidemark.engine.WarmUp;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.Schema;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * A query under test: the function that builds it, and the inputs that it is built from. Immutable. {@link QueryTestDriver} and {@link CrashSchedule} run
 * it; each gives it its inputs, sink and clock.
 */
public final class TestQuery {
    private final Function<TestSources, StreamWriter> query;
    private final Map<String, Input> inputs;
    private final Instant base;

    private record Input(Schema schema, boolean ingestTime) {}

    private TestQuery(Function<TestSources, StreamWriter> query, Map<String, Input> inputs, Instant base) {
        this.query = query;
        this.inputs = inputs;
        this.base = base;
    }

    /**
     * A query without inputs yet.
     *
     * @param query builds it, the same each time; it sets a name and neither directory nor sink, or a sink that is replaced
     */
    public static TestQuery of(Function<TestSources, StreamWriter> query) {
        return new TestQuery(Objects.requireNonNull(query, "query"), Map.of(), Instant.EPOCH);
    }

    /** Adds an input whose rows carry no ingest time. */
    public TestQuery input(String name, Schema schema) {
        return with(name, new Input(Objects.requireNonNull(schema, "schema"), false));
    }

    /** Adds an input whose rows carry no ingest time, with the columns that {@link Schema#parse} reads. */
    public TestQuery input(String name, String schema) {
        return input(name, Schema.parse(schema));
    }

    /** Adds an input whose rows carry the ingest time that the hand-moved clock shows, unless their text says another. */
    public TestQuery inputWithIngestTime(String name, Schema schema) {
        return with(name, new Input(Objects.requireNonNull(schema, "schema"), true));
    }

    /** The same with the columns that {@link Schema#parse} reads. */
    public TestQuery inputWithIngestTime(String name, String schema) {
        return inputWithIngestTime(name, Schema.parse(schema));
    }

    /** The time at which the clock starts, and to which times such as {@code +1500ms} and {@code 09:00:00} belong; the start of 1970 by default. */
    public TestQuery base(Instant newBase) {
        return new TestQuery(query, inputs, Objects.requireNonNull(newBase, "newBase"));
    }

    /** The time at which the clock starts. */
    public Instant base() {
        return base;
    }

    /** Columns of an input. */
    Schema schema(String input) {
        return TestSources.named(inputs, input).schema();
    }

    /** Whether rows of an input carry ingest times. */
    boolean recordsIngestTime(String input) {
        return TestSources.named(inputs, input).ingestTime();
    }

    /** New and empty journals for the inputs. */
    Map<String, MemoryJournal> open() {
        Map<String, MemoryJournal> journals = new LinkedHashMap<>();
        inputs.forEach((name, input) -> journals.put(
                name,
                input.ingestTime()
                        ? MemoryJournal.withIngestTime(name, input.schema())
                        : MemoryJournal.of(name, input.schema())));
        return journals;
    }

    /** The query over these journals, with a clock that is moved by hand; without classes of its own, which a test waits for longer than it saves. */
    StreamWriter build(Map<String, ? extends JournalSource> journals, ManualClock clock) {
        return Objects.requireNonNull(query.apply(new TestSources(journals)), "the query")
                .clock(clock)
                .pinned(false)
                .warmUp(WarmUp.NONE);
    }

    /** An input that the query does not read would take rows in silence. */
    static void requireAllRead(QuerySpec spec, Map<String, ? extends JournalSource> journals) {
        journals.forEach((name, journal) -> {
            if (spec.sources().stream().noneMatch(source -> source == journal)) {
                throw new TidemarkException(
                        ErrorCode.SETTING_INVALID,
                        "The query '" + spec.name() + "' does not read its input '" + name + "'.",
                        "Build it from sources.stream(\"" + name + "\"), or leave the input out.");
            }
        });
    }

    private TestQuery with(String name, Input input) {
        Map<String, Input> more = new LinkedHashMap<>(inputs);
        if (more.put(Objects.requireNonNull(name, "name"), input) != null) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "The query under test has two inputs '" + name + "'.",
                    "Give each a name of its own.");
        }
        return new TestQuery(query, Collections.unmodifiableMap(more), base);
    }
}
