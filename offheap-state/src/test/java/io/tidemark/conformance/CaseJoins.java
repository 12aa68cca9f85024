package io.tidemark.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.expr.Column;
import io.tidemark.expr.Functions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Conditions of joins in cases. */
final class CaseJoins {
    private CaseJoins() {}

    /** The equalities, the time bound and the further condition of a step as one. */
    static Column condition(JsonNode step, CaseExpressions expressions, Set<String> windows) {
        List<Column> parts = new ArrayList<>();
        for (JsonNode pair : step.path("on")) {
            String left = pair.get(0).textValue();
            String right = pair.get(1).textValue();
            if (windows.contains(left)) {
                parts.add(Functions.col(left + "_start").eq(Functions.col(right + "_start")));
                parts.add(Functions.col(left + "_end").eq(Functions.col(right + "_end")));
            } else {
                parts.add(expressions.column(left).eq(expressions.column(right)));
            }
        }
        if (step.has("time_bound")) {
            addBound(parts, step.get("time_bound"), expressions);
        }
        if (step.has("condition")) {
            parts.add(expressions.read(step.get("condition")));
        }
        return parts.stream().reduce(Column::and).orElseThrow();
    }

    private static void addBound(List<Column> parts, JsonNode bound, CaseExpressions expressions) {
        Column left = expressions.column(bound.get("left").textValue());
        Column right = expressions.column(bound.get("right").textValue());
        if (bound.has("lower")) {
            Column first = left.plus(span(bound, "lower"));
            parts.add(bound.path("lower_inclusive").asBoolean(true) ? first.le(right) : first.lt(right));
        }
        if (bound.has("upper")) {
            Column last = left.plus(span(bound, "upper"));
            parts.add(bound.path("upper_inclusive").asBoolean(true) ? right.le(last) : right.lt(last));
        }
    }

    private static Duration span(JsonNode bound, String name) {
        return CaseValues.span(bound.get(name).textValue());
    }
}
