package io.tidemark.tools.diff;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import io.tidemark.tools.text.ValueText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Every difference as a line of CSV: what it is, which columns differ, index, sequence, kind and values on both sides. A null is an empty field. */
final class DiffReport {
    private static final List<String> RECORD = List.of("index", "sequence", "kind");

    private final ComparedColumns columns;
    private final CsvWriter writer;

    /** Writes the header. */
    DiffReport(ComparedColumns columns, Writer out) throws IOException {
        this.columns = columns;
        writer = CsvWriter.builder()
                .lineDelimiter(LineDelimiter.LF)
                .quoteStrategy(QuoteStrategies.EMPTY)
                .bufferSize(0)
                .build(out);
        List<String> fields = new ArrayList<>(List.of("difference", "columns"));
        for (String side : List.of("a_", "b_")) {
            RECORD.forEach(name -> fields.add(side + name));
        }
        for (String name : columns.names()) {
            fields.add("a." + name);
            fields.add("b." + name);
        }
        write(fields);
    }

    void write(Finding finding) throws IOException {
        List<String> fields = new ArrayList<>();
        fields.add(finding.kind().name().toLowerCase(Locale.ROOT));
        fields.add(
                finding.columns().isEmpty()
                        ? null
                        : finding.columns().stream().map(columns.names()::get).collect(Collectors.joining(" ")));
        record(finding.a(), fields);
        record(finding.b(), fields);
        for (int i = 0; i < columns.names().size(); i++) {
            fields.add(finding.a() == null ? null : finding.a().values().get(i));
            fields.add(finding.b() == null ? null : finding.b().values().get(i));
        }
        write(fields);
    }

    private static void record(ComparedRow row, List<String> fields) {
        fields.add(row == null ? null : ValueText.index(row.position()));
        fields.add(row == null || row.sequence() < 0 ? null : Long.toString(row.sequence()));
        fields.add(row == null ? null : row.kind());
    }

    private void write(List<String> fields) throws IOException {
        try {
            writer.writeRecord(fields);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
