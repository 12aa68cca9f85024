package io.tidemark.tools.csv;

import io.tidemark.row.Schema;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * How a file is read. Immutable; each method that sets something returns a copy.
 *
 * <p>Without further words: a comma between fields, a header, columns of the schema matched by name, times by ISO-8601, an empty
 * field is a null, ingest time is the time of the import, UTF-8, the first 20 rejected rows are kept.
 */
public final class ImportSettings {
    private static final int REJECTIONS_KEPT = 20;

    final Schema schema;
    char delimiter = ',';
    boolean header = true;
    boolean trim;
    String nullText = "";
    Charset charset = StandardCharsets.UTF_8;
    String ingestTimeColumn = "";
    String kindColumn = "";
    int rejectionsKept = REJECTIONS_KEPT;
    private final Map<String, String> fileColumns = new HashMap<>();
    private final Map<String, TimeFormat> timeFormats = new HashMap<>();

    private ImportSettings(Schema schema) {
        this.schema = Objects.requireNonNull(schema, "schema");
    }

    private ImportSettings(ImportSettings other) {
        this(other.schema);
        delimiter = other.delimiter;
        header = other.header;
        trim = other.trim;
        nullText = other.nullText;
        charset = other.charset;
        ingestTimeColumn = other.ingestTimeColumn;
        kindColumn = other.kindColumn;
        rejectionsKept = other.rejectionsKept;
        fileColumns.putAll(other.fileColumns);
        timeFormats.putAll(other.timeFormats);
    }

    /** Settings for rows of this schema. */
    public static ImportSettings of(Schema schema) {
        return new ImportSettings(schema);
    }

    /** Schema of the rows. */
    public Schema schema() {
        return schema;
    }

    /** The character between fields. */
    public ImportSettings delimiter(char character) {
        ImportSettings copy = new ImportSettings(this);
        copy.delimiter = character;
        return copy;
    }

    /** Whether the first line names the columns; without it the fields have the order of the schema. */
    public ImportSettings header(boolean present) {
        ImportSettings copy = new ImportSettings(this);
        copy.header = present;
        return copy;
    }

    /** Whether blanks around fields are dropped. */
    public ImportSettings trim(boolean wanted) {
        ImportSettings copy = new ImportSettings(this);
        copy.trim = wanted;
        return copy;
    }

    /** The text that stands for a null in every column. */
    public ImportSettings nullText(String text) {
        ImportSettings copy = new ImportSettings(this);
        copy.nullText = Objects.requireNonNull(text, "text");
        return copy;
    }

    /** The encoding of the file. */
    public ImportSettings charset(Charset encoding) {
        ImportSettings copy = new ImportSettings(this);
        copy.charset = Objects.requireNonNull(encoding, "encoding");
        return copy;
    }

    /** The column of the file that holds the ingest time; its time format is set under the same name. */
    public ImportSettings ingestTimeColumn(String fileColumn) {
        ImportSettings copy = new ImportSettings(this);
        copy.ingestTimeColumn = Objects.requireNonNull(fileColumn, "fileColumn");
        return copy;
    }

    /** The column of the file that holds the kind of rows: INSERT, UPDATE_BEFORE, UPDATE_AFTER or DELETE. Without it all are inserted. */
    public ImportSettings kindColumn(String fileColumn) {
        ImportSettings copy = new ImportSettings(this);
        copy.kindColumn = Objects.requireNonNull(fileColumn, "fileColumn");
        return copy;
    }

    /** How many rejected rows the report names; all are counted. */
    public ImportSettings rejectionsKept(int count) {
        ImportSettings copy = new ImportSettings(this);
        copy.rejectionsKept = count;
        return copy;
    }

    /** The name in the file's header of a column of the schema, where the two differ. */
    public ImportSettings fileColumn(String column, String fileColumn) {
        ImportSettings copy = new ImportSettings(this);
        copy.fileColumns.put(column, Objects.requireNonNull(fileColumn, "fileColumn"));
        return copy;
    }

    /** How a timestamp column of the schema, or the ingest time column of the file, is written. */
    public ImportSettings timeFormat(String column, TimeFormat format) {
        ImportSettings copy = new ImportSettings(this);
        copy.timeFormats.put(column, Objects.requireNonNull(format, "format"));
        return copy;
    }

    String fileColumn(String column) {
        return fileColumns.getOrDefault(column, column);
    }

    TimeFormat timeFormat(String column) {
        return timeFormats.getOrDefault(column, TimeFormat.ISO);
    }

    Map<String, String> fileColumns() {
        return fileColumns;
    }

    Map<String, TimeFormat> timeFormats() {
        return timeFormats;
    }
}
