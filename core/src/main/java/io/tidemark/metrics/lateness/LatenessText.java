package io.tidemark.metrics.lateness;

import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Locale;

/** A report for people. Delays are rounded up, shares of what is complete down, so what is shown is never better than what was found. */
final class LatenessText {
    private static final long SECOND = 1_000_000_000L;
    private static final int NANO_DIGITS = 9;
    private static final int MILLI_DIGITS = 3;
    private static final int SHARE_DIGITS = 4;

    private final LatenessReport report;
    private final Writer out;

    LatenessText(LatenessReport report, Writer out) {
        this.report = report;
        this.out = out;
    }

    void write() throws IOException {
        LatenessSettings settings = report.settings();
        LatenessSettings.Window window = settings.window();
        line(
                "late",
                window == null
                        ? "a row, by its own time, once the watermark has passed it"
                        : "a row, once its last window is complete; windows of " + seconds(window.sizeNs()) + " every "
                                + seconds(window.slideNs()));
        line("state", settings.keys() + " keys, " + settings.groupBytes() + " bytes a group");
        source(report.total());
        if (report.sources().size() > 1) {
            for (SourceLateness source : report.sources()) {
                out.write('\n');
                source(source);
            }
            out.write('\n');
            line("worst", report.worst() == null ? "no source has rows" : report.worst());
        }
    }

    private void source(SourceLateness source) throws IOException {
        line(
                "rows",
                source.name() + ": " + source.rows()
                        + (source.rows() == 0
                                ? ""
                                : ", event times " + time(source.firstNs()) + " to " + time(source.lastNs()))
                        + (source.nullTimes() > 0 ? ", and " + source.nullTimes() + " without a time" : "")
                        + (source.outsideWindows() > 0 ? ", " + source.outsideWindows() + " in no window" : ""));
        if (source.rows() == 0) {
            return;
        }
        line(
                "disorder",
                String.format(
                        Locale.ROOT,
                        "%d rows (%.2f %%) lie behind an earlier one, by %s at most",
                        source.rowsBehind(),
                        100.0 * source.rowsBehind() / source.rows(),
                        seconds(source.disorderMostNs())));
        out.write(String.format(
                Locale.ROOT,
                "%-8s %10s %10s %10s %10s %10s%s %10s %12s %22s\n",
                "for",
                "delay",
                "complete",
                "at least",
                "rows lost",
                "a day",
                report.weighted() ? String.format(Locale.ROOT, " %18s", "value lost") : "",
                "groups",
                "extra bytes",
                "result after"));
        for (DelayEffect effect : source.effects()) {
            effect(effect);
        }
    }

    private void effect(DelayEffect effect) throws IOException {
        String value = String.format(Locale.ROOT, "%.2f (%.3f %%)", effect.valueLost(), 100 * effect.valueShareLost());
        String row = String.format(
                Locale.ROOT,
                "%-8s %10s %10s %10s %10d %10.1f%s %10d %12d %22s",
                effect.name(),
                seconds(effect.delayNs()),
                share(effect.completeness()),
                share(effect.completenessAtLeast()),
                effect.rowsLost(),
                effect.rowsLostPerDay(),
                report.weighted() ? String.format(Locale.ROOT, " %18s", value) : "",
                effect.groups(),
                effect.extraBytes(),
                seconds(effect.meanResultNs()) + " / " + seconds(effect.worstResultNs()));
        out.write(row + "\n");
    }

    private static String share(double share) {
        return BigDecimal.valueOf(share)
                        .movePointRight(2)
                        .setScale(SHARE_DIGITS, RoundingMode.DOWN)
                        .toPlainString()
                + " %";
    }

    /** From a second on rounded up to the millisecond, else exact. */
    private static String seconds(long nanos) {
        BigDecimal seconds = BigDecimal.valueOf(nanos, NANO_DIGITS);
        return (nanos >= SECOND ? seconds.setScale(MILLI_DIGITS, RoundingMode.CEILING) : seconds)
                        .stripTrailingZeros()
                        .toPlainString()
                + " s";
    }

    private static String time(long epochNs) {
        return Instant.ofEpochSecond(Math.floorDiv(epochNs, SECOND), Math.floorMod(epochNs, SECOND))
                .toString();
    }

    private void line(String name, String value) throws IOException {
        out.write(String.format(Locale.ROOT, "%-8s ", name) + value + "\n");
    }
}
