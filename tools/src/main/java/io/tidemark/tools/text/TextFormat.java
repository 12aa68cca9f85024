package io.tidemark.tools.text;

import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.io.Writer;
import java.time.ZoneId;

/** {@code 0x4d3e00000007  7  2026-01-31T12:00:00.5Z  INSERT  price=800.01 note="a b"}: for people. */
final class TextFormat implements RowFormat {
    private static final String GAP = "  ";

    private final Schema schema;
    private final boolean withRecord;
    private final Writer out;
    private final ZoneId zone;

    TextFormat(Schema schema, boolean withRecord, Writer out, ZoneId zone) {
        this.zone = zone;
        this.schema = schema;
        this.withRecord = withRecord;
        this.out = out;
    }

    @Override
    public void write(RowView row, long sequence) throws IOException {
        if (withRecord) {
            String ingestTime =
                    row.ingestTimeNs() == RowView.NO_INGEST_TIME ? null : TimeText.of(row.ingestTimeNs(), zone);
            out.append(ValueText.index(row.position())).append(GAP);
            out.append(sequence < 0 ? "-" : Long.toString(sequence)).append(GAP);
            out.append(ingestTime == null ? "-" : ingestTime).append(GAP);
            out.append(row.kind().name()).append(GAP);
        }
        for (int column = 0; column < schema.size(); column++) {
            boolean time = schema.type(column).kind() == DataType.Kind.TIMESTAMP && !row.isNull(column);
            String value = time ? TimeText.of(row.getLong(column), zone) : ValueText.of(row, column);
            boolean text = value != null && schema.type(column).kind() == DataType.Kind.STRING;
            out.append(column == 0 ? "" : " ")
                    .append(schema.field(column).name())
                    .append('=');
            out.append(text ? QuotedText.of(value) : String.valueOf(value));
        }
        out.append('\n');
    }

    @Override
    public void flush() {}
}
