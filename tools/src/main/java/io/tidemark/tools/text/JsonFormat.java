package io.tidemark.tools.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.io.Writer;

/**
 * One JSON object a line: {@code {"index":"0x..","sequence":7,"ingestTime":"..","kind":"INSERT","row":{..}}}, or the row alone.
 *
 * <p>Whole numbers and doubles are numbers; decimals are text, because readers of JSON would round them; times are text by
 * ISO-8601, binary is hexadecimal text; a double that is no number is {@code "NaN"}.
 */
final class JsonFormat implements RowFormat {
    private final Schema schema;
    private final boolean withRecord;
    private final JsonGenerator json;

    JsonFormat(Schema schema, boolean withRecord, Writer out) throws IOException {
        this.schema = schema;
        this.withRecord = withRecord;
        json = new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
        json.setRootValueSeparator(null);
        json.configure(StreamWriteFeature.AUTO_CLOSE_CONTENT.mappedFeature(), false);
    }

    @Override
    public void write(RowView row, long sequence) throws IOException {
        json.writeStartObject();
        if (withRecord) {
            json.writeStringField("index", ValueText.index(row.position()));
            if (sequence < 0) {
                json.writeNullField("sequence");
            } else {
                json.writeNumberField("sequence", sequence);
            }
            json.writeStringField("ingestTime", ValueText.ingestTime(row));
            json.writeStringField("kind", row.kind().name());
            json.writeObjectFieldStart("row");
        }
        for (int column = 0; column < schema.size(); column++) {
            json.writeFieldName(schema.field(column).name());
            value(row, column);
        }
        if (withRecord) {
            json.writeEndObject();
        }
        json.writeEndObject();
        json.writeRaw('\n');
    }

    private void value(RowView row, int column) throws IOException {
        if (row.isNull(column)) {
            json.writeNull();
            return;
        }
        switch (schema.type(column).kind()) {
            case BOOL -> json.writeBoolean(row.getBool(column));
            case INT, LONG -> json.writeNumber(row.getLong(column));
            case DOUBLE -> json.writeNumber(row.getDouble(column));
            default -> json.writeString(ValueText.of(row, column));
        }
    }

    @Override
    public void flush() throws IOException {
        json.flush();
    }
}
