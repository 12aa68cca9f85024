package io.tidemark.engine;

import io.tidemark.journal.JournalSink;
import io.tidemark.operator.DropReason;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.time.Watermark;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stores dropped rows in the journals that the query names, with reason, operator, source, position and watermark. The row itself is kept as
 * bytes beside the text of its schema, so that one journal takes rows of all operators. Engine thread only.
 */
public final class DropRouter implements AutoCloseable {
    /** Columns of a journal of dropped rows. */
    public static final Schema SCHEMA = Schema.of(
            new Field("reason", DataType.STRING, false),
            new Field("operator", DataType.STRING, false),
            new Field("source", DataType.STRING, false),
            new Field("position", DataType.LONG, false),
            new Field("ingest_time", DataType.TIMESTAMP, true),
            new Field("watermark", DataType.TIMESTAMP, true),
            new Field("detail", DataType.STRING, true),
            new Field("row_schema", DataType.STRING, false),
            new Field("row", DataType.BINARY, false));

    /** Longest row that is stored with its reason; the rest of a record is for reason, operator and schema. */
    private static final int LONGEST_ROW = RowWriter.MAX_ROW_BYTES - (64 << 10);

    private final Map<DropReason, Output> outputs = new EnumMap<>(DropReason.class);
    private final Map<JournalSink, Output> opened = new LinkedHashMap<>();
    private final List<Output> inOrder = new ArrayList<>();
    private final Map<String, byte[]> texts = new HashMap<>();
    private final Map<Schema, byte[]> schemas = new IdentityHashMap<>();
    private final List<String> sourceNames;
    private final RowWriter out = new RowWriter();

    /**
     * Opens the journals.
     *
     * @param sourceNames names of the sources by their ordinals
     */
    DropRouter(Map<DropReason, JournalSink> sinks, List<String> sourceNames, OrderLog order, boolean mayContinue) {
        this.sourceNames = List.copyOf(sourceNames);
        try {
            for (DropReason reason : DropReason.values()) {
                JournalSink sink = sinks.get(reason);
                if (sink != null) {
                    Output output = opened.get(sink);
                    if (output == null) {
                        output = new Output(sink, SCHEMA, order, mayContinue, null);
                        opened.put(sink, output);
                        inOrder.add(output);
                    }
                    outputs.put(reason, output);
                }
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** The journals by the reasons that are routed to them. */
    Map<DropReason, Output> byReason() {
        return outputs;
    }

    /** Stores a row if its reason is routed. */
    void drop(RowView row, DropReason reason, String operator, String detail, long watermarkNs) {
        Output output = outputs.get(reason);
        if (output == null) {
            return;
        }
        out.start(SCHEMA);
        setText(0, text(reason.name()));
        setText(1, text(operator));
        setText(2, text(sourceNames.get(row.source())));
        out.setLong(3, row.position());
        if (row.ingestTimeNs() != RowView.NO_INGEST_TIME) {
            out.setLong(4, row.ingestTimeNs());
        }
        if (watermarkNs != Watermark.NONE) {
            out.setLong(5, watermarkNs);
        }
        if (!detail.isEmpty() && row.length() <= LONGEST_ROW) {
            setText(6, text(detail));
        }
        setText(7, schema(row.schema()));
        boolean fits = row.length() <= LONGEST_ROW;
        if (!fits) {
            setText(
                    6,
                    text("the row of more than " + LONGEST_ROW
                            + " bytes is left out; it is in the source at its position"));
        }
        out.setBytes(8, row.address(), fits ? row.length() : 0);
        output.onRow(out.finish().origin(row.source(), row.position(), row.ingestTimeNs(), RowKind.INSERT));
    }

    /** The journal that has no room for what a duty cycle appends, or null. */
    Output full() {
        for (int i = 0; i < inOrder.size(); i++) {
            if (!inOrder.get(i).hasRoom()) {
                return inOrder.get(i);
            }
        }
        return null;
    }

    /** The journals, in the order in which they were opened. */
    List<Output> outputs() {
        return inOrder;
    }

    @Override
    public void close() {
        opened.values().forEach(Output::close);
        opened.clear();
        out.close();
    }

    private void setText(int column, byte[] text) {
        out.setBytes(column, text, 0, text.length);
    }

    private byte[] text(String text) {
        byte[] bytes = texts.get(text);
        if (bytes == null) {
            bytes = text.getBytes(StandardCharsets.UTF_8);
            texts.put(text, bytes);
        }
        return bytes;
    }

    private byte[] schema(Schema schema) {
        byte[] bytes = schemas.get(schema);
        if (bytes == null) {
            bytes = schema.toString().getBytes(StandardCharsets.UTF_8);
            schemas.put(schema, bytes);
        }
        return bytes;
    }
}
