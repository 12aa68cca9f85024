package io.tidemark.chronicle;

import java.nio.file.Path;
import java.util.function.Consumer;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;

/** A queue of another program. */
final class ForeignQueue implements AutoCloseable {
    final SetTimeProvider time = new SetTimeProvider(1_700_000_000_000_000_000L);
    final SingleChronicleQueue queue;
    final ExcerptAppender appender;

    ForeignQueue(Path directory) {
        queue = SingleChronicleQueueBuilder.binary(directory)
                .rollCycle(TestRollCycles.TEST_SECONDLY)
                .timeProvider(time)
                .blockSize(64 << 10)
                .build();
        appender = queue.createAppender();
    }

    /** Writes a queue and closes it. */
    static void write(Path directory, Consumer<ForeignQueue> documents) {
        try (ForeignQueue queue = new ForeignQueue(directory)) {
            documents.accept(queue);
        }
    }

    @Override
    public void close() {
        appender.close();
        queue.close();
    }
}
