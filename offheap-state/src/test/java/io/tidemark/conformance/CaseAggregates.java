package io.tidemark.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.Functions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Aggregates of cases as aggregates of Tidemark. */
final class CaseAggregates {
    /** Where the names differ. First and last of a case go by arrival; ours go by event time unless their name says otherwise. */
    private static final Map<String, String> NAMES = Map.of(
            "first", "first_by_arrival",
            "last", "last_by_arrival",
            "first_non_null", "first_non_null_by_arrival",
            "last_non_null", "last_non_null_by_arrival");

    private CaseAggregates() {}

    static Aggregate[] read(JsonNode aggregates, CaseExpressions expressions) {
        List<Aggregate> read = new ArrayList<>();
        for (JsonNode aggregate : aggregates) {
            String function = aggregate.get("fn").textValue();
            JsonNode argument = aggregate.path("arg");
            Object[] arguments = argument.isMissingNode() ? new Object[0] : new Object[] {expressions.read(argument)};
            read.add(Functions.aggregate(NAMES.getOrDefault(function, function), arguments)
                    .as(aggregate.get("as").textValue()));
        }
        return read.toArray(Aggregate[]::new);
    }
}
