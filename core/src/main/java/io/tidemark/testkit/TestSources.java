package io.tidemark.testkit;

import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** The inputs from which a query under test is built, by their names. */
public final class TestSources {
    private final Map<String, JournalSource> journals;

    TestSources(Map<String, ? extends JournalSource> journals) {
        this.journals = new LinkedHashMap<>(journals);
    }

    /**
     * The journal of an input.
     *
     * @throws TidemarkException {@code SETTING_INVALID} naming the inputs there are
     */
    public JournalSource journal(String name) {
        return named(journals, name);
    }

    /** The rows of an input as a stream of its name. */
    public StreamFrame stream(String name) {
        return Tidemark.stream(name, journal(name));
    }

    static <T> T named(Map<String, T> inputs, String name) {
        T found = inputs.get(name);
        if (found == null) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "The query under test has no input '" + name + "'.",
                    "Use one of " + inputs.keySet() + ", or declare it with input(name, schema).");
        }
        return found;
    }
}
