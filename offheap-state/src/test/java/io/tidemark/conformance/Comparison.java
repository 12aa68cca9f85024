package io.tidemark.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.conformance.Difference.Aspect;
import io.tidemark.row.Field;
import io.tidemark.row.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Finds what differs between a case and what a query did. */
final class Comparison {
    private final CaseFile file;
    private final Outcome outcome;
    private final List<Difference> differences = new ArrayList<>();

    private Comparison(CaseFile file, Outcome outcome) {
        this.file = file;
        this.outcome = outcome;
    }

    /** All differences; none when the query did what the case expects. */
    static List<Difference> of(CaseFile file, Outcome outcome) {
        Comparison comparison = new Comparison(file, outcome);
        comparison.compareError();
        if (file.columns() != null && outcome.columns() != null) {
            comparison.compareColumns();
        }
        comparison.compareBatches();
        return comparison.differences;
    }

    private void compareError() {
        JsonNode error = file.error();
        Outcome.Failure failure = outcome.failure();
        String expected = error.isMissingNode()
                ? "none"
                : error.get("kind").textValue() + " at "
                        + (error.has("input") ? Outcome.input(error.get("input").intValue()) : "start");
        boolean same = error.isMissingNode()
                ? failure == null
                : failure != null
                        && expected.endsWith(" at " + failure.at())
                        && CaseErrors.isKind(error.get("kind").textValue(), failure.cause());
        String came = failure == null ? "none" : "at " + failure.at() + " " + failure.cause();
        check(same, Aspect.ERROR, "", expected, came);
    }

    private void compareColumns() {
        check(columns(file.columns()), columns(outcome.columns()), Aspect.COLUMNS, "");
    }

    private void compareBatches() {
        List<JsonNode> expected = file.expected();
        List<Outcome.Entry> entries = outcome.entries();
        check(
                expected.stream().map(Comparison::label).toList(),
                entries.stream().map(Outcome.Entry::label).toList(),
                Aspect.BATCHES,
                "");
        for (int i = 0; i < Math.min(expected.size(), entries.size()); i++) {
            if (!label(expected.get(i)).equals(entries.get(i).label())) {
                return;
            }
            compareBatch("batch " + i + ": ", expected.get(i), entries.get(i));
        }
    }

    private void compareBatch(String where, JsonNode expected, Outcome.Entry entry) {
        JsonNode watermark = expected.get("watermark");
        check(
                watermark.isNull() ? null : Instant.parse(watermark.textValue()),
                entry.watermark(),
                Aspect.WATERMARK,
                where);
        compareRows(where, expected.get("rows"), entry.rows());
        compareState(where, CaseFile.list(expected.get("state")), entry.state());
    }

    /** As multisets: each expected row takes one of those that came. */
    private void compareRows(String where, JsonNode expected, List<List<Object>> rows) {
        List<List<Object>> missing = new ArrayList<>();
        List<List<Object>> surplus = new ArrayList<>(rows);
        for (JsonNode values : expected) {
            List<Object> row = CaseValues.row(values, file.columns());
            int match = 0;
            while (match < surplus.size() && !CaseValues.sameRow(row, surplus.get(match), estimates())) {
                match++;
            }
            if (match == surplus.size()) {
                missing.add(row);
            } else {
                surplus.remove(match);
            }
        }
        check(missing.isEmpty() && surplus.isEmpty(), Aspect.ROWS, where, missing, surplus);
    }

    /** For each column whether it is an estimate. */
    private List<Boolean> estimates() {
        Set<String> names = file.estimates();
        return file.columns().fields().stream()
                .map(field -> names.contains(field.name()))
                .toList();
    }

    private void compareState(String where, List<JsonNode> expected, List<Outcome.State> state) {
        List<String> operators = state.stream().map(Outcome.State::operator).toList();
        List<String> expectedOperators = expected.stream()
                .map(item -> item.get("operatorName").textValue())
                .toList();
        check(expectedOperators, operators, Aspect.OPERATORS, where);
        for (int i = 0; i < expected.size() && expectedOperators.equals(operators); i++) {
            JsonNode item = expected.get(i);
            Outcome.State came = state.get(i);
            String operator = where + "state " + i + ": ";
            check(item.get("numRowsTotal").longValue(), came.total(), Aspect.TOTAL, operator);
            check(item.get("numRowsUpdated").longValue(), came.updated(), Aspect.UPDATED, operator);
            check(item.get("numRowsRemoved").longValue(), came.removed(), Aspect.REMOVED, operator);
            check(item.get("numRowsDroppedByWatermark").longValue(), came.dropped(), Aspect.DROPPED, operator);
        }
    }

    private void check(Object expected, Object came, Aspect aspect, String where) {
        check(Objects.equals(expected, came), aspect, where, expected, came);
    }

    private void check(boolean same, Aspect aspect, String where, Object expected, Object came) {
        if (!same) {
            differences.add(new Difference(aspect, where + "expected " + expected + ", came " + came));
        }
    }

    private static String label(JsonNode entry) {
        return entry.has("input") ? Outcome.input(entry.get("input").intValue()) : Outcome.noData();
    }

    private static List<String> columns(Schema schema) {
        List<String> columns = new ArrayList<>();
        for (int column = 0; column < schema.size(); column++) {
            Field field = schema.field(column);
            columns.add(field.name() + " " + field.type());
        }
        return columns;
    }
}
