package io.tidemark.metrics;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/**
 * What the counters of a query's directory say, read by any process, while the query runs and after it has ended. Nothing is written, locked or attached to.
 *
 * @param query name of the query
 * @param id stays the same over restarts
 * @param runId of the run
 * @param pid process of the run
 * @param startedAtMs when the run began, milliseconds since 1970
 * @param endedAtMs when it ended in order, or 0
 * @param life {@code RUNNING}, the state after the end, or {@code DIED} when the process is gone and the query had not ended
 * @param counters the counters
 */
public record CounterReading(
        String query,
        String id,
        String runId,
        long pid,
        long startedAtMs,
        long endedAtMs,
        String life,
        List<Counter> counters) {
    /** What {@link #life} is when the process is gone and the query had not ended. */
    public static final String DIED = "DIED";

    private static final Pattern LABEL =
            Pattern.compile("(query|source|operator)(?: (.*))?: (.*) \\((.*)\\)", Pattern.DOTALL);

    /** Copies the list. */
    public CounterReading {
        counters = List.copyOf(counters);
    }

    /**
     * A counter.
     *
     * @param scope {@code query}, {@code source} or {@code operator}
     * @param name name of the source or uid of the operator, empty of the query
     * @param figure what is counted
     * @param unit its unit
     * @param value its value
     */
    public record Counter(String scope, String name, String figure, CounterUnit unit, long value) {}

    /** Whether the query runs. */
    public boolean running() {
        return life.equals("RUNNING");
    }

    /** Value of a figure of the query as a whole, or 0. */
    public long query(String figure) {
        return counters.stream()
                .filter(one -> one.scope().equals("query") && one.figure().equals(figure))
                .mapToLong(Counter::value)
                .findFirst()
                .orElse(0);
    }

    /**
     * Reads the counters of a directory.
     *
     * @throws TidemarkException {@code JOURNAL_MISSING} when there are none
     */
    public static CounterReading read(Path directory) {
        CounterFile file;
        try {
            file = CounterFile.openToRead(directory);
        } catch (UncheckedIOException e) {
            throw missing(directory, e.getCause().toString(), e);
        }
        if (file == null) {
            throw missing(directory, "there is no complete " + CounterFile.NAME, null);
        }
        UnsafeBuffer header = file.header();
        long ended = header.getLongVolatile(CounterFile.ENDED_AT);
        long pid = header.getLong(24);
        boolean alive = ProcessHandle.of(pid)
                .filter(process -> CounterFile.startOf(process) == header.getLong(32))
                .isPresent();
        String life = ended != 0 ? header.getStringUtf8(CounterFile.END_STATE_AT) : alive ? "RUNNING" : DIED;
        return new CounterReading(
                header.getStringUtf8(CounterFile.NAME_AT),
                header.getStringUtf8(CounterFile.ID_AT),
                header.getStringUtf8(CounterFile.RUN_ID_AT),
                pid,
                header.getLong(40),
                ended,
                life,
                counters(new CountersReader(file.metadata(), file.values())));
    }

    private static List<Counter> counters(CountersReader reader) {
        List<Counter> counters = new ArrayList<>();
        reader.forEach((counterId, label) -> {
            Matcher parts = LABEL.matcher(label);
            if (parts.matches()) {
                counters.add(new Counter(
                        parts.group(1),
                        parts.group(2) == null ? "" : parts.group(2),
                        parts.group(3),
                        CounterUnit.of(parts.group(4)),
                        reader.getCounterValue(counterId)));
            }
        });
        return counters;
    }

    private static TidemarkException missing(Path directory, String reason, Throwable cause) {
        return new TidemarkException(
                ErrorCode.JOURNAL_MISSING,
                "There are no counters in '" + directory + "': " + reason + ".",
                "Name the directory that a query was given with directory(...); it has counters once it was started.",
                cause);
    }
}
