package io.tidemark.engine;

import io.tidemark.checkpoint.CheckpointStore;
import io.tidemark.checkpoint.FileHook;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.metrics.QueryCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The warm-up of a query that was just opened and has read nothing: its own operators run on rows that nobody keeps, with scratch journals in place of its sources,
 * sinks and order journal, and with scratch checkpoints. Then everything is put back as it was. It comes before the state of a checkpoint is loaded, so the copy
 * to go back to is one of empty state. Engine thread only.
 */
final class Rehearsal {
    private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
    private static final String FOLDER = "warm-up";
    private static final int WORK_PER_ROW = 16;
    private static final int WORK_WHEN_IDLE = 1024;
    private static final int CHECKPOINTS = 4;
    private static final int CUTS = 50;

    private final QuerySpec spec;
    private final Pipeline pipeline;
    private final QueryCounters counters;

    private Rehearsal(QuerySpec spec, Pipeline pipeline, QueryCounters counters) {
        this.spec = spec;
        this.pipeline = pipeline;
        this.counters = counters;
    }

    /**
     * Runs the warm-up that a query asks for. One that fails, because a function does not take what was made up, say, ends early: a query that could run without
     * a warm-up is never refused for it.
     */
    static void run(QuerySpec spec, Pipeline pipeline, QueryCounters counters) {
        if (spec.warmUp().rows() > 0) {
            new Rehearsal(spec, pipeline, counters).run();
        }
    }

    private void run() {
        PipelineImage before = pipeline.copy();
        Path folder = null;
        try {
            folder = makeFolder();
            play(folder);
        } catch (IllegalStateException | ArithmeticException | TidemarkException e) {
            LOG.warn("The warm-up of query '{}' ended early: {}", spec.name(), e.toString());
        } finally {
            pipeline.restore(before);
            counters.forgetUnkept();
            if (folder != null) {
                delete(folder);
            }
        }
    }

    private void play(Path folder) {
        try (ScratchFiles files = new ScratchFiles(spec, folder)) {
            Diversion diversion = pipeline.divert(files);
            try {
                drive(folder);
            } finally {
                diversion.close();
            }
        }
    }

    private void drive(Path folder) {
        CheckpointStore store = spec.checkpoints().enabled() && spec.directory() != null
                ? CheckpointStore.open(folder, FileHook.NONE)
                : null;
        try (Checkpointer checkpointer = store == null
                ? null
                : Checkpointer.start(spec, store, "", Checkpointer.Listener.NOBODY, pipeline, null)) {
            readAll(checkpointer);
            pipeline.drain();
            if (checkpointer != null) {
                checkpointer.lastCheckpoint();
            }
        }
    }

    /** The cycle of the engine, with a checkpoint or a cut now and then. */
    private void readAll(Checkpointer checkpointer) {
        long all = (long) spec.warmUp().rows() * spec.sources().size();
        boolean cuts = spec.plan().settings().needsCuts() && spec.cutEvery() == 0;
        long read = 0;
        int busy;
        do {
            int now = pipeline.poll(spec.pollLimit());
            int done = now + pipeline.work(now > 0 ? WORK_PER_ROW : WORK_WHEN_IDLE);
            int saved = checkpointer == null ? 0 : checkpointer.work(now);
            pipeline.publish();
            if (passes(read, now, all / CHECKPOINTS) && checkpointer != null) {
                checkpointer.requests().ask();
            }
            if (cuts && passes(read, now, all / CUTS)) {
                pipeline.cut();
            }
            read += now;
            busy = done + saved;
        } while (busy > 0);
    }

    private static boolean passes(long before, int more, long every) {
        return every > 0 && before / every != (before + more) / every;
    }

    private Path makeFolder() {
        try {
            if (spec.directory() == null) {
                return Files.createTempDirectory("tidemark-warm-up");
            }
            Path folder = spec.directory().resolve(FOLDER);
            delete(folder);
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static TidemarkException failed(IOException cause) {
        return new TidemarkException(
                ErrorCode.IO_FAILED,
                "The folder of a warm-up cannot be made or deleted: " + cause + ".",
                "Check the disk and the permissions, or start without a warm-up.",
                cause);
    }
}
