package io.tidemark.operator.union;

import io.tidemark.error.ErrorCode;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.Lineage;
import io.tidemark.operator.Operator;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorNode;
import io.tidemark.operator.QuerySettings;
import io.tidemark.operator.RowConsumer;
import io.tidemark.operator.StreamType;
import io.tidemark.row.Field;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeProvenance;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All rows of several streams, in the order in which they come. The streams have the same column types in the same order; the names are those of the
 * first. The watermark is merged from the inputs that have one; as its delay counts the greatest of theirs.
 *
 * @param inputCount number of streams, 2 or more
 */
public record Union(int inputCount) implements OperatorNode {
    @Override
    public String kind() {
        return "union";
    }

    @Override
    public Set<EdgeKind> accepts() {
        return EnumSet.allOf(EdgeKind.class);
    }

    @Override
    public BoundOperator bind(BindScope scope) {
        List<StreamType> inputs = scope.inputs();
        for (int i = 1; i < inputs.size(); i++) {
            check(inputs.get(0).schema(), inputs.get(i).schema(), i, scope);
            if (inputs.get(i).edge() != inputs.get(0).edge()) {
                scope.problem(
                        ErrorCode.CHANGELOG_MISMATCH,
                        "",
                        "Input " + i + " is " + inputs.get(i).edge() + " and the first is "
                                + inputs.get(0).edge() + ".",
                        "Unite streams whose rows do the same to their result.");
            }
        }
        return scope.failed() ? null : new Bound(output(inputs), inputs, scope.settings());
    }

    private static void check(Schema first, Schema other, int input, BindScope scope) {
        if (first.size() != other.size()) {
            scope.problem(
                    ErrorCode.TYPE_MISMATCH,
                    "",
                    "Input " + input + " has " + other.size() + " columns and the first has " + first.size() + ".",
                    "Select the same columns in all of them.");
            return;
        }
        for (int column = 0; column < first.size(); column++) {
            if (!first.type(column).equals(other.type(column))) {
                scope.problem(
                        ErrorCode.TYPE_MISMATCH,
                        other.field(column).name(),
                        "Column " + column + " is a " + other.type(column) + " in input " + input + " and a "
                                + first.type(column) + " in the first.",
                        "Cast one of them.");
            }
        }
    }

    private static StreamType output(List<StreamType> inputs) {
        Schema first = inputs.get(0).schema();
        List<Field> fields = new ArrayList<>();
        List<TimeProvenance> times = new ArrayList<>();
        for (int column = 0; column < first.size(); column++) {
            int at = column;
            boolean nullable =
                    inputs.stream().anyMatch(one -> one.schema().field(at).nullable());
            fields.add(new Field(first.field(column).name(), first.type(column), nullable));
            times.add(time(inputs, column));
        }
        String watermarked = inputs.stream()
                .map(StreamType::watermarked)
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElse("");
        boolean ingest = inputs.stream().allMatch(StreamType::recordsIngestTime);
        EdgeKind edge = inputs.get(0).edge();
        long delayNs = inputs.stream().mapToLong(StreamType::delayNs).max().orElse(0);
        return new StreamType(Schema.of(fields), times, watermarked, delayNs, ingest, edge);
    }

    /** What all inputs with a watermark say of a column, or nothing. */
    private static TimeProvenance time(List<StreamType> inputs, int column) {
        List<TimeProvenance> all = inputs.stream()
                .filter(StreamType::hasWatermark)
                .map(one -> one.times().get(column))
                .distinct()
                .toList();
        return all.size() == 1 ? all.get(0) : TimeProvenance.NONE;
    }

    private record Bound(StreamType output, List<StreamType> inputs, QuerySettings settings) implements BoundOperator {
        @Override
        public boolean stateful() {
            return false;
        }

        @Override
        public List<String> origins(Lineage lineage) {
            List<String> origins = new ArrayList<>();
            for (int column = 0; column < output.schema().size(); column++) {
                List<String> all = new ArrayList<>();
                for (int input = 0; input < inputs.size(); input++) {
                    String name = inputs.get(input).schema().field(column).name();
                    all.add(lineage.of(input).column(name));
                }
                origins.add(Lineage.shortened("union" + all));
            }
            return origins;
        }

        @Override
        public String describe() {
            String watermarks = inputs.stream()
                    .map(one -> one.hasWatermark() ? "'" + one.watermarked() + "'" : "none")
                    .collect(Collectors.joining(", "));
            return "of " + inputs.size() + " streams, watermarks " + watermarks + ", "
                    + settings.time().merge() + " of them";
        }

        @Override
        public Operator create(OperatorContext context, RowConsumer next) {
            return context.nodes()
                    .<Operator>create(UnionOperator.class, inputs, output.schema(), settings, context, next);
        }
    }
}
