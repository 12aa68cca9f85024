package io.tidemark.tools.replay;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import io.tidemark.tools.IndexConverter;
import io.tidemark.tools.read.TimeColumn;
import io.tidemark.tools.read.TimePoint;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options that say which part of the sources is replayed. */
public final class ReplaySpan {
    private static final int BATCH = 256;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = {"-n", "--from-index"},
            paramLabel = "[NAME=]INDEX",
            description =
                    "Begin with an empty state and the first row at this index or after it. With several sources: one for each"
                            + " source, others begin at their start.")
    private List<String> fromIndexes = List.of();

    @Option(
            names = "--to-index",
            paramLabel = "[NAME=]INDEX",
            description = "End with the last row at this index or before it.")
    private List<String> toIndexes = List.of();

    @Option(
            names = "--from-time",
            paramLabel = "TIME",
            description =
                    "Begin in each source with the first row, in the order of the journal, whose event time is this one or later:"
                            + " 2013-11-25T07:55:00Z, 2013-11-25. Without an offset it is UTC.")
    private String fromTime;

    @Option(
            names = "--to-time",
            paramLabel = "TIME",
            description = "End in each source before the first row whose event time is this one or later.")
    private String toTime;

    @Option(
            names = "--time-column",
            paramLabel = "NAME",
            description = "Column with the event time. Default: the only one of type timestamp.")
    private String timeColumn;

    /** Whether the sources are to begin elsewhere than the query began. */
    public boolean begins() {
        return !fromIndexes.isEmpty() || fromTime != null;
    }

    /** For sources by name the first position of a row that is wanted; not those that begin at their start. */
    public Map<String, Long> starts(Map<String, JournalSource> sources) {
        Map<String, Long> starts = indexes("--from-index", fromIndexes, sources);
        if (fromTime != null) {
            long time = time("--from-time", fromTime);
            sources.forEach((name, source) -> starts.merge(name, firstAt(source, time), Math::max));
        }
        return starts;
    }

    /** For sources by name the last position of a row that is wanted, which need not be one of a record; not those that are read to their end. */
    public Map<String, Long> ends(Map<String, JournalSource> sources) {
        Map<String, Long> ends = indexes("--to-index", toIndexes, sources);
        if (toTime != null) {
            long time = time("--to-time", toTime);
            sources.forEach((name, source) -> {
                long first = firstAt(source, time);
                if (first < Long.MAX_VALUE) {
                    ends.merge(name, first - 1, Math::min);
                }
            });
        }
        return ends;
    }

    private Map<String, Long> indexes(String option, List<String> texts, Map<String, JournalSource> sources) {
        Map<String, Long> indexes = new HashMap<>();
        for (String text : texts) {
            int equals = text.lastIndexOf('=');
            if (equals < 0 && sources.size() > 1) {
                throw usage(option + ": the query reads several sources, so say which one is meant: " + option + " "
                        + sources.keySet().stream().sorted().findFirst().orElseThrow() + "=" + text + ".");
            }
            String name = equals < 0 ? sources.keySet().iterator().next() : text.substring(0, equals);
            if (!sources.containsKey(name)) {
                throw new TidemarkException(
                        ErrorCode.SETTING_INVALID,
                        "The query has no source '" + name + "'.",
                        "It has these: " + sources.keySet().stream().sorted().toList() + ".");
            }
            try {
                indexes.put(name, new IndexConverter().convert(text.substring(equals + 1)));
            } catch (TypeConversionException e) {
                throw usage(option + ": " + e.getMessage());
            }
        }
        return indexes;
    }

    private long time(String option, String text) {
        try {
            return TimePoint.parse(text, ZoneOffset.UTC, () -> {
                throw usage(option + " needs a day: 2013-11-25T" + text + ".");
            });
        } catch (TypeConversionException e) {
            throw usage(option + ": " + e.getMessage());
        }
    }

    /** Position of the first row whose event time is not before a time, or {@link Long#MAX_VALUE}. */
    private long firstAt(JournalSource source, long timeNs) {
        int column = TimeColumn.of(source.schema(), timeColumn);
        long[] found = {Long.MAX_VALUE};
        RecordHandler look = new RecordHandler() {
            @Override
            public void onRow(RowView row) {
                if (found[0] == Long.MAX_VALUE && !row.isNull(column) && row.getLong(column) >= timeNs) {
                    found[0] = row.position();
                }
            }

            @Override
            public void onInvalid(RowView record, String reason) {
                // It has no event time.
            }
        };
        try (JournalReader reader = source.openReader()) {
            long end = reader.endPosition();
            while (found[0] == Long.MAX_VALUE && reader.position() < end && reader.poll(look, BATCH) > 0) {
                // One batch after the other.
            }
        }
        return found[0];
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
