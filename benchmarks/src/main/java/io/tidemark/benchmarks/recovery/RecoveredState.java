package io.tidemark.benchmarks.recovery;

import io.tidemark.RowCallback;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.journal.JournalSource;
import io.tidemark.offheap.ChronicleState;
import java.nio.file.Path;
import java.time.Duration;

/** What the state of a restart consists of. The rows are those of {@link KeyedCounts}. */
enum RecoveredState {
    /** Groups of one window, an updated row for each row that comes in. */
    GROUPS {
        @Override
        StreamWriter query(JournalSource source, long entries, Path directory, RowCallback callback) {
            return KeyedCounts.query(source, entries, directory, callback);
        }

        @Override
        long key(long number, long entries) {
            return number % entries;
        }
    },

    /** Ids that a deduplication remembers, in a log. */
    IDS {
        @Override
        StreamWriter query(JournalSource source, long entries, Path directory, RowCallback callback) {
            return Tidemark.stream("rows", source)
                    .withWatermark("ts", Duration.ofSeconds(5))
                    .dropDuplicatesWithinWatermark("k")
                    .writeStream()
                    .queryName("ids")
                    .state(ChronicleState.withLimit(LEAST_BYTES + entries * BYTES_PER_ID))
                    .foreach(callback)
                    .directory(directory)
                    .checkpoints(CheckpointSettings.onDemand());
        }

        @Override
        long key(long number, long entries) {
            return number;
        }
    };

    private static final long BYTES_PER_ID = 110;
    private static final long LEAST_BYTES = 64L << 20;

    /** The query. */
    abstract StreamWriter query(JournalSource source, long entries, Path directory, RowCallback callback);

    /** Key of a row that comes in when there are so many entries, and brings out a row. */
    abstract long key(long number, long entries);
}
