package io.tidemark.chronicle;

import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.queue.impl.TableStore;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.impl.single.TableStoreWriteLock;
import net.openhft.chronicle.queue.impl.table.Metadata;
import net.openhft.chronicle.queue.impl.table.SingleTableBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases the write lock that a dead process left in a queue.
 *
 * <p>The queue's lock is a process id in a file. In a container the next process has the same id and would wait for itself. To
 * be used only behind a lock of the operating system that proves that nobody else appends.
 */
final class StaleLock {
    private static final Logger LOG = LoggerFactory.getLogger(StaleLock.class);
    private static final String WRITE_LOCK_KEY = "chronicle.write.lock";

    private StaleLock() {}

    static void release(Path directory) {
        Path metadata = directory.resolve(QueueFiles.METADATA);
        if (!Files.exists(metadata)) {
            return;
        }
        SingleChronicleQueueBuilder.addAliases();
        try (TableStore<Metadata.NoMeta> table = SingleTableBuilder.binary(metadata, Metadata.NoMeta.INSTANCE)
                .readOnly(false)
                .build()) {
            release(table, TableStoreWriteLock.APPEND_LOCK_KEY);
            release(table, WRITE_LOCK_KEY);
        }
    }

    private static void release(TableStore<Metadata.NoMeta> table, String key) {
        try (LongValue lock = table.doWithExclusiveLock(store -> store.acquireValueFor(key))) {
            long holder = lock.getVolatileValue();
            if (holder != TableStoreWriteLock.UNLOCKED
                    && lock.compareAndSwapValue(holder, TableStoreWriteLock.UNLOCKED)) {
                LOG.info("Released {} of {}, left by process {}.", key, table.file(), (int) holder);
            }
        }
    }
}
