package io.tidemark.tools.read;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import io.tidemark.tools.IndexConverter;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options that say which records of a journal are wanted. */
public final class RangeOptions {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--filter",
            paramLabel = "EXPR",
            description = "Rows for which this is true, such as \"price > 1.5 and symbol in ('A', 'B')\".")
    private String filter;

    @Option(
            names = {"-i", "--include"},
            paramLabel = "REGEX",
            description = "Rows whose line of text has a match. Can be given again: all have to match.")
    private List<String> include = List.of();

    @Option(
            names = {"-e", "--exclude"},
            paramLabel = "REGEX",
            description = "Not those whose line of text has a match. Can be given again.")
    private List<String> exclude = List.of();

    @Option(
            names = {"-n", "--from-index"},
            paramLabel = "INDEX",
            converter = IndexConverter.class,
            description = "Start with the first record at this index or after it. Decimal, or hexadecimal with 0x.")
    private Long fromIndex;

    @Option(
            names = "--to-index",
            paramLabel = "INDEX",
            converter = IndexConverter.class,
            description = "End with the last record at this index or before it.")
    private Long toIndex;

    @Option(
            names = "--from-time",
            paramLabel = "TIME",
            description = "Rows whose event time is this one or later: 2013-11-25T07:55:00Z, 2013-11-25, or 07:55 of"
                    + " --date, without which the day of the newest row is meant.")
    private String fromTime;

    @Option(names = "--to-time", paramLabel = "TIME", description = "Rows whose event time is earlier than this one.")
    private String toTime;

    @Option(
            names = "--date",
            paramLabel = "DAY",
            description = "Rows whose event time is of this day in --zone, such as 2013-11-25.")
    private String date;

    @Option(
            names = "--time-column",
            paramLabel = "NAME",
            description = "Column with the event time. Default: the only one of type timestamp.")
    private String timeColumn;

    @Option(
            names = "--from-written",
            paramLabel = "TIME",
            description = "Records that were written at this time, their ingest time, or later.")
    private String fromWritten;

    @Option(names = "--to-written", paramLabel = "TIME", description = "Records that were written earlier than this.")
    private String toWritten;

    @Option(
            names = {"-z", "--zone"},
            paramLabel = "ZONE",
            description =
                    "Zone of times without an offset, and of times in text output: Europe/Paris, +01:00, or local."
                            + " Default: UTC.")
    private String zone = "UTC";

    @Option(
            names = {"-m", "--last"},
            paramLabel = "COUNT",
            description = "Of all these rows the last so many.")
    private Long last;

    @Option(names = "--skip", paramLabel = "COUNT", description = "Pass over so many rows first.")
    private Long skip;

    @Option(
            names = {"-x", "--limit", "--max"},
            paramLabel = "COUNT",
            description = "At most so many rows.")
    private Long limit;

    /**
     * Where to begin and end.
     *
     * @param reverse whether the last row comes first
     */
    public WalkBounds bounds(boolean reverse) {
        return new WalkBounds(
                fromIndex == null ? JournalReader.NO_POSITION : fromIndex,
                toIndex == null ? Long.MAX_VALUE : toIndex,
                count("--last", last, Long.MAX_VALUE),
                count("--skip", skip, 0),
                count("--limit", limit, Long.MAX_VALUE),
                reverse);
    }

    private long count(String option, Long count, long otherwise) {
        if (count != null && count < 0) {
            throw usage(option + " needs a number of 0 or more, not " + count + ".");
        }
        return count == null ? otherwise : count;
    }

    /** The zone. */
    public ZoneId zone() {
        try {
            return zone.equalsIgnoreCase("local") ? ZoneId.systemDefault() : ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw usage("'" + zone + "' is not a zone. Write it as UTC, Europe/Paris, +01:00 or local.");
        }
    }

    /** Name of the time column that is asked for, or null. */
    public String timeColumn() {
        return timeColumn;
    }

    /**
     * The test that rows of a journal have to pass.
     *
     * @throws io.tidemark.error.TidemarkException when the filter, or the column with the time, does not fit the journal
     */
    public RowTest test(OpenedJournal journal) {
        RowTest test = RowTest.ALL;
        if (fromTime != null || toTime != null || date != null) {
            test = eventTime(journal);
        }
        if (fromWritten != null || toWritten != null) {
            Day day = new Day(journal, -1);
            test = test.and(RowTests.writeTime(
                    point("--from-written", fromWritten, Long.MIN_VALUE, day),
                    point("--to-written", toWritten, Long.MAX_VALUE, day)));
        }
        if (filter != null) {
            test = test.and(RowTests.filter(filter, journal.schema()));
        }
        if (!include.isEmpty() || !exclude.isEmpty()) {
            test = test.and(RowTests.patterns(patterns(include), patterns(exclude), journal.schema()));
        }
        return test;
    }

    private RowTest eventTime(OpenedJournal journal) {
        int column = TimeColumn.of(journal.schema(), timeColumn);
        Day day = new Day(journal, column);
        LocalDate asked = asked();
        long start = asked == null ? Long.MIN_VALUE : TimePoint.startOf(asked, zone());
        long end = asked == null ? Long.MAX_VALUE : TimePoint.startOf(asked.plusDays(1), zone());
        return RowTests.eventTime(
                column,
                Math.max(start, point("--from-time", fromTime, start, day)),
                Math.min(end, point("--to-time", toTime, end, day)));
    }

    private LocalDate asked() {
        try {
            return date == null ? null : LocalDate.parse(date);
        } catch (DateTimeException e) {
            throw usage("--date: '" + date + "' is not a day. Write it as 2013-11-25.");
        }
    }

    private long point(String option, String text, long otherwise, Day day) {
        try {
            return text == null ? otherwise : TimePoint.parse(text, zone(), day::get);
        } catch (TypeConversionException e) {
            throw usage(option + ": " + e.getMessage());
        }
    }

    private List<Pattern> patterns(List<String> texts) {
        try {
            return texts.stream().map(Pattern::compile).toList();
        } catch (PatternSyntaxException e) {
            throw usage("'" + e.getPattern() + "' is not a regular expression: " + e.getDescription() + ".");
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** The day of a time of day: the one that is asked for, or that of the newest record. */
    private final class Day {
        private final OpenedJournal journal;
        private final int column;

        /** @param column with the event time, or -1 for the time of writing */
        Day(OpenedJournal journal, int column) {
            this.journal = journal;
            this.column = column;
        }

        LocalDate get() {
            LocalDate asked = asked();
            if (asked != null) {
                return asked;
            }
            long[] newest = {RowView.NO_INGEST_TIME};
            JournalReader reader = journal.reader();
            reader.moveAfter(journal.files().before(reader.endPosition()));
            reader.poll(
                    new RecordHandler() {
                        @Override
                        public void onRow(RowView row) {
                            newest[0] = column < 0
                                    ? row.ingestTimeNs()
                                    : row.isNull(column) ? RowView.NO_INGEST_TIME : row.getLong(column);
                        }

                        @Override
                        public void onInvalid(RowView record, String reason) {
                            newest[0] = RowView.NO_INGEST_TIME;
                        }
                    },
                    1);
            reader.moveAfter(JournalReader.NO_POSITION);
            if (newest[0] == RowView.NO_INGEST_TIME) {
                throw usage("The newest record has no time, so give a day with the time of day, or with --date.");
            }
            return Instant.ofEpochSecond(Math.floorDiv(newest[0], NANOS_PER_SECOND))
                    .atZone(zone())
                    .toLocalDate();
        }
    }
}
