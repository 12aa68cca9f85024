package io.tidemark.testkit;

import io.tidemark.row.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Some columns of rows, as they are compared and shown.
 *
 * @param schema columns of the rows
 * @param cells gives the texts
 * @param columns the columns that count
 * @param kinds whether the kind of a row counts
 */
record RowTable(Schema schema, CellText cells, int[] columns, boolean kinds) {
    /** A header and one line per row, with cells below each other. */
    List<String> lines(List<OutputRow> rows) {
        List<List<String>> table = new ArrayList<>();
        table.add(header());
        rows.forEach(row -> table.add(texts(row)));
        int[] widths = new int[table.get(0).size()];
        table.forEach(line -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        });
        return table.stream().map(line -> line(line, widths)).toList();
    }

    /** Names of what differs between two rows. */
    List<String> differences(OutputRow left, OutputRow right) {
        List<String> names = new ArrayList<>();
        if (kinds && left.kind() != right.kind()) {
            names.add(ScriptParser.KIND);
        }
        for (int column : columns) {
            if (!Objects.deepEquals(left.values().get(column), right.values().get(column))) {
                names.add(schema.field(column).name());
            }
        }
        return names;
    }

    private List<String> header() {
        List<String> names = new ArrayList<>();
        if (kinds) {
            names.add(ScriptParser.KIND);
        }
        Arrays.stream(columns).forEach(column -> names.add(schema.field(column).name()));
        return names;
    }

    private List<String> texts(OutputRow row) {
        List<String> texts = new ArrayList<>();
        if (kinds) {
            texts.add(row.kind().name());
        }
        Arrays.stream(columns)
                .forEach(column -> texts.add(cells.write(row.values().get(column))));
        return texts;
    }

    private static String line(List<String> texts, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            boolean last = i == widths.length - 1;
            line.append(texts.get(i)).append(last ? "" : ", ");
            line.append(last ? "" : " ".repeat(widths[i] - texts.get(i).length()));
        }
        return line.toString();
    }
}
