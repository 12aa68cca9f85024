package io.tidemark.tools.csv;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import io.tidemark.error.TidemarkException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.List;

/**
 * Reads one CSV file into a journal. An empty field is a null where no other text is set for it; an empty field between quotes is an empty text in a column
 * of text or binary.
 */
public final class CsvImport extends FileImport {
    /**
     * An import with these settings.
     *
     * @throws TidemarkException {@code COLUMN_UNKNOWN}, {@code TYPE_MISMATCH} or {@code SETTING_INVALID} when the settings do
     *     not fit their schema
     */
    public CsvImport(ImportSettings settings, ImportTarget target) {
        super(checked(settings), target);
    }

    private static ImportSettings checked(ImportSettings settings) {
        ColumnMatch.check(settings);
        return settings;
    }

    @Override
    public ImportReport run(InputStream in, String name) {
        // A decoder, not a charset: bytes that are no characters are an error, not question marks.
        Reader characters = new InputStreamReader(in, settings.charset.newDecoder());
        QuoteWatch watch = new QuoteWatch(characters, settings.delimiter);
        CsvReader<CsvRecord> reader = CsvReader.builder()
                .fieldSeparator(settings.delimiter)
                .skipEmptyLines(false)
                .allowExtraFields(true)
                .allowMissingFields(true)
                .build(CsvRecordHandler.builder().fieldModifier(EmptyText.MARK).build(), watch);
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
        count(row.getStartingLineNumber(), rows.store(row, ingestClockNs), row.getFields());
    }

    private List<String> header(CsvRecord record) {
        return settings.trim ? record.getFields().stream().map(String::strip).toList() : record.getFields();
    }

    private static TidemarkException malformed(String name, CsvParseException e) {
        String detail = e.getCause() == null ? "" : " (" + e.getCause().getMessage() + ")";
        return invalid(
                name,
                "cannot be cut into rows: " + e.getMessage() + detail,
                "Write a quote inside a quoted field twice, and no characters after its end.",
                e);
    }
}
