package io.tidemark.tools.stats;

import io.tidemark.chronicle.JournalFile;
import io.tidemark.row.RowKind;
import io.tidemark.row.Schema;
import io.tidemark.tools.text.TimeText;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.Locale;

/** The figures of a journal for people. */
public final class StatisticsText {
    private static final int NANO_DIGITS = 9;

    private final JournalStatistics figures;
    private final Schema schema;

    /** The figures of a journal with these columns. */
    public StatisticsText(JournalStatistics figures, Schema schema) {
        this.figures = figures;
        this.schema = schema;
    }

    /** Writes them. */
    public void write(Writer out) throws IOException {
        line(
                out,
                "records",
                figures.rows + figures.invalid + ", of these " + figures.invalid + " damaged; rows have "
                        + figures.rowBytes + " bytes");
        if (figures.lastPosition >= 0) {
            line(out, "positions", index(figures.firstPosition) + " to " + index(figures.lastPosition));
        }
        StringBuilder kinds = new StringBuilder();
        for (RowKind kind : RowKind.values()) {
            if (figures.kinds[kind.ordinal()] > 0) {
                kinds.append(kinds.isEmpty() ? "" : ", ")
                        .append(kind)
                        .append(' ')
                        .append(figures.kinds[kind.ordinal()]);
            }
        }
        line(out, "kinds", kinds.isEmpty() ? "none" : kinds.toString());
        written(out);
        eventTime(out);
        for (int i = 0; i < figures.fileRows.length; i++) {
            JournalFile file = figures.files.files().get(i);
            line(
                    out,
                    "file",
                    file.name() + "  " + file.bytes() + " bytes  " + file.records() + " records"
                            + (figures.fileRows[i] == file.records()
                                    ? ", rows have " + figures.fileBytes[i] + " bytes"
                                    : ", of these " + figures.fileRows[i] + " looked at"));
        }
    }

    private void written(Writer out) throws IOException {
        if (figures.written.isEmpty()) {
            line(out, "written", "no record has a time of writing");
            return;
        }
        line(
                out,
                "written",
                TimeText.of(figures.written.leastNs()) + " to "
                        + TimeText.of(figures.written.greatestNs())
                        + String.format(
                                Locale.ROOT,
                                ", %.3f s, %.1f records a second, at most %d in one",
                                figures.written.seconds(),
                                figures.written.perSecond(),
                                figures.busiestSecond));
        silences(out, figures.writeSilences);
    }

    private void eventTime(Writer out) throws IOException {
        if (figures.timeColumn < 0) {
            line(out, "event time", "no column is known for it; name one with --time-column");
            return;
        }
        String name = schema.field(figures.timeColumn).name();
        if (figures.eventTime.isEmpty()) {
            line(out, "event time", name + "  no row has one");
            return;
        }
        line(
                out,
                "event time",
                name + "  " + TimeText.of(figures.eventTime.leastNs()) + " to "
                        + TimeText.of(figures.eventTime.greatestNs()) + ", " + figures.nullTimes + " null");
        silences(out, figures.eventSilences);
        StringBuilder delays = new StringBuilder();
        for (double percentile : Disorder.PERCENTILES) {
            delays.append(
                            percentile == 100
                                    ? ", most "
                                    : ", "
                                            + BigDecimal.valueOf(percentile)
                                                    .stripTrailingZeros()
                                                    .toPlainString() + " % ")
                    .append(seconds(figures.disorder.delayNs(percentile)));
        }
        line(
                out,
                "disorder",
                String.format(
                                Locale.ROOT,
                                "%d of %d rows (%.2f %%) lie behind an earlier one",
                                figures.disorder.behind(),
                                figures.eventTime.count(),
                                100.0 * figures.disorder.behind() / figures.eventTime.count())
                        + "; by" + delays.substring(1));
    }

    private static void silences(Writer out, Silences silences) throws IOException {
        for (Silences.Silence silence : silences.longest()) {
            line(
                    out,
                    "  silence",
                    seconds(silence.lengthNs()) + " until " + TimeText.of(silence.endNs()) + " at "
                            + index(silence.position()));
        }
    }

    /** {@code 1.5 s}, exact. */
    static String seconds(long nanos) {
        return BigDecimal.valueOf(nanos, NANO_DIGITS).stripTrailingZeros().toPlainString() + " s";
    }

    private static String index(long position) {
        return "0x" + Long.toHexString(position);
    }

    private static void line(Writer out, String name, String value) throws IOException {
        out.write(String.format(Locale.ROOT, "%-11s", name) + value + "\n");
    }
}
