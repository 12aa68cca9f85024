package io.tidemark.probes;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.metrics.StreamingQueryProgress;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Progress over a restart. */
class ProgressRestartTest {
    private static final long S = 1_000_000_000L;

    @TempDir
    private Path home;

    /** Probe M18: the query ends between two checkpoints without one; after the restart no progress shows a watermark before that of the last checkpoint. */
    @Test
    void m18ShouldNeverShowAWatermarkBeforeTheCommittedOne() {
        try (MemoryJournal source = MemoryJournal.of("in", Schema.parse("ts timestamp, key string"));
                MemoryJournal out = MemoryJournal.output("out")) {
            CrashingSink sink = new CrashingSink(out);
            long committed;
            try (QueryInvoker query = writer(source, sink).invoker()) {
                for (int i = 0; i < 30; i++) {
                    source.appendValues(i * S, "a");
                }
                query.processAllAvailable();
                assertEquals(1, query.checkpoint());
                StreamingQueryProgress progress = query.takeProgress();
                committed = progress.eventTime().watermarkNs();
                assertEquals(27 * S, committed);
                assertEquals(0L, progress.sources().get(0).uncommittedRows());
                assertEquals(1, progress.snapshot().number());
                assertTrue(progress.snapshot().bytes() > 0);
                sink.crashAt(4, false);
                for (int i = 30; i < 60; i++) {
                    source.appendValues(i * S, "a");
                }
                assertThrows(TidemarkException.class, query::processAllAvailable);
                assertEquals("FAILED", query.lastProgress().life());
            }
            try (QueryInvoker query = writer(source, sink).invoker()) {
                StreamingQueryProgress first = query.takeProgress();
                assertEquals(committed, first.eventTime().watermarkNs());
                assertEquals(30L, first.backlogRows());
                assertEquals(30, first.sources().get(0).totalInputRows());
                long last = committed;
                while (query.invoke() > 0) {
                    StreamingQueryProgress progress = query.takeProgress();
                    assertTrue(progress.eventTime().watermarkNs() >= last);
                    last = progress.eventTime().watermarkNs();
                }
                assertEquals(57 * S, last);
                assertEquals(30L, query.takeProgress().sources().get(0).uncommittedRows());
            }
        }
    }

    private StreamWriter writer(MemoryJournal source, CrashingSink sink) {
        return Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ofSeconds(2))
                .groupBy(window("ts", Duration.ofSeconds(10)), "key")
                .agg(count().as("rows"))
                .writeStream()
                .queryName("counts")
                .directory(home)
                .checkpoints(CheckpointSettings.onDemand())
                .pollLimit(5)
                .progressEvery(Duration.ZERO)
                .to(sink);
    }
}
