package io.tidemark.tools.text;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** CSV with a header; a null is an empty field, an empty text is {@code ""}. */
final class CsvFormat implements RowFormat {
    private static final List<String> RECORD_COLUMNS = List.of("index", "sequence", "ingest_time", "kind");

    private final Schema schema;
    private final boolean withRecord;
    private final CsvWriter writer;
    private final List<String> fields = new ArrayList<>();

    CsvFormat(Schema schema, boolean withRecord, Writer out) throws IOException {
        this.schema = schema;
        this.withRecord = withRecord;
        writer = CsvWriter.builder()
                .lineDelimiter(LineDelimiter.LF)
                .quoteStrategy(QuoteStrategies.EMPTY)
                .bufferSize(0)
                .build(out);
        if (withRecord) {
            fields.addAll(RECORD_COLUMNS);
        }
        fields.addAll(schema.names());
        writeFields();
    }

    @Override
    public void write(RowView row, long sequence) throws IOException {
        if (withRecord) {
            fields.add(ValueText.index(row.position()));
            fields.add(sequence < 0 ? null : Long.toString(sequence));
            fields.add(ValueText.ingestTime(row));
            fields.add(row.kind().name());
        }
        for (int column = 0; column < schema.size(); column++) {
            fields.add(ValueText.of(row, column));
        }
        writeFields();
    }

    private void writeFields() throws IOException {
        try {
            writer.writeRecord(fields);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        fields.clear();
    }

    @Override
    public void flush() {}
}
