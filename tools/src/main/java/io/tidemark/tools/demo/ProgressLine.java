package io.tidemark.tools.demo;

import io.tidemark.metrics.QueryProgress;
import io.tidemark.operator.DropReason;
import java.time.Instant;

/** One line on where a query stands. */
final class ProgressLine {
    private final long startNs = System.nanoTime();

    /** Rows read and rows a second since the start, watermark, open windows, late rows, state. */
    String of(QueryProgress progress) {
        double seconds = Math.max(1e-3, (System.nanoTime() - startNs) / 1e9);
        Instant watermark = progress.watermark();
        boolean drained = watermark != null && watermark.isAfter(Instant.parse("2262-01-01T00:00:00Z"));
        return String.format(
                "  %6.2f s: %7d rows, %9.0f rows/s, watermark %s, %d open windows, %d late, %d KiB of %d MiB state",
                seconds,
                progress.rowsRead(),
                progress.rowsRead() / seconds,
                watermark == null ? "none" : drained ? "at the end" : watermark,
                progress.openPanes(),
                progress.dropped(DropReason.LATE),
                progress.stateUsedBytes() >> 10,
                progress.stateLimitBytes() >> 20);
    }
}
