package io.tidemark.tools.csv;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
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
 * Reads one CSV file into a journal. One use, one thread.
 *
 * <p>Every row is stored exactly or rejected with a reason; a file that cannot be cut into rows ends the import with an error,
 * after which {@link #report} says what was stored before.
 */
public final class CsvImport {
    private static final int PROGRESS_ROWS = 1 << 14;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final ImportSettings settings;
    private final ImportTarget target;
    private final List<Rejection> rejections = new ArrayList<>();
    private LongSupplier ingestClockNs = CsvImport::nowNs;
    private Consumer<CsvImport> progress = ignored -> {};
    private RejectFile rejectFile;
    private List<String> ignoredColumns = List.of();
    private long read;
    private long stored;
    private long rejected;
    private long blankLines;

    /**
     * An import with these settings.
     *
     * @throws TidemarkException {@code COLUMN_UNKNOWN}, {@code TYPE_MISMATCH} or {@code SETTING_INVALID} when the settings do
     *     not fit their schema
     */
    public CsvImport(ImportSettings settings, ImportTarget target) {
        ColumnMatch.check(settings);
        this.settings = settings;
        this.target = Objects.requireNonNull(target, "target");
    }

    /** Takes the ingest time of rows from here, in nanoseconds since 1970, instead of the clock of the machine. */
    public CsvImport ingestClock(LongSupplier clockNs) {
        ingestClockNs = Objects.requireNonNull(clockNs, "clockNs");
        return this;
    }

    /** Writes rejected rows to this file too; the caller closes it. */
    public CsvImport rejectsTo(RejectFile file) {
        rejectFile = file;
        return this;
    }

    /** Calls this every 16384 rows. */
    public CsvImport onProgress(Consumer<CsvImport> listener) {
        progress = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /** What became of the rows so far. */
    public ImportReport report() {
        return new ImportReport(read, stored, rejected, blankLines, rejections, ignoredColumns);
    }

    /**
     * Reads a file to its end.
     *
     * @throws TidemarkException {@code IO_FAILED} when it cannot be read, {@code IMPORT_INVALID} when it is empty, its header
     *     does not fit, or it cannot be cut into rows
     */
    public ImportReport run(Path file) {
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
    public ImportReport run(InputStream in, String name) {
        // A decoder, not a charset: bytes that are no characters are an error, not question marks.
        Reader characters = new InputStreamReader(in, settings.charset.newDecoder());
        QuoteWatch watch = new QuoteWatch(characters, settings.delimiter);
        CsvReader<CsvRecord> reader = CsvReader.builder()
                .fieldSeparator(settings.delimiter)
                .skipEmptyLines(false)
                .allowExtraFields(true)
                .allowMissingFields(true)
                .build(CsvRecordHandler.builder().build(), watch);
        CloseableIterator<CsvRecord> records = reader.iterator();
        try {
            readRows(records, watch, name);
        } catch (CsvParseException e) {
            throw malformed(name, e);
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof CharacterCodingException) {
                throw invalid(
                        name,
                        "holds bytes that are no " + settings.charset + " text, at line " + watch.line() + " or after",
                        "Name the encoding of the file, or convert it to UTF-8.",
                        e);
            }
            throw unreadable(name, e.getCause());
        }
        return report();
    }

    private void readRows(CloseableIterator<CsvRecord> records, QuoteWatch watch, String name) {
        if (!records.hasNext()) {
            throw invalid(name, "is empty", settings.header ? "It needs a header line." : "It needs rows.", null);
        }
        ColumnMatch columns = settings.header
                ? ColumnMatch.byHeader(header(next(records, watch, name)), settings)
                : ColumnMatch.inOrder(settings.schema);
        ignoredColumns = columns.ignored();
        if (rejectFile != null) {
            rejectFile.header(columns.fieldNames());
        }
        RowImport rows = new RowImport(settings, columns, target);
        while (records.hasNext()) {
            CsvRecord row = next(records, watch, name);
            if (columns.fieldCount() > 1
                    && row.getFieldCount() == 1
                    && row.getField(0).isEmpty()) {
                blankLines++;
                continue;
            }
            take(row, rows);
        }
    }

    private CsvRecord next(CloseableIterator<CsvRecord> records, QuoteWatch watch, String name) {
        CsvRecord row = records.next();
        if (watch.isOpen() && !records.hasNext()) {
            throw invalid(
                    name,
                    "opens a quote in line " + watch.openedInLine() + " and does not close it",
                    "Close or remove the quote; the row begins in line " + row.getStartingLineNumber() + ".",
                    null);
        }
        return row;
    }

    private void take(CsvRecord row, RowImport rows) {
        String reason = rows.store(row, ingestClockNs);
        read++;
        if (reason == null) {
            stored++;
        } else {
            reject(new Rejection(row.getStartingLineNumber(), reason), row.getFields());
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

    private List<String> header(CsvRecord record) {
        return settings.trim ? record.getFields().stream().map(String::strip).toList() : record.getFields();
    }

    private TidemarkException malformed(String name, CsvParseException e) {
        String detail = e.getCause() == null ? "" : " (" + e.getCause().getMessage() + ")";
        return invalid(
                name,
                "cannot be cut into rows: " + e.getMessage() + detail,
                "Write a quote inside a quoted field twice, and no characters after its end.",
                e);
    }

    private TidemarkException invalid(String name, String reason, String wayOut, Throwable cause) {
        return new TidemarkException(ErrorCode.IMPORT_INVALID, name + " " + reason + ".", wayOut, cause);
    }

    private TidemarkException unreadable(String name, IOException cause) {
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
