package io.tidemark.benchmarks.ab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which figure of a run counts: a numeric column of the rows of its reports, or what a pattern finds in what it printed. Of several rows, or
 * finds, it is the geometric mean.
 *
 * @param column name of the column
 * @param where values of other columns that a row has to have
 * @param pattern null for reports; else its first group is the figure
 */
record Figure(String column, Map<String, String> where, Pattern pattern) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * The figure of a run.
     *
     * @param directory where the run left its reports
     * @param printed what it printed
     */
    double read(Path directory, String printed) throws IOException {
        List<Double> found = pattern == null ? inReports(directory) : inText(printed);
        if (found.isEmpty()) {
            throw new IOException(
                    pattern == null
                            ? "No row of a report has the number '" + column + "'"
                                    + (where.isEmpty() ? "" : " and " + where) + "."
                            : "Nothing that was printed matches " + pattern + ".");
        }
        return Math.exp(found.stream().mapToDouble(Math::log).average().orElseThrow());
    }

    private List<Double> inText(String printed) {
        List<Double> found = new ArrayList<>();
        Matcher matcher = pattern.matcher(printed);
        while (matcher.find()) {
            found.add(Double.parseDouble(matcher.group(1)));
        }
        return found;
    }

    private List<Double> inReports(Path directory) throws IOException {
        List<Double> found = new ArrayList<>();
        if (!Files.isDirectory(directory)) {
            return found;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                for (JsonNode row : JSON.readTree(file.toFile()).path("rows")) {
                    if (matches(row) && row.path(column).isNumber()) {
                        found.add(row.path(column).asDouble());
                    }
                }
            }
        }
        return found;
    }

    private boolean matches(JsonNode row) {
        return where.entrySet().stream()
                .allMatch(one -> row.path(one.getKey()).asText().equals(one.getValue()));
    }
}
