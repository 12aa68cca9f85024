package io.tidemark.tools.csv;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Reads one file into a journal. One use, one thread.
 *
 * <p>Every row is stored exactly or rejected with a reason; a file that cannot be cut into rows ends the import with an error,
 * after which {@link #report} says what was stored before.
 */
public abstract class FileImport {
    private static final int PROGRESS_ROWS = 1 << 14;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    final ImportSettings settings;
    final ImportTarget target;
    LongSupplier ingestClockNs = FileImport::nowNs;
    RejectFile rejectFile;
    List<String> ignoredColumns = List.of();
    long blankLines;
    private final List<Rejection> rejections = new ArrayList<>();
    private Consumer<FileImport> progress = ignored -> {};
    private long read;
    private long stored;
    private long rejected;

    FileImport(ImportSettings settings, ImportTarget target) {
        this.settings = settings;
        this.target = Objects.requireNonNull(target, "target");
    }

    /** Takes the ingest time of rows from here, in nanoseconds since 1970, instead of the clock of the machine. */
    public FileImport ingestClock(LongSupplier clockNs) {
        ingestClockNs = Objects.requireNonNull(clockNs, "clockNs");
        return this;
    }

    /** Writes rejected rows to this file too; the caller closes it. */
    public FileImport rejectsTo(RejectFile file) {
        rejectFile = file;
        return this;
    }

    /** Calls this every 16384 rows. */
    public FileImport onProgress(Consumer<FileImport> listener) {
        progress = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /** What became of the rows so far. */
    public final ImportReport report() {
        return new ImportReport(read, stored, rejected, blankLines, rejections, ignoredColumns);
    }

    /**
     * Reads a file to its end.
     *
     * @throws TidemarkException {@code IO_FAILED} when it cannot be read, {@code IMPORT_INVALID} when it is empty, its header
     *     does not fit, or it cannot be cut into rows
     */
    public final ImportReport run(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return run(in, file.toString());
        } catch (NoSuchFileException e) {
            throw new TidemarkException(
                    ErrorCode.IO_FAILED, "There is no file " + file + ".", "Name a file that exists.", e);
        } catch (IOException e) {
            throw unreadable(file.toString(), e);
        }
    }

    /** Reads a stream to its end; {@code name} stands for it in messages. Does not close the stream. */
    public abstract ImportReport run(InputStream in, String name);

    /**
     * Counts a row.
     *
     * @param reason why it was not stored, or null
     * @param fields its fields for the file of rejected rows
     */
    final void count(long line, String reason, List<String> fields) {
        read++;
        if (reason == null) {
            stored++;
        } else {
            reject(new Rejection(line, reason), fields);
        }
        if (read % PROGRESS_ROWS == 0) {
            progress.accept(this);
        }
    }

    private void reject(Rejection rejection, List<String> fields) {
        rejected++;
        if (rejections.size() < settings.rejectionsKept) {
            rejections.add(rejection);
        }
        if (rejectFile != null) {
            rejectFile.add(rejection, fields);
        }
    }

    static TidemarkException invalid(String name, String reason, String wayOut, Throwable cause) {
        return new TidemarkException(ErrorCode.IMPORT_INVALID, name + " " + reason + ".", wayOut, cause);
    }

    static TidemarkException unreadable(String name, IOException cause) {
        return new TidemarkException(
                ErrorCode.IO_FAILED,
                "Reading " + name + " failed: " + cause.getMessage() + ".",
                "Name a file that can be read.",
                cause);
    }

    private static long nowNs() {
        Instant now = Instant.now();
        return now.getEpochSecond() * NANOS_PER_SECOND + now.getNano();
    }
}
