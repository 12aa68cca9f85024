package io.tidemark.metrics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/**
 * The file {@code counters.dat} in a query's directory: a header, labels and values of counters, mapped into memory, so that other processes can read them while
 * the query runs and after it has ended in whatever way.
 *
 * <pre>
 *   0 magic i64, written last    8 version i32    12 bytes of labels i32    16 bytes of values i32
 *  24 process id i64    32 start of the process, ms since 1970, i64    40 start of the query, ms since 1970, i64
 *  48 end of the query, ms since 1970, 0 while it runs, i64
 * 128 name, id, run id, state after the end: each a length i32 and UTF-8, at 128, 512, 640, 768
 * 4096 labels, then values, as Agrona's {@code CountersReader} takes them
 * </pre>
 *
 * <p>A new run makes a new file and renames it, so that whoever has the old one mapped can go on looking at it. It is never unmapped by hand: counters stay readable
 * as long as somebody holds them.
 */
public final class CounterFile {
    /** Name of the file. */
    public static final String NAME = "counters.dat";

    static final long MAGIC = 0x54444D4B434E5431L;
    static final int VERSION = 1;
    static final int HEADER_BYTES = 4096;
    static final int NAME_AT = 128;
    static final int ID_AT = 512;
    static final int RUN_ID_AT = 640;
    static final int END_STATE_AT = 768;
    static final int ENDED_AT = 48;
    private static final int LONGEST_NAME = 300;

    private final UnsafeBuffer header;
    private final UnsafeBuffer metadata;
    private final UnsafeBuffer values;

    CounterFile(UnsafeBuffer header, UnsafeBuffer metadata, UnsafeBuffer values) {
        this.header = header;
        this.metadata = metadata;
        this.values = values;
    }

    /**
     * Makes the file of a run; its room is taken on the disk before anything is mapped.
     *
     * @param directory directory of the query, which it holds
     * @param counters room for so many counters
     * @throws IOException when the disk does not take it
     */
    public static CounterFile create(Path directory, String name, String id, String runId, int counters)
            throws IOException {
        int metadataBytes = counters * CountersReader.METADATA_LENGTH;
        int valueBytes = counters * CountersReader.COUNTER_LENGTH;
        Path next = directory.resolve(NAME + ".tmp");
        Files.deleteIfExists(next);
        MappedByteBuffer mapped;
        try (FileChannel channel = FileChannel.open(
                next, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            fill(channel, HEADER_BYTES + metadataBytes + valueBytes);
            mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, HEADER_BYTES + (long) metadataBytes + valueBytes);
        }
        mapped.order(ByteOrder.LITTLE_ENDIAN);
        CounterFile file = of(mapped, metadataBytes, valueBytes);
        file.describe(name, id, runId, metadataBytes, valueBytes);
        Files.move(next, directory.resolve(NAME), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return file;
    }

    /** A file with zeros: a page of a sparse one that a full disk cannot take would end the process. */
    private static void fill(FileChannel channel, int bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(1 << 16);
        for (int left = bytes; left > 0; ) {
            zeros.clear().limit(Math.min(left, zeros.capacity()));
            left -= channel.write(zeros);
        }
    }

    static CounterFile of(MappedByteBuffer mapped, int metadataBytes, int valueBytes) {
        return new CounterFile(
                new UnsafeBuffer(mapped, 0, HEADER_BYTES),
                new UnsafeBuffer(mapped, HEADER_BYTES, metadataBytes),
                new UnsafeBuffer(mapped, HEADER_BYTES + metadataBytes, valueBytes));
    }

    private void describe(String name, String id, String runId, int metadataBytes, int valueBytes) {
        ProcessHandle process = ProcessHandle.current();
        header.putInt(8, VERSION);
        header.putInt(12, metadataBytes);
        header.putInt(16, valueBytes);
        header.putLong(24, process.pid());
        header.putLong(32, startOf(process));
        header.putLong(40, System.currentTimeMillis());
        header.putStringUtf8(NAME_AT, name.length() > LONGEST_NAME / 4 ? name.substring(0, LONGEST_NAME / 4) : name);
        header.putStringUtf8(ID_AT, id);
        header.putStringUtf8(RUN_ID_AT, runId);
        header.putStringUtf8(END_STATE_AT, "");
        header.putLongVolatile(0, MAGIC);
    }

    static long startOf(ProcessHandle process) {
        return process.info()
                .startInstant()
                .map(java.time.Instant::toEpochMilli)
                .orElse(0L);
    }

    UnsafeBuffer metadata() {
        return metadata;
    }

    UnsafeBuffer values() {
        return values;
    }

    UnsafeBuffer header() {
        return header;
    }

    /** The query has ended in order, or by an error. */
    public void end(String state) {
        header.putStringUtf8(END_STATE_AT, state);
        header.putLongVolatile(ENDED_AT, System.currentTimeMillis());
    }

    /**
     * Opens the file of a directory to be read, by any process.
     *
     * @return null when there is none, or none that is complete
     */
    static CounterFile openToRead(Path directory) {
        Path path = directory.resolve(NAME);
        if (!Files.isRegularFile(path)) {
            return null;
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            long size = channel.size();
            if (size < HEADER_BYTES) {
                return null;
            }
            MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, size);
            mapped.order(ByteOrder.LITTLE_ENDIAN);
            int metadataBytes = mapped.getInt(12);
            int valueBytes = mapped.getInt(16);
            boolean whole = mapped.getLong(0) == MAGIC
                    && mapped.getInt(8) == VERSION
                    && metadataBytes >= 0
                    && valueBytes >= 0
                    && HEADER_BYTES + (long) metadataBytes + valueBytes == size;
            return whole ? of(mapped, metadataBytes, valueBytes) : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
