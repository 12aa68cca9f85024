package io.tidemark.metrics.lateness;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Comparator;
import java.util.List;

/**
 * How late rows are, and what a delay of the watermark loses and costs.
 *
 * @param settings what was asked
 * @param weighted whether rows have a value
 * @param total all sources together
 * @param sources each of them
 * @param worst name of the source that needs the greatest delay for the last target, and among equals the greatest of all; null without rows
 */
public record LatenessReport(
        LatenessSettings settings, boolean weighted, SourceLateness total, List<SourceLateness> sources, String worst) {
    static LatenessReport of(
            LatenessSettings settings, boolean weighted, SourceLateness total, List<SourceLateness> sources) {
        String worst = sources.stream()
                .filter(source -> source.rows() > 0)
                .max(Comparator.comparingLong((SourceLateness source) -> atTarget(settings, source))
                        .thenComparingLong(SourceLateness::neededMostNs))
                .map(SourceLateness::name)
                .orElse(null);
        return new LatenessReport(settings, weighted, total, List.copyOf(sources), worst);
    }

    /** Writes it for people. */
    public void writeText(Writer out) throws IOException {
        new LatenessText(this, out).write();
    }

    /** Writes it as one JSON object, see {@link LatenessJson}. */
    public void writeJson(Writer out) throws IOException {
        new LatenessJson(this).write(out);
    }

    /** The report for people. */
    @Override
    public String toString() {
        StringWriter text = new StringWriter();
        try {
            writeText(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static long atTarget(LatenessSettings settings, SourceLateness source) {
        int targets = settings.targets().size();
        return targets == 0
                ? source.neededMostNs()
                : source.effect(DelayTable.percent(settings.targets().get(targets - 1)))
                        .delayNs();
    }
}
