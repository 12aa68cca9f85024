package io.tidemark.tools;

import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.row.Schema;
import io.tidemark.tools.csv.CsvImport;
import io.tidemark.tools.csv.FileImport;
import io.tidemark.tools.csv.ImportReport;
import io.tidemark.tools.csv.ImportSettings;
import io.tidemark.tools.csv.JsonLinesImport;
import io.tidemark.tools.csv.RejectFile;
import io.tidemark.tools.csv.Rejection;
import io.tidemark.tools.csv.TimeFormat;
import io.tidemark.tools.text.RowFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark import}: a file of CSV or JSON lines into a journal. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Imports a file of CSV or JSON lines into a journal. Every row is stored exactly, or rejected with line and reason.",
            "Columns are found by the names in the header; columns of the file that the schema does not name are left out and"
                    + " listed in the report. A number with more digits than its column holds is rejected, unless they are zeros.",
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all rows are stored",
            "1:rows were rejected, or the file cannot be imported as asked",
            "2:the options make no sense",
            "3:the file or the directory cannot be used"
        },
        footer = {
            "",
            "Types: bool, int, long, double, decimal(p,s), timestamp, string, binary (hexadecimal).",
            "'not null' after a type rejects rows without a value.",
            "",
            "Examples:",
            "  tidemark import trades.csv --into journals/trades \\",
            "      --schema 'ts timestamp, price decimal(18,8), amount decimal(18,8)' \\",
            "      --column ts=timestamp --time-format ts=epoch_s",
            "  tidemark import trades.jsonl --into journals/trades --append",
            "  tidemark import more.csv --into journals/trades --append --column ts=timestamp \\",
            "      --time-format ts=epoch_s --reject bad-rows.csv"
        })
final class ImportCommand implements Callable<Integer> {
    private static final long PROGRESS_NS = TimeUnit.SECONDS.toNanos(5);
    private static final String TAB = "tab";

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "File of CSV, or of JSON lines: one object a line.")
    private Path file;

    @Option(
            names = "--into",
            required = true,
            paramLabel = "DIR",
            description = "Directory of the journal; it is made.")
    private Path directory;

    @Option(
            names = "--schema",
            paramLabel = "COLUMNS",
            description =
                    "Names and types of the journal's columns. With --append that of the journal may be left out.")
    private String schemaText;

    @Option(names = "--append", description = "Add to a journal that is there, instead of refusing.")
    private boolean append;

    @Option(
            names = "--column",
            paramLabel = "COLUMN=NAME",
            description = "Name in the header of a column of the schema, where the two differ.")
    private Map<String, String> columns = Map.of();

    @Option(
            names = "--time-format",
            split = ",",
            paramLabel = "COLUMN=FORMAT",
            description =
                    "How a time is written: iso (default; UTC where no offset stands), epoch_s, epoch_ms, epoch_us or"
                            + " epoch_ns.")
    private Map<String, String> timeFormats = Map.of();

    @Option(
            names = "--ingest-time",
            paramLabel = "NAME",
            description = "Column of the file that holds the ingest time. Without it, it is the time of the import.")
    private String ingestTimeColumn = "";

    @Option(
            names = "--kind",
            paramLabel = "NAME",
            description =
                    "Column of the file that holds the kind of rows: INSERT, UPDATE_BEFORE, UPDATE_AFTER or DELETE."
                            + " Without it, all are inserted.")
    private String kindColumn = "";

    @Option(
            names = {"-w", "--format"},
            paramLabel = "FORMAT",
            description = "csv or json. Default: json for files that end in .json, .jsonl or .ndjson, else csv.")
    private RowFormat.Kind format;

    @Option(
            names = "--delimiter",
            paramLabel = "CHAR",
            description = "Between fields: a character, or tab. Default: comma.")
    private String delimiter = ",";

    @Option(
            names = "--no-header",
            negatable = true,
            description =
                    "Whether the first line names the columns; it does by default. With --no-header the first line is a row, and"
                            + " fields have the order of the schema.")
    private boolean noHeader;

    @Option(
            names = "--null",
            paramLabel = "TEXT",
            description =
                    "Text that stands for no value in CSV. Default: an empty field without quotes; one between quotes is"
                            + " an empty text in columns of type string and binary.")
    private String nullText = "";

    @Option(names = "--trim", description = "Drop blanks around fields.")
    private boolean trim;

    @Option(names = "--charset", paramLabel = "NAME", description = "Encoding of the file. Default: UTF-8.")
    private Charset charset = StandardCharsets.UTF_8;

    @Option(
            names = "--reject",
            paramLabel = "FILE",
            description = "Write all rejected rows to this CSV file, replacing it.")
    private Path rejectFile;

    @Option(
            names = "--show-rejected",
            paramLabel = "COUNT",
            description = "Name so many rejected rows on standard error, 20 if not given; all are counted.")
    private int showRejected = 20;

    @Option(
            names = {"-q", "--quiet"},
            description = "No progress on standard error.")
    private boolean quiet;

    private long startedNs;
    private long nextProgressNs;

    @Override
    public Integer call() throws IOException {
        requireDirectory();
        startedNs = System.nanoTime();
        nextProgressNs = startedNs + PROGRESS_NS;
        ImportSettings settings = settings(schema());
        try (JournalTarget target = new JournalTarget(() -> ChronicleJournal.create(directory, settings.schema()));
                RejectFile rejects = rejectFile == null ? null : RejectFile.create(checkedRejectFile())) {
            FileImport rows = isJson() ? new JsonLinesImport(settings, target) : new CsvImport(settings, target);
            return run(rows.rejectsTo(rejects).onProgress(this::progress), target);
        }
    }

    private int run(FileImport csv, JournalTarget target) {
        try {
            csv.run(file);
            target.open();
        } catch (TidemarkException e) {
            ImportReport before = csv.report();
            if (before.read() > 0) {
                showRejected(before);
                err().println("tidemark: the import ended early: " + before + "; the stored rows are in " + directory);
            }
            throw e;
        }
        ImportReport report = csv.report();
        showRejected(report);
        PrintWriter out = spec.commandLine().getOut();
        out.println(report + ", in " + seconds() + " s, into " + directory);
        if (!report.ignoredColumns().isEmpty()) {
            out.println("columns left out: " + String.join(", ", report.ignoredColumns()));
        }
        if (report.blankLines() > 0) {
            out.println("blank lines: " + report.blankLines());
        }
        out.flush();
        return report.rejected() == 0 ? ExitCode.OK : ExitCode.DATA;
    }

    private boolean isJson() {
        if (format == RowFormat.Kind.TEXT) {
            throw new ParameterException(spec.commandLine(), "Text cannot be imported. Use csv or json.");
        }
        return format == null ? ExportCommand.isJson(file) : format == RowFormat.Kind.JSON;
    }

    private Schema schema() {
        if (schemaText != null) {
            return Schema.parse(schemaText);
        }
        if (!append) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Give the columns of the new journal: --schema 'ts timestamp, price decimal(18,8)'.");
        }
        try (ChronicleJournal journal = ChronicleJournal.openReadOnly(directory)) {
            return journal.schema();
        }
    }

    private ImportSettings settings(Schema schema) {
        ImportSettings settings = ImportSettings.of(schema)
                .delimiter(delimiter())
                .header(!noHeader)
                .trim(trim)
                .nullText(nullText)
                .charset(charset)
                .ingestTimeColumn(ingestTimeColumn)
                .kindColumn(kindColumn)
                .rejectionsKept(Math.max(0, showRejected));
        for (Map.Entry<String, String> column : columns.entrySet()) {
            settings = settings.fileColumn(column.getKey(), column.getValue());
        }
        for (Map.Entry<String, String> format : timeFormats.entrySet()) {
            settings = settings.timeFormat(format.getKey(), TimeFormat.parse(format.getValue()));
        }
        return settings;
    }

    private char delimiter() {
        String text = delimiter.equals(TAB) || delimiter.equals("\\t") ? "\t" : delimiter;
        if (text.length() != 1 || "\"\r\n".contains(text)) {
            throw new ParameterException(
                    spec.commandLine(), "'" + delimiter + "' cannot stand between fields. Use one character, or tab.");
        }
        return text.charAt(0);
    }

    private void requireDirectory() throws IOException {
        if (append || !Files.exists(directory)) {
            return;
        }
        boolean empty = false;
        if (Files.isDirectory(directory)) {
            try (Stream<Path> entries = Files.list(directory)) {
                empty = entries.findAny().isEmpty();
            }
        }
        if (!empty) {
            throw new TidemarkException(
                    ErrorCode.JOURNAL_INVALID,
                    directory + " exists and is not empty.",
                    "Import into a new directory, or add --append if it is a journal that shall grow.");
        }
    }

    private Path checkedRejectFile() throws IOException {
        if (Files.exists(rejectFile) && Files.exists(file) && Files.isSameFile(rejectFile, file)) {
            throw new ParameterException(
                    spec.commandLine(), "--reject names the file that is imported, which would destroy it.");
        }
        return rejectFile;
    }

    private void progress(FileImport csv) {
        long now = System.nanoTime();
        if (!quiet && now - nextProgressNs >= 0) {
            nextProgressNs = now + PROGRESS_NS;
            err().println("tidemark: " + csv.report() + ", " + seconds() + " s");
        }
    }

    private void showRejected(ImportReport report) {
        for (Rejection rejection : report.rejections()) {
            err().println("tidemark: rejected " + rejection);
        }
        long more = report.rejected() - report.rejections().size();
        if (more > 0 && showRejected > 0) {
            err().println("tidemark: and " + more + " more"
                    + (rejectFile == null ? "" : ", all of them in " + rejectFile));
        }
    }

    private String seconds() {
        return String.format("%.1f", (System.nanoTime() - startedNs) / 1e9);
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
