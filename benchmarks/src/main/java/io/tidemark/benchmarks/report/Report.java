package io.tidemark.benchmarks.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Figures of one run of one benchmark. {@link #write} leaves {@code <name>.json}, everything to the last digit, and {@code <name>.md}, a table with
 * the columns in the order in which they were first named. One thread.
 */
public final class Report {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final String name;
    private final String command;
    private final Map<String, Object> machine = Machine.describe();
    private final Map<String, Object> notes = new LinkedHashMap<>();
    private final List<Map<String, Object>> rows = new ArrayList<>();

    private Report(String name, String command) {
        this.name = name;
        this.command = command;
    }

    /**
     * An empty report.
     *
     * @param name name of the files, as {@code throughput-w1}
     * @param command how to run this again
     */
    public static Report of(String name, String command) {
        return new Report(name, command);
    }

    /** Notes a setting or a fact that holds for all rows. */
    public Report note(String key, Object value) {
        notes.put(key, value);
        return this;
    }

    /** Adds a row of figures: column to number or text, in the order of the columns. */
    public void row(Map<String, ?> figures) {
        rows.add(new LinkedHashMap<>(figures));
    }

    /** The table, in Markdown. */
    public String table() {
        Set<String> columns = new LinkedHashSet<>();
        rows.forEach(row -> columns.addAll(row.keySet()));
        StringBuilder text = new StringBuilder();
        text.append("| ").append(String.join(" | ", columns)).append(" |\n|").append("---|".repeat(columns.size()));
        for (Map<String, Object> row : rows) {
            text.append("\n|");
            for (String column : columns) {
                text.append(' ').append(shown(row.get(column))).append(" |");
            }
        }
        return text.append('\n').toString();
    }

    /**
     * Writes both files and prints the table.
     *
     * @param directory where they go; made if it is not there
     */
    public void write(Path directory) throws IOException {
        writeFiles(directory);
        System.out.println(table());
    }

    /** Writes both files and prints nothing. */
    public void writeFiles(Path directory) throws IOException {
        Files.createDirectories(directory);
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("name", name);
        all.put("command", command);
        all.put("machine", machine);
        all.put("loadAtEnd", Machine.load());
        all.put("notes", notes);
        all.put("rows", rows);
        Files.writeString(directory.resolve(name + ".json"), JSON.writeValueAsString(all) + "\n");
        StringBuilder text = new StringBuilder();
        text.append("`").append(command).append("`\n\n");
        machine.forEach((key, value) ->
                text.append("- ").append(key).append(": ").append(value).append('\n'));
        notes.forEach((key, value) ->
                text.append("- ").append(key).append(": ").append(value).append('\n'));
        text.append('\n').append(table());
        Files.writeString(directory.resolve(name + ".md"), text);
    }

    private static String shown(Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof Double number) {
            double size = Math.abs(number);
            return String.format(
                    Locale.ROOT, size >= 100 || number == 0 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", number);
        }
        return value.toString();
    }
}
