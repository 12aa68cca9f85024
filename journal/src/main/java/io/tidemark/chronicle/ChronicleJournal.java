package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalMeter;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.ScratchJournal;
import io.tidemark.memory.JvmFlags;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import net.openhft.chronicle.core.time.SystemTimeProvider;
import net.openhft.chronicle.core.time.TimeProvider;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.rollcycles.LargeRollCycles;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.OffsetEpochNanoClock;

/**
 * A journal of rows in a directory: Chronicle Queue files and {@code schema.json}.
 *
 * <p>Any number of readers, in this process and others, and at most one appender or writer over all processes. Readers never
 * write to the directory. A position is the index that the queue gives; positions only grow, and are not consecutive across
 * roll cycles.
 *
 * <p>The journal may be shared between threads; what it opens belongs to one thread each. After {@link #close} its readers and its
 * appender refuse every call with {@code QUERY_STATE_INVALID}; a reader keeps its files mapped until it is closed itself.
 */
public final class ChronicleJournal implements JournalSource, JournalSink, AutoCloseable {
    /** How long the queue waits for a record that another process has begun: nobody else writes behind our lock, so that one is dead. */
    private static final int DEAD_WRITER_MS = 100;

    private static final long DEFAULT_FLOOR_BYTES = 64L << 20;

    private final Path directory;
    private final Schema schema;
    private final boolean readOnly;
    private final RollCycle rollCycle;
    private final long blockSizeBytes;
    private final TimeProvider rollTime;
    private final Consumer<String> afterRepairStep;
    private final long minFreeBytes;
    private final LongSupplier usableBytes;
    private final JournalForce force;
    private final JournalGate gate;
    private QueueAppender appender;

    private ChronicleJournal(Builder builder, Schema schema, boolean readOnly) {
        this.directory = builder.directory;
        this.schema = schema;
        this.readOnly = readOnly;
        this.rollCycle = builder.rollCycle;
        this.blockSizeBytes = builder.blockSizeBytes;
        this.rollTime = builder.rollTime;
        this.afterRepairStep = builder.afterRepairStep;
        this.minFreeBytes = builder.minFreeBytes < 0 ? DEFAULT_FLOOR_BYTES + blockSizeBytes : builder.minFreeBytes;
        this.usableBytes = builder.usableBytes == null ? directory.toFile()::getUsableSpace : builder.usableBytes;
        this.force = new JournalForce(directory);
        this.gate = new JournalGate(directory.toString());
    }

    /**
     * Makes a journal, or opens the one that is there when its schema is the same.
     *
     * @throws TidemarkException {@code SCHEMA_MISMATCH} naming the first column that differs, {@code SCHEMA_INVALID} without columns,
     *     {@code JOURNAL_INVALID} when the directory holds something else, {@code IO_FAILED}, {@code JVM_FLAG_MISSING}
     */
    public static ChronicleJournal create(Path directory, Schema schema) {
        return at(directory).create(schema);
    }

    /**
     * Opens the journal that must be there.
     *
     * @throws TidemarkException {@code JOURNAL_MISSING}, {@code JOURNAL_INVALID}, {@code SCHEMA_INVALID}, {@code JVM_FLAG_MISSING}
     */
    public static ChronicleJournal open(Path directory) {
        return at(directory).open();
    }

    /** As {@link #open}, but no appender or writer can be opened. Needs no permission to write. */
    public static ChronicleJournal openReadOnly(Path directory) {
        Builder builder = at(directory);
        return new ChronicleJournal(builder, JournalDirectory.readSchema(directory), true);
    }

    /** Settings for a new journal. */
    public static Builder at(Path directory) {
        Objects.requireNonNull(directory, "directory");
        JvmFlags.check();
        return new Builder(directory);
    }

    /** The directory. */
    public Path directory() {
        return directory;
    }

    @Override
    public String name() {
        return directory.toString();
    }

    @Override
    public Schema schema() {
        return schema;
    }

    /** True: every record has a place for it. A record that was written without one says so itself. */
    @Override
    public boolean recordsIngestTime() {
        return true;
    }

    /** A reader at the start that tests headers, but not checksums. */
    @Override
    public ChronicleReader openReader() {
        return openReader(false);
    }

    @Override
    public JournalMeter openMeter() {
        gate.require();
        return new QueueMeter(directory, gate, true);
    }

    /** A reader at the start that also tests the checksum of every record, at the price of reading it twice. */
    public ChronicleReader openVerifyingReader() {
        return openReader(true);
    }

    /**
     * Reads forward from just after a position to the record that is the last one now, testing checksums and sequences, up to
     * the first fault. Takes about as long as reading the files twice.
     *
     * @param position what a reader gave, or {@link JournalReader#NO_POSITION} for the start
     */
    public JournalCheck check(long position) {
        try (ChronicleReader reader = openVerifyingReader()) {
            reader.moveAfter(position);
            return JournalCheck.run(reader);
        }
    }

    /**
     * As {@link #check}, in one sentence.
     *
     * @return what is wrong and where, or empty
     */
    @Override
    public String faultAfter(long position) {
        try {
            check(position).requireIntact(name());
            return "";
        } catch (TidemarkException e) {
            if (e.code() != ErrorCode.RECORD_CORRUPT && e.code() != ErrorCode.SOURCE_RETENTION_GAP) {
                throw e;
            }
            return e.problems().get(0).reason();
        }
    }

    /**
     * Forces what was appended so far to disk, whoever has appended it. Any thread; takes as long as the disk does.
     *
     * @throws TidemarkException {@code IO_FAILED}
     */
    @Override
    public void force() {
        force.force();
    }

    /**
     * Opens the one appender for code in this process, which stamps ingest times with the system's clock.
     *
     * <p>Where the machine stopped under the last appender, what was written last is read first, and cut to its valid records if the stop has
     * damaged it; {@link RowAppender#repaired} says so.
     *
     * @throws TidemarkException {@code DIRECTORY_IN_USE} when this or another process holds the journal's writer or appender,
     *     {@code RECORD_CORRUPT} when the machine stopped and there is damage that the stop does not explain, {@code DISK_SPACE_LOW}
     */
    public RowAppender openAppender() {
        return openAppender(new OffsetEpochNanoClock());
    }

    /** As {@link #openAppender()}, with a clock of the caller's. */
    public RowAppender openAppender(EpochNanoClock clock) {
        Objects.requireNonNull(clock, "clock");
        return new RowAppender(openQueueAppender(), clock);
    }

    /**
     * Opens the one writer for the rows of a query.
     *
     * @throws TidemarkException {@code SCHEMA_MISMATCH}, and as {@link #openAppender()}
     */
    @Override
    public JournalWriter openWriter(Schema rows) {
        Objects.requireNonNull(rows, "schema");
        JournalDirectory.requireSame(directory, schema, rows);
        return new ChronicleWriter(openQueueAppender());
    }

    @Override
    public ScratchJournal scratch(Path scratchDirectory, Schema rows) {
        ChronicleJournal scratch = at(scratchDirectory)
                .rollCycle(rollCycle)
                .blockSizeBytes(blockSizeBytes)
                .minFreeBytes(minFreeBytes)
                .rollTime(new RollOften(rollCycle))
                .create(rows);
        return new ScratchJournal(scratch, scratch, scratch);
    }

    /** Ends the appender or writer, once an append that another thread is in the middle of is done, and makes readers refuse. */
    @Override
    public synchronized void close() {
        gate.close();
        if (appender != null) {
            appender.close();
            appender = null;
        }
    }

    private ChronicleReader openReader(boolean verify) {
        gate.require();
        return new ChronicleReader(directory, gate, schema, verify);
    }

    private synchronized QueueAppender openQueueAppender() {
        gate.require();
        if (readOnly) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "Journal '" + name() + "' was opened read-only.",
                    "Open it with ChronicleJournal.open to append.");
        }
        appender = QueueAppender.open(this);
        return appender;
    }

    SingleChronicleQueue openToAppend(TimeProvider clock) {
        return QueueFiles.build(
                directory,
                writableQueue(directory, rollCycle, blockSizeBytes, clock)
                        .storeFileListener(FileRollEvent.listener(name())));
    }

    RollClock rollClock() {
        return RollClock.of(rollTime, QueueFiles.rollCycleOf(directory, rollCycle), directory);
    }

    /** The roll cycle to assume where the files do not say. */
    RollCycle rollCycle() {
        return rollCycle;
    }

    long blockSizeBytes() {
        return blockSizeBytes;
    }

    SpaceFloor spaceFloor() {
        return new SpaceFloor(name(), minFreeBytes, usableBytes);
    }

    /** What it shares with the appender and the readers that it opened. */
    JournalGate gate() {
        return gate;
    }

    Consumer<String> afterRepairStep() {
        return afterRepairStep;
    }

    private static SingleChronicleQueueBuilder writableQueue(
            Path directory, RollCycle rollCycle, long blockSizeBytes, TimeProvider rollTime) {
        RollCycle stored = QueueFiles.storedRollCycle(directory);
        return SingleChronicleQueueBuilder.binary(directory)
                .rollCycle(stored == null ? rollCycle : stored)
                .blockSize(blockSizeBytes)
                .timeoutMS(DEAD_WRITER_MS)
                .timeProvider(rollTime);
    }

    /** Settings of a journal; the roll cycle counts when the journal is made, the others whenever it is appended to. */
    public static final class Builder {
        static {
            QuietChronicle.ensure();
        }

        private static final long LEAST_FLOOR_BYTES = 1 << 20;

        private final Path directory;
        private RollCycle rollCycle = LargeRollCycles.LARGE_DAILY;
        private long blockSizeBytes = 64L << 20;
        private TimeProvider rollTime = SystemTimeProvider.INSTANCE;
        private Consumer<String> afterRepairStep = step -> {};
        private long minFreeBytes = -1;
        private LongSupplier usableBytes;

        private Builder(Path directory) {
            this.directory = directory;
        }

        /** How often a new file begins. The default is a day in UTC with room for 1.37e11 records. */
        public Builder rollCycle(RollCycle newRollCycle) {
            rollCycle = Objects.requireNonNull(newRollCycle, "rollCycle");
            return this;
        }

        /**
         * Bytes by which a file grows and is mapped; a record may take a quarter of it. The queue raises it to 32 bytes per entry of
         * its index, which is 1 MiB for the default roll cycle. The default is 64 MiB.
         */
        public Builder blockSizeBytes(long bytes) {
            if (bytes < 64 << 10 || bytes > 1L << 30) {
                throw new TidemarkException(
                        ErrorCode.SETTING_INVALID,
                        "A block of " + bytes + " bytes is not possible.",
                        "Use 64 KiB to 1 GiB.");
            }
            blockSizeBytes = bytes;
            return this;
        }

        /**
         * The clock that decides when a new file begins, by default the system's in UTC. One that is some hours ahead rolls at the midnight of
         * that zone. While it stands before the newest file, records go on in that file.
         */
        public Builder rollTime(TimeProvider newRollTime) {
            rollTime = Objects.requireNonNull(newRollTime, "rollTime");
            return this;
        }

        /**
         * Bytes that must be free in the file system for the journal to grow. With less, opening an appender and appending throw
         * {@code DISK_SPACE_LOW} before anything is written; the appender can be used again once there is room. The default is 64 MiB and a
         * block; 0 switches the floor off.
         */
        public Builder minFreeBytes(long bytes) {
            if (bytes < 0 || bytes > 0 && bytes < LEAST_FLOOR_BYTES) {
                throw new TidemarkException(
                        ErrorCode.SETTING_INVALID,
                        "A floor of " + bytes + " free bytes is not possible.",
                        "Use 1 MiB or more, or 0 for none.");
            }
            minFreeBytes = bytes;
            return this;
        }

        /** What is asked for the free bytes, instead of the file system; for tests. */
        Builder usableBytes(LongSupplier newUsableBytes) {
            usableBytes = newUsableBytes;
            return this;
        }

        /** Told of each step of a repair that is done; for tests. */
        Builder afterRepairStep(Consumer<String> newAfterRepairStep) {
            afterRepairStep = newAfterRepairStep;
            return this;
        }

        /** As {@link ChronicleJournal#create}. */
        public ChronicleJournal create(Schema schema) {
            Objects.requireNonNull(schema, "schema");
            if (schema.size() == 0) {
                throw new TidemarkException(
                        ErrorCode.SCHEMA_INVALID, "The schema has no columns.", "Name one column at least.");
            }
            if (JournalDirectory.holdsJournal(directory)) {
                JournalDirectory.requireSame(directory, JournalDirectory.readSchema(directory), schema);
            } else {
                JournalDirectory.requireFree(directory);
                JournalDirectory.make(directory);
                QueueFiles.build(directory, writableQueue(directory, rollCycle, blockSizeBytes, rollTime))
                        .close();
                JournalDirectory.writeSchema(directory, schema);
            }
            return new ChronicleJournal(this, schema, false);
        }

        /** As {@link ChronicleJournal#open}. */
        public ChronicleJournal open() {
            return new ChronicleJournal(this, JournalDirectory.readSchema(directory), false);
        }
    }
}
